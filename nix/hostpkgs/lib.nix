# The few functions of nixpkgs' lib that flake.nix and nix/package.nix call,
# with the same results.
rec {
  genAttrs =
    names: f:
    builtins.listToAttrs (
      map (name: {
        inherit name;
        value = f name;
      }) names
    );

  optional = condition: value: if condition then [ value ] else [ ];
  optionals = condition: values: if condition then values else [ ];

  cmakeBool = name: value: "-D${name}:BOOL=${if value then "TRUE" else "FALSE"}";
  cmakeFeature = name: value: "-D${name}:STRING=${value}";

  licenses.asl20.spdxId = "Apache-2.0";
  platforms = {
    linux = [ "x86_64-linux" "aarch64-linux" ];
    darwin = [ "aarch64-darwin" ];
  };

  # A file set is here no more than a list of paths. A part of the source tree
  # is kept when it lies in one of them, or on the way to one.
  fileset = {
    unions = paths: paths;
    toSource =
      { root, fileset }:
      let
        kept = map toString fileset;
        inside = path: folder: path == folder || hasPrefix "${folder}/" path;
        filter = path: _type: builtins.any (part: inside path part || inside part path) kept;
      in
      builtins.path {
        path = root;
        name = "source";
        inherit filter;
      };
  };

  hasPrefix = prefix: text: builtins.substring 0 (builtins.stringLength prefix) text == prefix;
}
