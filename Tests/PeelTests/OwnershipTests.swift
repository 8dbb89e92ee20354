import Foundation
import PeelCodecs
import PeelOutput
import PeelTestSupport
import Testing

@testable import PeelFiles
@testable import PeelScanning

/// Whose a scan is, whatever was moved, swapped, split among machines, or written into the journal.
@Suite struct OwnershipTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @discardableResult
  private func scan(_ arguments: String...) throws -> Program.Result {
    try Program.run(["scan"] + arguments, in: folder)
  }

  private func move(_ name: String, _ other: String) throws {
    let target = folder.url.appending(path: other)
    try FileManager.default.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: folder.path(name), toPath: folder.path(other))
  }

  /// A memory card that was swapped, or a photo that was moved away. Neither tells when it was taken.
  @Test func anotherPhotoAtThePathIsAnotherPhoto() throws {
    try folder.write(try Roll.photo(1), "p/p.jpg")
    try scan("p/p.jpg", "-o", "o")
    let first = try folder.read("o/p-1.jpg")
    try move("p/p.jpg", "p/old.jpg")
    try folder.write(try Roll.photo(2), "p/p.jpg")
    let run = try scan("p/p.jpg", "-o", "o")
    #expect(run.isDone && run.output == "o/p_2-1.jpg\n", "\(run.error)")
    #expect(try folder.read("o/p-1.jpg") == first)
    #expect(try scan("p", "-o", "o").output == "o/p-1.jpg\no/p_2-1.jpg\n")
  }

  /// A photo that was tagged keeps its name, and one that was painted over doesn't.
  @Test(arguments: ["rocket-tilted.jpg", "png"])
  func onlyMetadataMayChange(_ sample: String) throws {
    let photo: Data
    switch sample {
    case "png":
      let chunk = [UInt8](PNGTag.chunk("tEXt", Array("Title\0desk".utf8)))
      photo = try Roll.png(1)
      try folder.write(photo.prefix(PNGTag.header) + Data(chunk) + photo.dropFirst(PNGTag.header), "tagged")
    default:
      photo = try Samples.bytes(sample)
      let comment = Data([0xFF, 0xFE, 0, 6]) + Data("tags".utf8)
      try folder.write(photo.prefix(2) + comment + photo.dropFirst(2), "tagged")
    }
    let name = "p." + (sample.split(separator: ".").last.map(String.init) ?? "")
    try folder.write(photo, name)
    try scan(name, "-o", "o")
    try folder.write(try folder.read("tagged"), name)
    let again = try scan(name, "-o", "o")
    #expect(again.output.hasPrefix("o/p-1.jpg\n"), "\(again.error)")
    try folder.write(try Roll.photo(2), name)
    #expect(try scan(name, "-o", "o").output == "o/p_2-1.jpg\n")
  }

  /// What two machines noted is older than what a later run noted, although their journals come after its in the folder.
  @Test func theNewestClaimWins() throws {
    try folder.write(try Roll.photo(1), "a/X.jpg")
    for shard in ["1/2", "2/2"] { try scan("a/X.jpg", "-o", "o", "--shard", shard) }
    try move("a/X.jpg", "b/Y.jpg")
    #expect(try scan("b/Y.jpg", "-o", "o").output == "o/X-1.jpg\n")
    let first = try folder.read("o/X-1.jpg")
    try folder.write(try Roll.photo(2), "a/X.jpg")
    #expect(try scan("a/X.jpg", "-o", "o").output == "o/X_2-1.jpg\n")
    #expect(try scan("b/Y.jpg", "-o", "o").output == "o/X-1.jpg\n")
    #expect(try folder.read("o/X-1.jpg") == first)
  }

  /// Even a journal that gives a stem to the wrong photo makes no run replace the scan of another.
  @Test func aScanIsReplacedOnlyByAScanOfItsPicture() throws {
    try folder.write(try Roll.photo(1), "a/X.jpg")
    try scan("a/X.jpg", "-o", "o")
    let first = try folder.read("o/X-1.jpg")
    let other = [UInt8](try Roll.photo(2))
    try folder.write(Data(other), "b/X.jpg")
    let place = PhotoPlace(of: PeelFiles.Path(folder.path("b/X.jpg")))
    try OutputFolder(PeelFiles.Path(folder.path("o")), shard: .whole).claim(
      Claim(stem: Array("X".utf8), photo: Digest(other), bytes: other, file: place))
    for options in [[], ["--force"]] {
      let run = try Program.run(["scan", "b/X.jpg", "-o", "o"] + options, in: folder)
      #expect(run.status == 1 && run.error.contains("o/X-1.jpg: exists already"), "\(run.error)")
    }
    #expect(try folder.read("o/X-1.jpg") == first)
  }

  /// Machines that were given different lists.
  @Test func shardsOfDifferentListsKeepTheirScans() throws {
    for number in 1...3 { try folder.write(try Roll.photo(number), "sr/\(number)/X.jpg") }
    let output = PeelFiles.Path(folder.path("o"))
    let one = try OutputFolder(output, shard: #require(Shard("1/2")))
    let two = try OutputFolder(output, shard: #require(Shard("2/2")))
    func claim(_ number: Int) throws -> Claim {
      let bytes = [UInt8](try folder.read("sr/\(number)/X.jpg"))
      return Claim(
        stem: Array("X".utf8), photo: Digest(bytes), bytes: bytes,
        file: PhotoPlace(of: PeelFiles.Path(folder.path("sr/\(number)/X.jpg"))))
    }
    try one.claim(claim(1))
    #expect(throws: OutputError.givenAway(output.appending("X"))) { try two.claim(claim(3)) }
    try one.claim(claim(1))
  }

  // MARK: - What another program wrote into the journal

  private func journal(_ lines: String...) throws {
    let text = lines.map { "\(Digest(Array($0.utf8)).text) \($0)\n" }.joined()
    try folder.write(Data(text.utf8), "o/.peel/journal")
  }

  /// A NUL would end the name of a file whose scans are looked for, and a slash would lead elsewhere.
  @Test(arguments: ["thesis.doc%00", "a/b", ""])
  func aStemIsAPlainName(_ stem: String) throws {
    let photo = [UInt8](try Roll.photo(1))
    try folder.write(Data(photo), "p.jpg")
    try folder.write(Data("mine".utf8), "o/thesis.doc")
    let (picture, place) = (Digest(pictureIn: photo).text, folder.path("p.jpg"))
    let content = Digest(Array("mine".utf8)).text
    let made = #""content":"\#(content)","bytes":4,"picture":"\#(picture)","owner":"\#(stem)""#
    try journal(
      #"{"stem":"\#(stem)","digest":"\#(Digest(photo).text)","picture":"\#(picture)","place":"\#(place)","#
        + #""size":1,"changed":1,"run":1}"#,
      #"{"name":"\#(Digest(Array("thesis.doc".utf8)).text)",\#(made)}"#,
      #"{"name":"\#(Digest(Array("thesis.doc\0-1.jpg".utf8)).text)",\#(made)}"#)
    let run = try scan("p.jpg", "-o", "o")
    #expect(run.isDone && run.output == "o/p-1.jpg\n", "\(run.error)")
    #expect(try folder.read("o/thesis.doc") == Data("mine".utf8))
  }

  @Test func aJournalThatIsAlsoAnotherFileIsNotWritten() throws {
    try folder.write(try Roll.photo(1), "p.jpg")
    try folder.write(Data("# start\n".utf8), "start")
    try FileManager.default.createDirectory(atPath: folder.path("o/.peel"), withIntermediateDirectories: true)
    try FileManager.default.linkItem(atPath: folder.path("start"), toPath: folder.path("o/.peel/journal"))
    let run = try scan("p.jpg", "-o", "o")
    #expect(
      run.status == 1 && run.error.contains("o/.peel/journal: this is a file with another name elsewhere"),
      "\(run.error)")
    #expect(try folder.read("start") == Data("# start\n".utf8))
  }

  // MARK: - peel explain

  /// A photo whose metadata says that peel explain made it.
  @Test func aMarkAloneIsNoExplanation() throws {
    try folder.write(try Roll.photo(1), "f.jpg")
    let run = try Program.run(["explain", "f.jpg", "-o", "x.jpg"], in: folder)
    #expect(run.status == 0, "\(run.error)")
    let explanation = try folder.read("x.jpg")
    // The metadata of an explanation, and the picture of a photo.
    let start = try #require(explanation.range(of: Data([0xFF, 0xE1])))
    let length = Int(explanation[start.upperBound]) << 8 | Int(explanation[start.upperBound + 1])
    let mark = explanation[start.lowerBound..<start.upperBound + length]
    #expect(String(decoding: mark, as: UTF8.self).contains("peel explain"))
    let photo = try Roll.photo(2)
    let tagged = photo.prefix(2) + mark + photo.dropFirst(2)
    try folder.write(tagged, "tagged.jpg")
    let refused = try Program.run(["explain", "f.jpg", "-o", "tagged.jpg", "--force"], in: folder)
    #expect(refused.status == 1 && refused.error.contains("peel explain didn't make it"), "\(refused.error)")
    #expect(try folder.read("tagged.jpg") == tagged)
    #expect(try Program.run(["explain", "f.jpg", "-o", "x.jpg", "--force"], in: folder).status == 0)
  }
}

/// Chunks for PNG files.
private enum PNGTag {
  /// The signature and the header.
  static let header = 33

  static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    func bytes(_ number: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
    var sum: UInt32 = ~0
    for byte in body {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return bytes(UInt32(data.count)) + body + bytes(~sum)
  }
}

extension Roll {
  fileprivate static func png(_ number: Int) throws -> Data {
    var file = ScanFile()
    file.format = .png
    return Data(try file.encoded(picture(number)))
  }
}
