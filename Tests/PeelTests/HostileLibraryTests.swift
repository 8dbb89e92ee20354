#if os(Linux)
  import Foundation
  import PeelRandomNumbers
  import PeelTestSupport
  import Testing

  @testable import PeelCodecs

  /// A file that takes over the library that decodes it: see `Tests/HostileLibraries/hostile.c`.
  enum Hostile: String, CaseIterable {
    case webp = "libwebp"
    case heif = "libheif"
    case tiff = "libtiff"
    case raw = "LibRaw"
    case pdf = "libqpdf"

    /// What precedes the orders to the library: as much as it takes to get there.
    private static let mark = Array("HOSTILE".utf8)

    /// - Parameter orders: `K`, or `S` and the bytes to send.
    func file(_ orders: [UInt8]) -> [UInt8] {
      let orders = Self.mark + orders
      switch self {
      case .webp:
        let chunk =
          Array("VP8 ".utf8) + Numbers(UInt32(orders.count)).bytes + orders + (orders.count % 2 == 0 ? [] : [0])
        return Array("RIFF".utf8) + Numbers(UInt32(4 + chunk.count)).bytes + Array("WEBP".utf8) + chunk
      case .heif:
        let boxes = HEIFStructure.box("pitm", [0, 0, 0, 0, 0, 1]) + HEIFStructure.box("iprp", [])
        return HEIFStructure.box("ftyp", Array("heic".utf8)) + HEIFStructure.box("meta", [0, 0, 0, 0] + boxes)
          + HEIFStructure.box("free", orders)
      case .tiff: return Array("II*\0\u{8}\0\0\0\0\0\0\0\0\0".utf8) + orders
      case .raw: return Array("IIRO\u{8}\0\0\0\0\0\0\0\0\0".utf8) + orders
      case .pdf: return Array("%PDF-1.5\n".utf8) + orders
      }
    }

    /// What peel's own code would send of a picture of 16 × 16 pixels.
    var picture: Numbers {
      let pixels = 16 * 16
      let report = Numbers(0, count: 50)
      return switch self {
      case .webp: Numbers(16, 16, 0) + Numbers(0x8080_80FF, count: pixels)
      case .heif:
        Numbers(0) + report + Numbers(0, 16, 16, 0, 0, 0, 0) + Numbers(0, count: 6)
          + Numbers(0) + report + Numbers(16, 16, 8) + Numbers(0, count: 9) + Numbers(0, count: 6)
          + Numbers(0x8080_8080, count: pixels / 4)
      case .tiff:
        // Grey, 8 bits, one sample, opaque.
        Numbers(0) + report + Numbers(0, 16, 16, 0, 8, 1, 0, 4096, 0, 1, 1, 0, 0, 0, 0)
          + Numbers(0) + report + Numbers(16) + Numbers(0x8080_8080, count: pixels / 4)
      case .raw: Numbers(0, 16, 16, 16, 16) + Numbers(0, 16, 16, 3, 0) + Numbers(0x8080_8080, count: pixels * 3 / 4)
      case .pdf:
        // A page of 16 × 16 points whose content draws the picture A, and its name's answer.
        Numbers(0, 0, 0, 0) + Numbers(doubles: 16, 16, 1) + Numbers(24, 0, 1, 0)
          + Numbers(Array("16 0 0 16 0 0 cm /A Do  ".utf8)) + Numbers(0, 0, 16, 16, 0, 8, 1, 0, 0, 0, 0, 0)
          + Numbers(UInt32(pixels), 0) + Numbers(0x8080_8080, count: pixels / 4)
      }
    }

    /// A folder with the library under all names by which peel looks for it.
    static let libraries = Result { () throws -> Folder in
      let folder = try Folder()
      let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
      let sources = try [
        "CPeelWebP/webp.c", "CPeelHEIF/decode.c", "CPeelTIFF/library.h", "CPeelRaw/raw.c", "CPeelPDF/pdf.c",
      ]
      .map { try String(contentsOf: root.appending(path: "Sources/\($0)"), encoding: .utf8) }
      let source = root.appending(path: "Tests/HostileLibraries/hostile.c")
      let own = try String(contentsOf: source, encoding: .utf8)
      let names = Set(sources.flatMap { $0.matches(of: #/each\((\w+)/#).map { String($0.1) } })
        .filter { name in name != "name" && !own.contains("\(name)(") }
      let flags = "-std=c11 -O1 -Wall -Wextra -Werror -shared -fPIC".split(separator: " ").map(String.init)
      let others = names.sorted().map { "OTHER(\($0))" }.joined(separator: " ")
      let run = try Program.run(
        ["cc"] + flags + ["-DOTHERS=\(others)", "-o", folder.path("hostile.so"), source.path()], of: "/usr/bin/env")
      #expect(run.status == 0, "\(run.error)")
      for name in ["libwebp.so.7", "libheif.so.1", "libtiff.so.6", "libraw_r.so.23", "libqpdf.so.29"] {
        try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: "hostile.so")
      }
      return folder
    }
  }

  /// Numbers as the machine stores them.
  struct Numbers {
    var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }
    init(_ words: UInt32...) {
      bytes = words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
    }
    init(_ word: UInt32, count: Int) { bytes = (0..<count).flatMap { _ in Numbers(word).bytes } }
    init(doubles: Double...) {
      bytes = doubles.flatMap { Numbers(UInt32(truncatingIfNeeded: $0.bitPattern), UInt32($0.bitPattern >> 32)).bytes }
    }

    static func + (a: Numbers, b: Numbers) -> Numbers { Numbers(a.bytes + b.bytes) }

    subscript(word index: Int) -> UInt32 {
      get { bytes[4 * index..<4 * index + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) } }
      set { bytes.replaceSubrange(4 * index..<4 * index + 4, with: Numbers(newValue).bytes) }
    }
  }

  /// Libraries that crash, or that a file has taken over, do no harm beyond that file.
  @Suite struct HostileLibraryTests {
    private func run(_ arguments: [String], in folder: Folder) throws -> Program.Result {
      try Program.run(
        ["LD_LIBRARY_PATH=\(try Hostile.libraries.get().path)", Program.path] + arguments, of: "/usr/bin/env",
        in: folder)
    }

    @Test(arguments: Hostile.allCases)
    func aCrashIsOneLine(_ kind: Hostile) throws {
      let folder = try Folder()
      try folder.write(Data(kind.file(Array("K".utf8))), "roll/a")
      try folder.write(try Roll.photo(1), "roll/b.jpg")
      let run = try run(["scan", "roll", "roll/a", "-o", "out"], in: folder)
      let says = kind == .pdf ? "damaged" : "\(kind.rawValue) crashed on it"
      #expect(
        run.status == 1 && run.errorLines.count { $0.contains("roll/a: ") && $0.contains(says) } == 1, "\(run.error)")
      #expect(folder.names("out").count { $0.hasPrefix("b") } == 1)
    }

    @Test(arguments: Hostile.allCases)
    func whatPeelsOwnCodeSendsIsAPicture(_ kind: Hostile) throws {
      let folder = try Folder()
      try folder.write(Data(kind.file(Array("S".utf8) + kind.picture.bytes)), "a")
      let run = try run(["detect", "a"], in: folder)
      // A page's picture becomes a TIFF file, which gives no orders.
      let says = kind == .pdf ? "libtiff crashed on it" : "16 × 16 pixels are too few to show a print"
      #expect(run.error.contains("a: ") && run.error.contains(says), "\(run.error)")
    }

    private static let numbers: [UInt32] = [
      0, 1, 2, 3, 4, 8, 15, 17, 255, 65_500, 65_536, 1 << 24, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFF0, 0xFFFF_FFFF,
    ]

    /// Each file sends a picture with other numbers, or less of it.
    @Test(arguments: Hostile.allCases)
    func nothingThatIsSentDoesHarm(_ kind: Hostile) throws {
      let folder = try Folder()
      var random = RandomNumbers(seed: 51)
      let count = 60
      for number in 0..<count {
        var sent = kind.picture
        // The numbers are before the pixels.
        let words = min(sent.bytes.count / 4, 136)
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          sent[word: Int.random(in: 0..<words, using: &random)] = Self.numbers.randomElement(using: &random) ?? 0
        }
        if number % 5 == 0 { sent.bytes.removeLast(Int.random(in: 0..<sent.bytes.count, using: &random)) }
        try folder.write(Data(kind.file(Array("S".utf8) + sent.bytes)), "p\(number)")
      }
      let names = (0..<count).map { "p\($0)" }
      let run = try run(["detect"] + names, in: folder)
      #expect((0...2).contains(run.status), "ended by \(run.status): \(run.error.suffix(2000))")
      let untold = names.filter { name in
        !run.errorLines.contains { $0.contains("\(name): ") } && !run.output.contains("\(name)\t")
      }
      #expect(untold.isEmpty)
    }
  }
#endif
