# Packages under nixpkgs' names, made of what this machine has.
#
#   hostTool     programs of the machine, as links
#   hostLibrary  a library of the machine: empty, since the machine's compiler
#                finds it in its default search path
#   pinned       built from a tarball that is in the store by its hash
{ lib, system }:
let
  shell = "/bin/bash";
  path = "/usr/bin:/bin";

  # Runs `script` with nothing but the machine's programs. The last command of a
  # builder must be the shell's own: Nix kills a builder that closes its output
  # before it ends, as cp and ln do.
  bare =
    name: attributes: script:
    derivation (
      {
        inherit name system;
        builder = shell;
        PATH = path;
        args = [ "-euc" "${script}\nexit 0" ];
      }
      // attributes
    );

  # programs: the name it gets, and the name it has here.
  hostTool =
    name: programs:
    bare name { } (
      ''
        mkdir -p "$out/bin"
        link() {
          if ! found=$(command -v "$2"); then
            echo "nix/hostpkgs: $2 is not installed on this machine" >&2
            exit 1
          fi
          ln -s "$found" "$out/bin/$1"
        }
      ''
      + builtins.concatStringsSep "" (
        map (program: ''
          link ${program} ${programs.${program}}
        '') (builtins.attrNames programs)
      )
    );
  sameNames = names: lib.genAttrs names (name: name);

  hostLibrary = name: bare name { } ''mkdir -p "$out"'';

  stdenvSetup = bare "stdenv-host" { setup = ./setup.sh; } ''
    mkdir -p "$out"
    cp "$setup" "$out/setup"
  '';

  # mkDerivation of nixpkgs for the attributes that we use: a set of attributes,
  # or a function that takes the final ones.
  mkDerivation =
    attributesOrFunction:
    let
      given =
        if builtins.isFunction attributesOrFunction then
          attributesOrFunction given
        else
          attributesOrFunction;
      built = derivation (
        {
          nativeBuildInputs = [ ];
          buildInputs = [ ];
          SOURCE_DATE_EPOCH = "315532800";
          LC_ALL = "C.UTF-8";
          CC = "gcc";
          CXX = "g++";
        }
        // removeAttrs given [ "meta" "passthru" "env" ]
        // (given.env or { })
        // {
          name = given.name or "${given.pname}-${given.version}";
          inherit system;
          stdenv = stdenvSetup;
          builder = shell;
          PATH = path;
          args = [ "-euc" "source \"$stdenv/setup\"; genericBuild; exit 0" ];
        }
      );
    in
    built
    // {
      meta = given.meta or { };
      version = given.version or "";
    }
    // (given.passthru or { });

  stdenv = {
    inherit mkDerivation;
    hostPlatform = {
      inherit system;
      isLinux = true;
      isDarwin = false;
      isStatic = false;
    };
  };

  # The builder of a fixed-output derivation is never run here: nix_check puts
  # the file into the store first, and Nix sees that the output is there.
  tarball =
    name: sha256:
    import <nix/fetchurl.nix> {
      inherit name sha256;
      url = "file:///run-tools/nix_check/first/${name}";
    };

  pinned =
    attributes:
    mkDerivation (
      {
        nativeBuildInputs = [ cmake ninja ];
        env.CXXFLAGS = "-ffunction-sections -fdata-sections";
        dontStrip = true;
      }
      // attributes
    );

  cmake = hostTool "cmake" (sameNames [ "cmake" "ctest" ]);
  ninja = hostTool "ninja" (sameNames [ "ninja" ]);

  pkgs = {
    inherit lib stdenv cmake ninja;

    bashInteractive = hostTool "bash" (sameNames [ "bash" ]);
    python3 = hostTool "python3" (sameNames [ "python3" ]);
    shellcheck = hostTool "shellcheck" (sameNames [ "shellcheck" ]);
    clang-tools = hostTool "clang-tools" { clang-format = "clang-format-19"; };

    abseil-cpp = pinned {
      pname = "abseil-cpp";
      version = "20240722.0";
      src = tarball "abseil_20240722.0.orig.tar.gz" "df6d1f5ef540725f3851201176a60486aab332410788465c9877910bb471c34a";
      cmakeFlags = [
        "-DCMAKE_CXX_STANDARD=20"
        "-DCMAKE_POSITION_INDEPENDENT_CODE=ON"
        "-DABSL_PROPAGATE_CXX_STD=ON"
        "-DABSL_BUILD_TESTING=OFF"
        "-DBUILD_TESTING=OFF"
      ];
    };

    re2 = pinned {
      pname = "re2";
      version = "2024-07-02";
      src = tarball "re2_20240702.orig.tar.gz" "eb2df807c781601c14a260a507a5bb4509be1ee626024cb45acbd57cb9d4032b";
      buildInputs = [ pkgs.abseil-cpp ];
      cmakeFlags = [
        "-DCMAKE_CXX_STANDARD=20"
        "-DCMAKE_POSITION_INDEPENDENT_CODE=ON"
        "-DBUILD_SHARED_LIBS=OFF"
        "-DRE2_BUILD_TESTING=OFF"
      ];
    };

    httplib = pinned {
      pname = "cpp-httplib";
      version = "0.18.7";
      src = tarball "cpp-httplib_0.18.7.orig.tar.xz" "c88f6495da71e778c82c22995b547a92ceb41cc4016f9028df67106a24b9210d";
      dontConfigure = true; # one header
      installPhase = ''install -D -m 644 httplib.h "$out/include/httplib.h"'';
    };

    nlohmann_json = hostLibrary "nlohmann_json";
    utf8proc = hostLibrary "utf8proc";
    libedit = hostLibrary "libedit";
    gtest = hostLibrary "gtest";
    gbenchmark = hostLibrary "gbenchmark";

    callPackage =
      file: overrides:
      let
        package = import file;
      in
      package (builtins.intersectAttrs (builtins.functionArgs package) pkgs // overrides);

    mkShell =
      {
        packages ? [ ],
        inputsFrom ? [ ],
      }:
      let
        fromAll = list: packages: builtins.concatMap (package: package.${list} or [ ]) packages;
      in
      mkDerivation {
        name = "shell";
        nativeBuildInputs =
          packages ++ fromAll "nativeBuildInputs" inputsFrom ++ fromAll "nativeCheckInputs" inputsFrom;
        buildInputs = fromAll "buildInputs" inputsFrom ++ fromAll "checkInputs" inputsFrom;
        phases = [ ]; # a shell to enter, nothing to build
      };
  };
in
pkgs
