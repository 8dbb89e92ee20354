#if os(Linux)
  import Foundation
  import PeelRandomNumbers
  import PeelTestSupport
  import Testing

  /// Libraries that crash, or that a file has taken over, do no harm beyond that file.
  @Suite struct HostileLibraryTests {
    private func run(_ arguments: [String], in folder: Folder) throws -> Program.Result {
      try Program.run(
        try HostileLibraries.environment() + [Program.path] + arguments, of: "/usr/bin/env", in: folder)
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

    /// The number of pages follows the size of the first one's content.
    @Test(arguments: [0x7FFF_FFFF, 0xFFFF_FFFF, 1001] as [UInt32])
    func documentsHaveFewPages(_ number: UInt32) throws {
      let folder = try Folder()
      var sent = Hostile.pdf.picture
      #expect(sent[word: 12] == 1)
      sent[word: 12] = number
      try folder.write(Data(Hostile.pdf.file(Array("S".utf8) + sent.bytes)), "a.pdf")
      let run = try run(["scan", "a.pdf", "-o", "out"], in: folder)
      #expect(run.status == 1 && run.errorLines.count { $0.contains("a.pdf: ") } == 1, "\(run.error.prefix(2000))")
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
