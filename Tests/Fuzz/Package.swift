// swift-tools-version: 6.2
import PackageDescription

/// Feeds the decoders with changed files. Apart from the package itself, as all of it is built with sanitizers: see `run`.
let package = Package(
  name: "fuzz",
  dependencies: [.package(name: "peel", path: "../..")],
  targets: [
    .target(name: "CFuzzer"),
    .executableTarget(
      name: "fuzz",
      // Sidecars are read by the program itself, of which no package can have a part: its files are linked here.
      dependencies: [
        "CFuzzer", .product(name: "PeelImaging", package: "peel"), .product(name: "PeelCodecs", package: "peel"),
      ],
      // The system's own linker stumbles over libFuzzer.
      linkerSettings: [.unsafeFlags(["-use-ld=lld"])]),
  ]
)
