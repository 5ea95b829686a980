# shellcheck shell=bash disable=SC2154,SC2164
# Sourced by the builder and by `nix develop`: the phases of nixpkgs' stdenv, as
# far as a CMake project needs them. A phase is a shell function here, or text
# in a variable of that name; dont<Phase> skips it. Nix sets src and out; the builder runs with -e.

export HOME=${NIX_BUILD_TOP-/nonexistent}
outputs=${outputs-out} # `nix develop` writes the environment to the first

for package in ${nativeBuildInputs-} ${nativeCheckInputs-}; do
  if [ -d "$package/bin" ]; then PATH=$package/bin:$PATH; fi
done
export PATH

for package in ${buildInputs-} ${checkInputs-}; do
  CMAKE_PREFIX_PATH=${CMAKE_PREFIX_PATH:+$CMAKE_PREFIX_PATH:}$package
done
export CMAKE_PREFIX_PATH
unset package

unpackPhase() {
  mkdir source
  if [ -d "$src" ]; then
    cp -r --no-preserve=ownership,mode "$src/." source
    # --no-preserve=mode also drops the x of scripts.
    (cd "$src" && find . -type f -perm -u+x -print0) | (cd source && xargs -0r chmod u+x)
  else
    tar xf "$src" -C source --strip-components=1
  fi
  cd source
}

configurePhase() {
  # No path of the sandbox in any object.
  export CFLAGS="-ffile-prefix-map=$PWD=. ${CFLAGS-}"
  export CXXFLAGS="-ffile-prefix-map=$PWD=. ${CXXFLAGS-}"
  # shellcheck disable=SC2086  # words, as in nixpkgs
  cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_INSTALL_PREFIX="$out" -DCMAKE_INSTALL_LIBDIR=lib ${cmakeFlags-}
}

buildPhase() {
  if [ -d build ]; then cmake --build build -j "$NIX_BUILD_CORES"; fi
}

checkPhase() {
  ctest --test-dir build --output-on-failure -j "$NIX_BUILD_CORES"
}

installPhase() {
  cmake --install build
}

fixupPhase() {
  if [ -z "${dontStrip-}" ] && [ -d "$out/bin" ]; then
    find "$out/bin" -type f -exec strip -S {} +
  fi
}

installCheckPhase() { :; }

genericBuild() {
  local phase skip
  cd "$NIX_BUILD_TOP"
  for phase in ${phases-unpackPhase configurePhase buildPhase checkPhase \
    installPhase fixupPhase installCheckPhase}; do
    skip=${phase%Phase}
    skip=dont${skip^}
    if [ -n "${!skip-}" ]; then continue; fi
    if [ "$phase" = checkPhase ] && [ -z "${doCheck-}" ]; then continue; fi
    if [ "$phase" = installCheckPhase ] && [ -z "${doInstallCheck-}" ]; then continue; fi
    echo "$phase"
    if [ -n "${!phase-}" ]; then eval "${!phase}"; else "$phase"; fi
  done
  mkdir -p "$out"
}
