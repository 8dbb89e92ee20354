// swift-tools-version: 6.2
import PackageDescription

/// Feeds changed files to the decoders. A package of its own, because everything is built with sanitizers; see `run`.
let package = Package(
  name: "fuzz",
  dependencies: [.package(name: "peel", path: "../..")],
  targets: [
    .target(name: "CFuzzer"),
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "CFuzzer", .product(name: "PeelImaging", package: "peel"), .product(name: "PeelCodecs", package: "peel"),
        .product(name: "PeelScanning", package: "peel"),
      ],
      // The default linker can't link libFuzzer.
      linkerSettings: [.unsafeFlags(["-use-ld=lld"])]),
  ]
)
