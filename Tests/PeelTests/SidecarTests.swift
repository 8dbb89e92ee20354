import Foundation
import PeelFiles
import PeelImaging
import PeelMessages
import PeelOutput
import PeelTestSupport
import Testing

@testable import PeelScanning
@testable import PeelStudio

@Suite struct SidecarTests {
  private static let wanted = [
    WantedPrint(
      quad: Quad(Point(10.1, 20), Point(300.123_456_789_012_3, -4.5), Point(310, 420), Point(1e-7, 400)),
      isUpright: true,
      PrintSettings(film: .named("instax-mini"), turn: 3, crop: .picture, whiteBalance: .frame, clip: 0.7)),
    WantedPrint(quad: Quad(x: 350, y: 40, width: 200, height: 210)),
  ]
  private static let sidecar = Sidecar(photo: "a \"b\".jpg", width: 600, height: 500, prints: wanted)

  private static let text = #"""
    {
      "schema": 1,
      "photo": "a \"b\".jpg",
      "width": 600,
      "height": 500,
      "prints": [
        {"corners":[[10.1,20.0],[300.1234567890123,-4.5],[310.0,420.0],[1e-07,400.0]],"upright":true,"film":"instax-mini","turn":3,"crop":"picture","whiteBalance":"frame","clip":0.7},
        {"corners":[[350.0,40.0],[550.0,40.0],[550.0,250.0],[350.0,250.0]],"upright":false,"film":null,"turn":0,"crop":null,"whiteBalance":null,"clip":null}
      ]
    }

