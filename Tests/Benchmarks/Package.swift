// swift-tools-version: 6.2
import PackageDescription

/// A package of its own, so that only those who measure build it.
let package = Package(
  name: "benchmarks",
  dependencies: [.package(name: "peel", path: "../..")],
  targets: [
    .executableTarget(
      name: "flatten",
      dependencies: [.product(name: "PeelImaging", package: "peel"), .product(name: "PeelCodecs", package: "peel")])
  ]
)
