# The program, for callPackage.
#
# withTests: builds the unit tests instead and runs them; the output is empty.
#   They are no part of the program's own build, so that a new test or benchmark
#   does not rebuild the program.
{
  lib,
  stdenv,
  cmake,
  ninja,
  abseil-cpp,
  re2,
  httplib,
  nlohmann_json,
  utf8proc,
  libedit,
  gtest,
  python3,
  withTests ? false,
}:
let
  # One place for the version: project() in CMakeLists.txt.
  project = builtins.split "project\\(aii VERSION ([0-9.]+)" (builtins.readFile ../CMakeLists.txt);
in
stdenv.mkDerivation {
  pname = if withTests then "aii-unit-tests" else "aii";
  version = builtins.head (builtins.elemAt project 1);

  src = lib.fileset.toSource {
    root = ../.;
    fileset = lib.fileset.unions (
      [ ../CMakeLists.txt ../LICENSE ../cmake ../docs/man ../src ../swift ]
      ++ lib.optionals withTests [ ../bench ../fuzz ../models ../tests ../tools ]
    );
  };

  strictDeps = true;
  nativeBuildInputs = [ cmake ninja ];
  buildInputs = [ abseil-cpp re2 httplib nlohmann_json utf8proc libedit ];
  nativeCheckInputs = [ python3 ];
  checkInputs = [ gtest ];

  cmakeFlags = [
    (lib.cmakeFeature "AII_DEPS" "system")
    (lib.cmakeBool "AII_STATIC" stdenv.hostPlatform.isStatic)
    (lib.cmakeBool "BUILD_TESTING" withTests)
  ];

  doCheck = withTests;
  ${if withTests then "installPhase" else null} = ''mkdir -p "$out"'';

  doInstallCheck = !withTests;
  installCheckPhase = ''"$out/bin/aii" --version'';

  meta = {
    description = "Puts a local language model in the shell";
    license = lib.licenses.asl20;
    mainProgram = "aii";
    platforms = lib.platforms.linux ++ lib.platforms.darwin;
  };
}