    """#

  /// A photo that another program renamed keeps its adjustments. Its scan was replaced by one without them.
  @Test func aRenamedPhotoIsKnownByItsContent() throws {
    let (folder, store) = (try Folder(), SidecarStore(refuge: nil))
    func path(_ name: String) -> PeelFiles.Path { PeelFiles.Path(folder.path(name)) }
    try folder.write(Data([1, 2, 3]), "a.jpg")
    try folder.write(Data([1, 2, 4]), "c.jpg")
    var sidecar = Sidecar(photo: "a.jpg", width: 600, height: 500, prints: Self.wanted)
    sidecar.digest = try digest(ofFileAt: path("a.jpg"))
    try store.save(sidecar, of: path("a.jpg"))
    #expect(try store.sidecar(of: path("b.jpg")) == nil)
    try FileManager.default.moveItem(atPath: folder.path("a.jpg"), toPath: folder.path("b.jpg"))
    #expect(try store.sidecar(of: path("b.jpg"))?.prints == Self.wanted)
    #expect(store.places(of: path("b.jpg")).last == store.beside(path("a.jpg")))
    #expect(try store.sidecar(of: path("c.jpg")) == nil)
    // A copy isn't renamed.
    try folder.write(Data([1, 2, 3]), "a.jpg")
    #expect(try store.sidecar(of: path("b.jpg")) == nil)
  }

  /// Another program saves while this one waits for the disk, or right afterwards.
  @Test func whatAnotherProgramSavesMeanwhileIsNoticed() throws {
    let folder = try Folder()
    let photo = PeelFiles.Path(folder.path("a.jpg"))
    let store = SidecarStore(refuge: nil)
    let file = store.beside(photo)
    var mine = Sidecar(photo: "a.jpg", width: 600, height: 500, prints: Self.wanted)
    let other = Sidecar(photo: "a.jpg", width: 600, height: 500, prints: [Self.wanted[1]])
    try store.save(other, of: photo)
    #expect(throws: SidecarError.unwritable(file, reason: "was changed by another program meanwhile")) {
      try store.save(mine, of: photo) { false }
    }
    #expect(holds(file, other.bytes))
    #expect(folder.names().sorted() == ["a.jpg.peel"], "no temporary file is left")

    // The disk has the other's sidecar when this one looks what it has written.
    var files = RollFiles()
    files.noteSidecars(of: photo, own: file, holding: mine.bytes, in: store)
    #expect(!files.areSidecarsKnown(of: photo, in: store) && files.haveSidecarsChanged(of: photo, in: store))
    try store.save(mine, of: photo)
    files.noteSidecars(of: photo, own: file, holding: mine.bytes, in: store)
    #expect(files.areSidecarsKnown(of: photo, in: store) && !files.haveSidecarsChanged(of: photo, in: store))

    mine.prints = Array(repeating: Self.wanted[1], count: 1001)
    #expect(throws: SidecarError.unwritable(file, reason: "would have more than 1000 prints")) {
      try store.save(mine, of: photo)
    }
  }

  /// Some disks tell another time later.
  @Test func aSidecarThatOnlyHasAnotherTimeIsUnchanged() throws {
    let folder = try Folder()
    let photo = PeelFiles.Path(folder.path("a.jpg"))
    let store = SidecarStore(refuge: nil)
    try folder.write(Data(Self.sidecar.bytes), "a.jpg.peel")
    var files = RollFiles()
    files.noteSidecars(of: photo, own: store.beside(photo), holding: Self.sidecar.bytes, in: store)
    try FileManager.default.setAttributes(
      [.modificationDate: Date.distantPast], ofItemAtPath: folder.path("a.jpg.peel"))
    #expect(files.areSidecarsKnown(of: photo, in: store) && !files.haveSidecarsChanged(of: photo, in: store))
  }

  @Test func isReadBackAsWritten() throws {
    #expect(String(decoding: Self.sidecar.bytes, as: UTF8.self) == Self.text)
    #expect(try Sidecar(decoding: Self.sidecar.bytes) == Self.sidecar)
    let none = Sidecar(photo: "a.jpg", width: 1, height: 1, prints: [])
    #expect(try Sidecar(decoding: none.bytes) == none)
    var curled = Self.sidecar
    curled.prints[1].curl = Curl(.down, bow: -0.123_456_789, skew: 0.01)
    #expect(try Sidecar(decoding: curled.bytes) == curled)
  }

  @Test(arguments: [
    ("", "", "it isn't JSON"),
    ("\"schema\": 1,", "", "schema is missing"),
    ("\"height\": 500,", "\"height\": 500, \"digest\": \"zzz\",", "digest isn't 16 hexadecimal digits"),
    ("\"schema\": 1,", "\"schema\": 0,", "schema isn't a number above 0"),
    ("\"schema\": 1,", "\"schema\": \"1\",", "schema isn't what it should be"),
    ("\"width\": 600", "\"width\": 0", "width and height aren't those of a photo"),
    ("\"width\": 600", "\"width\": 9000000000000000000", "width and height aren't those of a photo"),
    ("[10.1,20.0]", "[10.1]", "print 1: corners aren't four points in the photo"),
    ("[10.1,20.0]", "[1e300,20.0]", "print 1: corners aren't four points in the photo"),
    ("[10.1,20.0],", "", "print 1: corners aren't four points in the photo"),
    ("[10.1,20.0]", "[true,20.0]", "prints 1 corners 1 1 isn't what it should be"),
    ("instax-mini", "wax", "print 1: there is no film wax"),
    ("\"turn\":3", "\"turn\":4", "print 1: turn isn't 0, 1, 2 or 3"),
    ("\"clip\":0.7", "\"clip\":50", "print 1: clip isn't at least 0 and less than 50"),
    ("\"crop\":\"picture\"", "\"crop\":\"half\"", "print 1: crop is neither print nor picture"),
    ("\"clip\":0.7", "\"clip\":0.7,\"taken\":\"1984-13\"", "print 1: taken isn't a date"),
    ("\"frame\"", "\"red\"", "print 1: there is no such whiteBalance"),
    (
      "true,", "true,\"curl\":{\"direction\":\"down\",\"bow\":0.5,\"skew\":0},",
      "print 1: curl is higher than a tenth of the way along it"
    ),
    (
      "true,", "true,\"curl\":{\"direction\":\"up\",\"bow\":0.1,\"skew\":0},",
      "prints 1 curl direction isn't what it should be"
    ),
    (
      "true,", "true,\"curl\":{\"direction\":\"down\",\"bow\":\"much\",\"skew\":0},",
      "prints 1 curl bow isn't what it should be"
    ),
  ])
  func damagedSidecarsAreRefusedWithTheReason(_ old: String, _ new: String, _ reason: String) {
    let text = old.isEmpty ? "{" : Self.text.replacing(old, with: new, maxReplacements: 1)
    #expect(throws: Sidecar.FormatError.damaged(reason: reason)) { try Sidecar(decoding: Array(text.utf8)) }
  }

  @Test func newerAndTooLongSidecarsAreRefused() {
    let newer = #"{"schema": 2, "prints": {"layers": []}}"#
    #expect(throws: Sidecar.FormatError.newer(schema: 2)) { try Sidecar(decoding: Array(newer.utf8)) }
    let long = Self.sidecar.bytes + [UInt8](repeating: 0x20, count: Sidecar.byteLimit)
    #expect(throws: Sidecar.FormatError.damaged(reason: "more than 1 MB")) { try Sidecar(decoding: long) }
    let many = Sidecar(photo: "a.jpg", width: 600, height: 500, prints: Array(repeating: Self.wanted[1], count: 1001))
    #expect(throws: Sidecar.FormatError.damaged(reason: "more than 1000 prints")) { try Sidecar(decoding: many.bytes) }
    let deep = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
    #expect(throws: Sidecar.FormatError.damaged(reason: "it isn't JSON")) { try Sidecar(decoding: deep) }
  }

  /// Changed bytes are refused, or give a sidecar that can be written and read again.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func randomChangesDoNoHarm(seed: UInt64) throws {
    var state = seed
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let alphabet = Array("0123456789.,-+eE[]{}\":tfnul\\ \0".utf8) + [0xFF, 0xC3]
    for _ in 0..<2000 {
      var bytes = Self.sidecar.bytes
      for _ in 0...random(4) { bytes[random(bytes.count)] = alphabet[random(alphabet.count)] }
      guard var sidecar = try? Sidecar(decoding: bytes) else { continue }
      sidecar.unknownKeys = []
      #expect(try Sidecar(decoding: sidecar.bytes) == sidecar)
    }
  }

  // MARK: - Where sidecars are saved

  private let folder: Folder
  private let store: SidecarStore
  private let photo: PeelFiles.Path

  init() throws {
    folder = try Folder()
    try folder.write(Data("{".utf8), "photos/a \"b\".jpg")
    store = SidecarStore(refuge: PeelFiles.Path(folder.path("state")))
    photo = PeelFiles.Path(folder.path("photos/a \"b\".jpg"))
  }

  private func kept() throws -> [WantedPrint]? { try store.prints(of: photo, width: 600, height: 500) }

  @Test func isSavedBesideThePhoto() throws {
    #expect(try kept() == nil)
    #expect(try store.save(Self.sidecar, of: photo) == .beside)
    #expect(folder.names("photos") == ["a \"b\".jpg", "a \"b\".jpg.peel"])
    #expect(try kept() == Self.wanted)
    var next = Self.sidecar
    next.prints = []
    #expect(try store.save(next, of: photo) == .beside)
    #expect(try kept() == [])
    #expect(folder.names() == ["photos"])
  }

  @Test(arguments: ["{", #"{"schema":9}"#, text.replacing("600", with: "601")])
  func anUnusableSidecarIsNotReplaced(_ old: String) throws {
    try folder.write(Data(old.utf8), "photos/a \"b\".jpg.peel")
    #expect(throws: SidecarError.self) { try kept() }
    guard case .refuge(let path, let trouble) = try store.save(Self.sidecar, of: photo) else {
      Issue.record("it lies beside the photo")
      return
    }
    let reason = trouble.reason
    #expect(reason.contains("is damaged") || reason.contains("newer version") || reason.contains("601 × 500"))
    #expect(path.text.hasSuffix("photos/a \"b\".jpg.peel") && path.text.contains("/state/"))
    #expect(try kept() == Self.wanted)
    // The one that is used hides the other one only with a word.
    let warnings = try store.adjustments(of: photo, width: 600, height: 500)?.warnings.map(\.text) ?? []
    #expect(warnings.contains { $0.contains("b\".jpg.peel \(reason)") && $0.contains("/state/") }, "\(warnings)")
    #expect(try folder.read("photos/a \"b\".jpg.peel") == Data(old.utf8))
    // A damaged sidecar in the refuge stays as well.
    try Data("[".utf8).write(to: URL(filePath: path.text))
    #expect(throws: SidecarError.self) { try store.save(Self.sidecar, of: photo) }
    #expect(try Data(contentsOf: URL(filePath: path.text)) == Data("[".utf8))
  }

  @Test func unknownKeysAreTold() throws {
    let text = Self.text.replacing("\"width\"", with: "\"tint\": [1], \"width\"")
      .replacing("\"upright\":true", with: "\"upright\":true,\"tilt\":{},\"tint\":2")
    try folder.write(Data(text.utf8), "photos/a \"b\".jpg.peel")
    let adjustments = try #require(try store.adjustments(of: photo, width: 600, height: 500))
    #expect(adjustments.prints == Self.wanted && adjustments.sidecar.unknownKeys == ["tilt", "tint"])
    #expect(adjustments.warnings.contains { $0.text.hasSuffix("when you accept the photo anew: tilt, tint") })
    #expect(try Sidecar(decoding: Self.sidecar.bytes).unknownKeys == [])
  }

  @Test func theRefugeIsUsedWhileThePhotosFolderIsReadOnly() throws {
    // A folder with the sidecar's name prevents writing, even for root.
    try folder.write(Data(), "photos/a \"b\".jpg.peel/inner")
    guard case .refuge = try? store.save(Self.sidecar, of: photo) else {
      Issue.record("it is kept nowhere")
      return
    }
    #expect(try kept() == Self.wanted)
    try FileManager.default.removeItem(atPath: folder.path("photos/a \"b\".jpg.peel"))
    #expect(try store.save(Self.sidecar, of: photo) == .beside)
    #expect(try kept() == Self.wanted)
    #expect(folder.names("photos") == ["a \"b\".jpg", "a \"b\".jpg.peel"])
  }

  /// Of two sidecars that fit, the newer one counts; one that doesn't fit hides none.
  @Test func theNewerOfTwoSidecarsThatFitCounts() throws {
    let beside = Self.sidecar
    var refuge = Self.sidecar
    refuge.prints = []
    let inRefuge = try #require(store.inRefuge(photo))
    func write(_ sidecar: Sidecar, _ path: PeelFiles.Path, seconds: Double) throws {
      let url = URL(filePath: path.text)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(sidecar.bytes).write(to: url)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: path.text)
    }
    try write(beside, store.beside(photo), seconds: 2e9)
    try write(refuge, inRefuge, seconds: 1e9)
    #expect(try kept() == Self.wanted)
    try write(refuge, inRefuge, seconds: 3e9)
    #expect(try kept() == [])
    refuge.width += 1
    try write(refuge, inRefuge, seconds: 3e9)
    #expect(try kept() == Self.wanted, "the other one is of another size")
    #expect(try store.save(beside, of: photo) == .beside)
    #expect(try Data(contentsOf: URL(filePath: inRefuge.text)) == Data(refuge.bytes), "it isn't this photo's")
    refuge.width -= 1
    try write(refuge, inRefuge, seconds: 1e9)
    #expect(try store.save(beside, of: photo) == .beside)
    #expect(!FileManager.default.fileExists(atPath: inRefuge.text))
  }

  // MARK: - peel scan

  /// Two outlines that aren't prints of the sample.
  private static func sidecar(_ clip: Double?) -> Sidecar {
    let first = WantedPrint(
      quad: Quad(Point(700.25, 500), Point(1500, 480.5), Point(1520, 1400), Point(690, 1390)),
      PrintSettings(film: .named("polaroid-600"), turn: 1, clip: clip))
    let second = WantedPrint(
      quad: Quad(x: 100, y: 100, width: 500, height: 400),
      PrintSettings(crop: .print, whiteBalance: WhiteBalance.none))
    return Sidecar(photo: "cat.jpg", width: 4032, height: 3024, prints: [first, second])
  }

  private func scan(_ options: String...) throws -> Program.Result {
    try Program.run(["scan", "cat.jpg", "-o", "out", "--force"] + options, in: folder)
  }

  /// The prints of a photo that has changed since they were accepted.
  @Test(arguments: [[], ["--dry-run"]]) func unsurePrintsForOneFileAreToldOnce(_ options: [String]) throws {
    try folder.write(Data(Self.sidecar(nil).bytes), "cat.jpg.peel")
    try folder.write(try Samples.bytes("cat-curled.jpg"), "cat.jpg")
    _ = try Program.run(["-d", "tomorrow", "cat.jpg"], of: "/usr/bin/touch", in: folder)
    let run = try Program.run(["scan", "cat.jpg", "-o", "x.jpg", "--sure-only"] + options, in: folder)
    #expect(run.status == 1 && run.output == "")
    let fact = "peel: cat.jpg: no print in it is sure, so with --sure-only there is no scan to write; open the photo"
    #expect(run.error.contains(fact), "\(run.error)")
    #expect(!run.error.contains("needs review") && !run.error.contains("no print found"), "\(run.error)")
  }

  @Test func scanUsesTheSidecarInsteadOfDetecting() throws {
    try folder.link("cat-curled.jpg", as: "cat.jpg")
    try folder.write(Data(Self.sidecar(nil).bytes), "cat.jpg.peel")
    let run = try scan("--json", "--sure-only")
    #expect(run.status == 0, "\(run.error)")
    #expect(run.output.contains(#""verdict":"sure""#))
    let files = ["cat-1.jpg", "cat-2.jpg"]
    #expect(folder.names("out") == files)
    let first = try files.map { try folder.read("out/" + $0) }
    _ = try scan()
    #expect(try files.map { try folder.read("out/" + $0) } == first)
    // The settings of one print don't affect the other.
    try folder.write(Data(Self.sidecar(3).bytes), "cat.jpg.peel")
    _ = try scan()
    let second = try files.map { try folder.read("out/" + $0) }
    #expect(second[0] != first[0] && second[1] == first[1])
    // Without settings in the sidecar, the command's options count.
    try folder.write(Data(Self.sidecar(nil).bytes), "cat.jpg.peel")
    _ = try scan("--clip", "3")
    #expect(try files.map { try folder.read("out/" + $0) } == second)
  }

  /// A photo that was set aside isn't scanned, and every batch says so once.
  @Test func photosThatWereSetAsideAreCounted() throws {
    try Roll.write(3, in: folder)
    for name in ["100.jpg", "102.jpg"] {
      var aside = Sidecar(photo: name, width: 240, height: 300, prints: [])
      aside.isSetAside = true
      try folder.write(Data(aside.bytes), "roll/\(name).peel")
    }
    let line = "peel: 2 photos are set aside, since another shot of each print was taken; --all scans them, too\n"
    for _ in 0..<2 {
      let run = try Program.run(["scan", "roll", "-o", "out"], in: folder)
      #expect(run.status == 0 && run.error.contains(line), "\(run.error)")
      #expect(folder.names("out") == ["101-1.jpg"])
    }
    let json = try Program.run(["scan", "roll/100.jpg", "-o", "other", "--json"], in: folder)
    #expect(json.output.contains(#""scans":[],"setAside":true,"#), "\(json.output)")
    let one = try Program.run(["scan", "roll/100.jpg", "-o", "other"], in: folder)
    #expect(one.error.contains("set aside") && one.error.contains("--all scans it, too"), "\(one.error)")
    let all = try Program.run(["scan", "roll", "-o", "out", "--all"], in: folder)
    #expect(all.status == 0 && !all.error.contains("set aside"), "\(all.error)")
    #expect(folder.names("out") == ["100-1.jpg", "101-1.jpg", "102-1.jpg"])
  }

  @Test func mergesAreRemembered() throws {
    var sidecar = Sidecar(photo: "b.jpg", width: 240, height: 300, prints: [])
    (sidecar.isSetAside, sidecar.digest) = (true, Digest(number: 7))
    sidecar.merge = SidecarMerge(
      place: 1,
      shots: [.init(photo: "a.jpg", digest: Digest(number: 1)), .init(photo: "c \"d\".jpg", digest: Digest(number: 2))])
    #expect(try Sidecar(decoding: sidecar.bytes) == sidecar)
    (sidecar.merge, sidecar.mergedInto) = (nil, "a.jpg")
    #expect(try Sidecar(decoding: sidecar.bytes) == sidecar)
    for name in ["", "..", "../a.jpg", "a\u{0}b"] {
      sidecar.mergedInto = name
      #expect(throws: Sidecar.FormatError.damaged(reason: "mergedInto isn't a file's name")) {
        try Sidecar(decoding: sidecar.bytes)
      }
    }
  }

  @Test(arguments: [
    (#"{"place":0,"shots":[]}"#, "not 1 to 1000 shots"),
    (#"{"place":2,"shots":[{"photo":"a","digest":"0000000000000001"}]}"#, "place isn't among the shots"),
    (#"{"place":0,"shots":[{"photo":"b.jpg","digest":"0000000000000001"}]}"#, "names the photo itself"),
    (#"{"place":0,"shots":[{"photo":"../a","digest":"0000000000000001"}]}"#, "isn't a file's name"),
    (#"{"place":0,"shots":[{"photo":"a\u0000b","digest":"0000000000000001"}]}"#, "isn't a file's name"),
    (#"{"place":0,"shots":[{"photo":"..","digest":"0000000000000001"}]}"#, "isn't a file's name"),
    (#"{"place":0,"shots":[{"photo":"a","digest":"x"}]}"#, "16 hexadecimal digits"),
  ])
  func damagedMergesAreRefused(merge: String, reason: String) throws {
    let text =
      #"{"schema":1,"photo":"b.jpg","width":9,"height":9,"setAside":true,"merge":"# + merge + #","prints":[]}"#
    let error = #expect(throws: Sidecar.FormatError.self) { try Sidecar(decoding: Array(text.utf8)) }
    guard case .damaged(let words) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(words.contains(reason))
  }

  @Test func aMergeOfAHundredThousandShotsIsRefused() throws {
    let shots = (0..<100_000).map { #"{"photo":"\#($0)","digest":"0000000000000001"}"# }.joined(separator: ",")
    let text =
      #"{"schema":1,"photo":"b.jpg","width":9,"height":9,"merge":{"place":0,"shots":[\#(shots)]},"prints":[]}"#
    #expect(throws: Sidecar.FormatError.self) { try Sidecar(decoding: Array(text.utf8)) }
  }

  @Test(arguments: ["{", #"{"schema":9}"#])
  func scanReportsAnUnusableSidecar(_ text: String) throws {
    try folder.link("cat-curled.jpg", as: "cat.jpg")
    try folder.write(Data(text.utf8), "cat.jpg.peel")
    let run = try scan()
    #expect(run.status == 1)
    #expect(run.errorLines.count == 1)
    #expect(run.error.contains("cat.jpg: its adjustments cat.jpg.peel: the file "))
    #expect(run.error.contains("move that file away"))
    #expect(folder.names("out") == [])
    #expect(try folder.read("cat.jpg.peel") == Data(text.utf8))
  }
}
