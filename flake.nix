{
  description = "aii: a local language model in the shell";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-26.05";

  outputs =
    { self, nixpkgs }:
    let
      inherit (nixpkgs) lib;
      systems = [ "x86_64-linux" "aarch64-linux" "aarch64-darwin" ];
      # nix/hostpkgs, which stands in for nixpkgs without a network, knows
      # fewer systems.
      forEachSystem =
        outputs:
        lib.genAttrs (builtins.filter (system: nixpkgs.legacyPackages ? ${system}) systems) (
          system: outputs nixpkgs.legacyPackages.${system} self.packages.${system}.default
        );
    in
    {
      packages = forEachSystem (
        pkgs: _aii: { default = pkgs.callPackage ./nix/package.nix { }; }
      );

      checks = forEachSystem (
        pkgs: aii: {
          package = aii;
          unit = pkgs.callPackage ./nix/package.nix { withTests = true; };
        }
      );

      devShells = forEachSystem (
        pkgs: aii: {
          default = pkgs.mkShell {
            inputsFrom = [ aii ];
            packages = [ pkgs.clang-tools pkgs.gtest pkgs.gbenchmark pkgs.python3 pkgs.shellcheck ];
          };
        }
      );
    };
}
