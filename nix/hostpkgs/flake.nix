{
  description = "Stand-in for nixpkgs that needs no network: this machine's own tools behind nixpkgs' names";

  # No inputs, so no lock file: everything comes from the machine, or from the
  # tarballs that tools/fetch_deps has fetched.
  outputs =
    { self }:
    let
      lib = import ./lib.nix;
    in
    {
      inherit lib;
      legacyPackages = lib.genAttrs [ "x86_64-linux" "aarch64-linux" ] (
        system: import ./pkgs.nix { inherit lib system; }
      );
    };
}
