// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableExperimentalFeature("Lifetimes"),
]

let strictC: [CSetting] = [.unsafeFlags(["-std=c11", "-O2", "-Wall", "-Wextra", "-Werror"])]

/// Debug builds of the pixel code are optimised too, so that tests on whole photos are quick.
let optimised: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// Release builds hold Swift's own libraries: loading those apart takes a third of a short run.
let selfContained: [SwiftSetting] = [
  .unsafeFlags(["-static-stdlib"], .when(platforms: [.linux], configuration: .release))
]

let package = Package(
  name: "peel",
  products: [
    .executable(name: "peel", targets: ["peel"]),
    .library(name: "Imaging", targets: ["Imaging"]),
    .library(name: "Codecs", targets: ["Codecs"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ],
  targets: [
    // Nothing fused: the same results on every machine. Roots set no errno, and so can be vectors.
    .target(name: "CKernels", cSettings: strictC + [.unsafeFlags(["-ffp-contract=off", "-fno-math-errno"])]),
    .target(name: "CJPEG", cSettings: strictC, linkerSettings: [.linkedLibrary("jpeg")]),
    .target(name: "CPNG", cSettings: strictC, linkerSettings: [.linkedLibrary("png"), .linkedLibrary("z")]),
    .target(name: "CHEIF", cSettings: strictC),
    .target(name: "CTIFF", cSettings: strictC),
    .systemLibrary(name: "CLCMS"),
    .systemLibrary(name: "CCurses"),
    .systemLibrary(name: "CMalloc"),
    .target(name: "Kernels", dependencies: ["CKernels"], swiftSettings: strict + optimised),
    .target(name: "Imaging", dependencies: ["Kernels"], swiftSettings: strict + optimised),
    .target(
      name: "Codecs", dependencies: ["Imaging", "CJPEG", "CPNG", "CHEIF", "CTIFF", "CLCMS"],
      swiftSettings: strict + optimised),
    .target(name: "Workbench", dependencies: ["Imaging"], swiftSettings: strict + optimised),
    .executableTarget(
      name: "peel",
      dependencies: [
        "Imaging", "Codecs", "Workbench", "CCurses", "CMalloc",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Linking"],
      swiftSettings: strict + selfContained,
      linkerSettings: [
        .unsafeFlags(
          ["-static-stdlib", "-L\(Context.packageDirectory)/Sources/peel/Linking"],
          .when(platforms: [.linux], configuration: .release))
      ]),
    .testTarget(
      name: "ImagingTests", dependencies: ["Imaging", "Codecs", "Kernels", "CKernels"],
      swiftSettings: strict + optimised),
    .testTarget(name: "CodecsTests", dependencies: ["Codecs"], swiftSettings: strict),
    .testTarget(name: "WorkbenchTests", dependencies: ["Workbench"], swiftSettings: strict),
    .testTarget(
      name: "peelTests",
      dependencies: ["peel", "Imaging", "Codecs", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      exclude: ["Truth"], swiftSettings: strict),
  ]
)
