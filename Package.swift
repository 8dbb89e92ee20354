// swift-tools-version: 6.2
import PackageDescription

/// Warnings are errors where `PEEL_STRICT` is set, as it is in CI, and not in a build by people who use the package.
let treatsWarningsAsErrors = Context.environment["PEEL_STRICT"] != nil

let swiftSettings: [SwiftSetting] =
  [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableExperimentalFeature("Lifetimes"),
  ] + (treatsWarningsAsErrors ? [.treatAllWarnings(as: .error)] : [])

/// Debug builds of pixel code are optimised too, so that tests on whole photos are quick.
let optimised: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

let cFlags = ["-std=c11", "-O2", "-Wall", "-Wextra"] + (treatsWarningsAsErrors ? ["-Werror"] : [])
let cSettings: [CSetting] = [.unsafeFlags(cFlags)]

/// Release builds contain Swift's own libraries: loading them separately takes a third of a short run.
let selfContained: [String] = ["-static-stdlib"]

let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "peel",
  products: [
    .executable(name: "peel", targets: ["peel"]),
    .library(name: "PeelImaging", targets: ["PeelImaging"]),
    .library(name: "PeelCodecs", targets: ["PeelCodecs"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ],
  targets: [
    // Nothing is fused, so that every machine gives the same results. Roots set no errno, so that they can be vectors.
    .target(
      name: "CPeelKernels", cSettings: cSettings + [.unsafeFlags(["-ffp-contract=off", "-fno-math-errno"])]),
    .target(name: "CPeelJPEG", cSettings: cSettings, linkerSettings: [.linkedLibrary("jpeg")]),
    .target(name: "CPeelPNG", cSettings: cSettings, linkerSettings: [.linkedLibrary("png"), .linkedLibrary("z")]),
    .target(name: "CPeelHEIF", cSettings: cSettings),
    .target(name: "CPeelTIFF", cSettings: cSettings),
    .systemLibrary(name: "CPeelLCMS"),
    .target(
      name: "CPeelTerminal", cSettings: cSettings,
      linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo", .when(platforms: [.linux]))]),
    .systemLibrary(name: "CPeelMalloc"),
    .target(name: "PeelPlatform", swiftSettings: swiftSettings),
    .target(name: "PeelKernels", dependencies: ["CPeelKernels"], swiftSettings: swiftSettings + optimised),
    .target(
      name: "PeelImaging", dependencies: ["PeelKernels", "PeelPlatform"], swiftSettings: swiftSettings + optimised),
    .target(
      name: "PeelCodecs",
      dependencies: ["PeelImaging", "CPeelJPEG", "CPeelPNG", "CPeelHEIF", "CPeelTIFF", "CPeelLCMS"],
      swiftSettings: swiftSettings + optimised),
    .target(name: "PeelWorkbench", dependencies: ["PeelImaging"], swiftSettings: swiftSettings + optimised),
    .target(
      name: "PeelTerminal", dependencies: ["PeelWorkbench", "PeelPlatform", "CPeelTerminal"],
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "peel",
      dependencies: [
        "PeelImaging", "PeelCodecs", "PeelWorkbench", "PeelTerminal", "PeelPlatform", "CPeelMalloc", argumentParser,
      ],
      swiftSettings: swiftSettings + [
        .unsafeFlags(selfContained, .when(platforms: [.linux], configuration: .release))
      ],
      linkerSettings: [.unsafeFlags(selfContained, .when(platforms: [.linux], configuration: .release))]),
    .testTarget(
      name: "PeelImagingTests", dependencies: ["PeelImaging", "PeelCodecs", "PeelKernels", "CPeelKernels"],
      swiftSettings: swiftSettings + optimised),
    .testTarget(name: "PeelCodecsTests", dependencies: ["PeelCodecs"], swiftSettings: swiftSettings),
    .testTarget(name: "PeelWorkbenchTests", dependencies: ["PeelWorkbench"], swiftSettings: swiftSettings),
    .testTarget(
      name: "PeelTerminalTests", dependencies: ["PeelTerminal", "PeelWorkbench", "PeelPlatform"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "PeelTests",
      dependencies: ["peel", "PeelImaging", "PeelCodecs", "PeelPlatform", argumentParser],
      exclude: ["Truth"], swiftSettings: swiftSettings),
  ]
)
