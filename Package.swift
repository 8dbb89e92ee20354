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

/// Where Homebrew keeps headers on Apple silicon. The compiler searches the other systems' places by itself.
let homebrewHeaders: [CSetting] = [.unsafeFlags(["-I/opt/homebrew/include"], .when(platforms: [.macOS]))]

/// Release builds contain Swift's own libraries: loading them separately takes a third of a short run.
let releaseFlags: [SwiftSetting] = [
  .unsafeFlags(["-static-stdlib"], .when(platforms: [.linux], configuration: .release))
]
let releaseLinking: [LinkerSetting] = [
  .unsafeFlags(["-static-stdlib"], .when(platforms: [.linux], configuration: .release))
]

let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "peel",
  products: [
    .executable(name: "peel", targets: ["peel"]),
    .library(name: "PeelImaging", targets: ["PeelImaging"]),
    .library(name: "PeelCodecs", targets: ["PeelCodecs"]),
    .library(name: "PeelScanning", targets: ["PeelScanning", "PeelFiles"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ],
  targets: [
    // Nothing is fused, so that every machine gives the same results. Roots set no errno, so that they can be vectors.
    .target(
      name: "CPeelKernels", cSettings: cSettings + [.unsafeFlags(["-ffp-contract=off", "-fno-math-errno"])]),
    // The libraries that are linked. pkg-config says where each one lies; without it, the module map's `link` is enough.
    .systemLibrary(
      name: "CPeelSystemJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg-dev"]), .brew(["jpeg-turbo"])]),
    .systemLibrary(
      name: "CPeelSystemPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .systemLibrary(
      name: "CPeelSystemZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CPeelLCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"]), .brew(["little-cms2"])]),
    .target(name: "CPeelJPEG", dependencies: ["CPeelSystemJPEG"], cSettings: cSettings),
    .target(name: "CPeelPNG", dependencies: ["CPeelSystemPNG", "CPeelSystemZlib"], cSettings: cSettings),
    // Only their headers are needed to build (apt: libheif-dev, libtiff-dev; brew: libheif, libtiff). The libraries are
    // loaded when the first such photo is read, so pkg-config's linker flags must not be used.
    .target(name: "CPeelLoading", dependencies: ["CPeelMalloc"], cSettings: cSettings),
    .target(name: "CPeelHEIF", dependencies: ["CPeelLoading"], cSettings: cSettings + homebrewHeaders),
    .target(name: "CPeelTIFF", dependencies: ["CPeelLoading"], cSettings: cSettings + homebrewHeaders),
    .target(name: "CPeelWebP", dependencies: ["CPeelLoading"], cSettings: cSettings),
    .target(name: "CPeelRaw", dependencies: ["CPeelLoading"], cSettings: cSettings),
    .target(name: "CPeelPDF", dependencies: ["CPeelLoading"], cSettings: cSettings),
    .target(name: "CPeelMalloc", cSettings: cSettings),
    // Linked by name (apt: libncurses-dev; brew: ncurses): pkg-config's flags for ncurses include -D, which SwiftPM refuses.
    .target(
      name: "CPeelTerminal", cSettings: cSettings,
      linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo", .when(platforms: [.linux]))]),
    .target(name: "PeelPlatform", swiftSettings: swiftSettings),
    .target(name: "PeelKernels", dependencies: ["CPeelKernels"], swiftSettings: swiftSettings + optimised),
    // What was learned becomes part of the program, by C23's #embed.
    .target(
      name: "CPeelModels", exclude: ["detector.bin", "faces"],
      cSettings: [.unsafeFlags(["-std=c23"] + cFlags.dropFirst())]),
    .target(name: "PeelModels", dependencies: ["CPeelModels"], swiftSettings: swiftSettings),
    .target(
      name: "PeelImaging", dependencies: ["PeelKernels", "PeelModels", "PeelPlatform"],
      swiftSettings: swiftSettings + optimised),
    .target(
      name: "PeelCodecs",
      dependencies: [
        "PeelImaging", "CPeelJPEG", "CPeelPNG", "CPeelHEIF", "CPeelTIFF", "CPeelWebP", "CPeelRaw", "CPeelPDF",
        "CPeelLoading", "CPeelLCMS", "CPeelSystemJPEG", "CPeelSystemPNG", "CPeelSystemZlib",
      ],
      swiftSettings: swiftSettings + optimised),
    .target(
      name: "PeelInference", dependencies: ["PeelImaging", "PeelKernels", "PeelPlatform", "PeelModels"],
      swiftSettings: swiftSettings + optimised),
    .target(name: "PeelFiles", dependencies: ["PeelPlatform"], swiftSettings: swiftSettings),
    .target(name: "PeelOutput", dependencies: ["PeelFiles", "PeelPlatform"], swiftSettings: swiftSettings),
    .target(
      name: "PeelScanning",
      dependencies: ["PeelCodecs", "PeelFiles", "PeelImaging", "PeelInference", "PeelOutput", "PeelPlatform"],
      swiftSettings: swiftSettings),
    .target(
      name: "PeelMessages",
      dependencies: ["PeelScanning", "PeelCodecs", "PeelFiles", "PeelImaging", "PeelOutput", argumentParser],
      swiftSettings: swiftSettings),
    .target(name: "PeelWorkbench", dependencies: ["PeelImaging"], swiftSettings: swiftSettings + optimised),
    // Apart from PeelTerminal, so that debug builds of it are optimised.
    .target(
      name: "PeelPixels", dependencies: ["PeelWorkbench", "PeelImaging", "CPeelPNG", "CPeelSystemZlib"],
      swiftSettings: swiftSettings + optimised),
    .target(
      name: "PeelTerminal",
      dependencies: ["PeelPixels", "PeelWorkbench", "PeelPlatform", "CPeelTerminal"],
      swiftSettings: swiftSettings),
    .target(
      name: "PeelStudio",
      dependencies: [
        "PeelMessages", "PeelScanning", "PeelCodecs", "PeelFiles", "PeelImaging", "PeelInference", "PeelOutput",
        "PeelTerminal", "PeelWorkbench", "PeelPlatform",
      ],
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "peel",
      dependencies: [
        "PeelStudio", "PeelMessages", "PeelScanning", "PeelCodecs", "PeelFiles", "PeelImaging", "PeelInference",
        "PeelOutput", "PeelTerminal", "PeelWorkbench", "PeelPlatform", "CPeelMalloc", argumentParser,
      ],
      swiftSettings: swiftSettings + releaseFlags, linkerSettings: releaseLinking),
    .executableTarget(
      name: "peel-lab",
      dependencies: [
        "PeelMessages", "PeelScanning", "PeelCodecs", "PeelFiles", "PeelImaging", "PeelKernels", "PeelPlatform",
        "PeelRandomNumbers", argumentParser,
      ],
      swiftSettings: swiftSettings + optimised + releaseFlags, linkerSettings: releaseLinking),
    .target(name: "PeelRandomNumbers", swiftSettings: swiftSettings + optimised),
    .testTarget(
      name: "PeelImagingTests",
      dependencies: ["PeelRandomNumbers", "PeelImaging", "PeelCodecs", "PeelKernels", "CPeelKernels"],
      swiftSettings: swiftSettings + optimised),
    .testTarget(
      name: "PeelInferenceTests", dependencies: ["PeelRandomNumbers", "PeelInference", "PeelImaging", "PeelCodecs"],
      exclude: ["Recorded"], swiftSettings: swiftSettings + optimised),
    // Writes the kinds of JPEG that the decoder's tests need and the program never writes.
    .target(
      name: "CPeelMadeJPEG", dependencies: ["CPeelSystemJPEG"], path: "Tests/CPeelMadeJPEG", cSettings: cSettings),
    .testTarget(
      name: "PeelCodecsTests", dependencies: ["PeelRandomNumbers", "PeelCodecs", "CPeelLoading", "CPeelMadeJPEG"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "PeelWorkbenchTests", dependencies: ["PeelRandomNumbers", "PeelWorkbench"], swiftSettings: swiftSettings),
    .testTarget(
      name: "PeelTerminalTests",
      dependencies: [
        "PeelRandomNumbers", "PeelTerminal", "PeelPixels", "PeelWorkbench", "PeelImaging", "PeelPlatform", "CPeelPNG",
        "CPeelSystemZlib",
      ],
      swiftSettings: swiftSettings + optimised),
    // What the tests below share: folders, samples, made photos, and how the programs are run.
    .target(
      name: "PeelTestSupport", dependencies: ["PeelScanning", "PeelCodecs", "PeelFiles", "PeelImaging"],
      path: "Tests/Support", exclude: ["Truth"], swiftSettings: swiftSettings),
    .testTarget(
      name: "PeelFilesTests", dependencies: ["PeelTestSupport", "PeelFiles"], swiftSettings: swiftSettings),
    .testTarget(
      name: "PeelOutputTests",
      dependencies: ["PeelTestSupport", "PeelOutput", "PeelScanning", "PeelFiles", "PeelImaging"],
      exclude: ["Truth"], swiftSettings: swiftSettings),
    .testTarget(
      name: "PeelScanningTests",
      dependencies: [
        "PeelTestSupport", "PeelRandomNumbers", "PeelScanning", "PeelCodecs", "PeelFiles", "PeelImaging",
        "PeelPlatform",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "PeelMessagesTests", dependencies: ["PeelMessages", "PeelScanning", "PeelOutput", "PeelFiles"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "PeelStudioTests",
      dependencies: [
        "PeelTestSupport", "PeelRandomNumbers", "PeelStudio", "PeelScanning", "PeelCodecs", "PeelFiles", "PeelImaging",
        "PeelOutput", "PeelPlatform", "PeelTerminal", "PeelWorkbench",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "PeelLabTests",
      dependencies: [
        "peel-lab", "PeelTestSupport", "PeelRandomNumbers", "PeelScanning", "PeelFiles", "PeelImaging",
      ],
      exclude: ["Truth"], swiftSettings: swiftSettings),
    .testTarget(
      name: "PeelTests",
      dependencies: [
        "peel", "peel-lab", "PeelTestSupport", "PeelRandomNumbers", "PeelStudio", "PeelMessages", "PeelScanning",
        "PeelFiles", "PeelImaging", "PeelInference", "PeelOutput", "PeelCodecs", "PeelPlatform", "PeelTerminal",
        "PeelWorkbench", argumentParser,
      ],
      swiftSettings: swiftSettings),
  ]
)
