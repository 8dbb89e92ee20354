// swift-tools-version: 6.2
import PackageDescription

/// A package that uses peel as anyone would: by version, and beside targets with names that peel could have taken.
/// `run` supplies the repository's URL and the source of `Example`.
let package = Package(
  name: "example",
  dependencies: [
    .package(url: Context.environment["PEEL_URL"] ?? "", from: "0.1.0")
  ],
  targets: [
    .target(name: "Codecs"),
    .target(name: "Kernels", dependencies: ["CPNG"]),
    .target(name: "CPNG"),
    .executableTarget(
      name: "Example",
      dependencies: ["Codecs", "Kernels", .product(name: "PeelScanning", package: "peel")]),
  ]
)
