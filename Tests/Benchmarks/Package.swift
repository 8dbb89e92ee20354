// swift-tools-version: 6.2
import PackageDescription

/// Apart from the package itself, so that nobody builds it who does not measure.
let package = Package(
  name: "benchmarks",
  dependencies: [.package(name: "peel", path: "../..")],
  targets: [
    .executableTarget(
      name: "flatten",
      dependencies: [.product(name: "PeelImaging", package: "peel"), .product(name: "PeelCodecs", package: "peel")])
  ]
)
