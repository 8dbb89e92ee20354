import Foundation
import PeelFiles
import PeelImaging
import PeelRandomNumbers
import PeelScanning
import PeelTerminal
import PeelTestSupport
import PeelWorkbench
import Testing

@testable import PeelStudio

/// The workbench on real files, without a terminal: random keys, and photos that change, vanish, appear and come back.
///
/// `PEEL_STEPS` and `PEEL_SEED` in the environment set the number of steps and the seed for long runs by hand.
@Suite struct StudioTests {
  private static func number(_ name: String, or standard: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? standard
  }

  /// A folder of photos with a workbench on it.
  struct Desk {
    let folder: Folder
    let studio: Studio
    private let mailbox = Mailbox<Action>()
    private var program: WorkbenchProgram
    /// What was exported last of each item: its scans' paths and the prints.
    private(set) var exported: [ItemID: (paths: [String], outlines: [Outline])] = [:]
    /// The items of which a merged scan was written.
    private(set) var merged: Set<ItemID> = []

    var model: Model { program.model }

    /// Opens a folder's photos, which are made anew unless they were there before.
    ///
    /// - Parameter others: names of files in `photos` that are items, too.
    init(photos: Int, _ others: [String] = [], in folder: Folder, isNew: Bool = true, output: String = "out") throws {
      self.folder = folder
      if isNew { for number in 0..<photos { try folder.write(try Roll.photo(number), "photos/\(number).jpg") } }
      let names = (0..<photos).map { "\($0).jpg" } + others
      let paths = names.map { Path(folder.path("photos/\($0)")) }
      var scanner = ItemScanner(
        detector: Detector(), maker: ScanMaker(ScanSettings()), folder: Path(folder.path(output)))
      scanner.sidecars = SidecarStore(refuge: Path(folder.path("refuge")))
      studio = Studio(
        paths.map { .success(Item(ofRoll: $0)) }, scanner,
        folders: RollFolders(folders: [Path(folder.path("photos"))], isRecursive: false),
        drafts: DraftStore(in: Path(folder.path("unsaved"))))
      let items = zip(names, paths).enumerated().map { number, item in
        RollItem(ItemID(number), title: item.0, kind: Item(ofRoll: item.1).kind.shown)
      }
      program = WorkbenchProgram(Model(PeelWorkbench.Roll(items)), studio: studio, mailbox: mailbox)
      _ = program.start()
    }

    mutating func press(_ keys: Key...) { for key in keys { _ = program.update(.key(key)) } }

    /// Ends the session as a signal does, or as a person does.
    func end() { _ = program.finish() }

    /// What the system does when a session is killed.
    func kill() { studio.drafts.release() }

    mutating func tick() { _ = program.tick() }

    /// Takes the events that arrived.
    mutating func takeEvents() {
      for event in mailbox.empty() {
        if case .answer(_, .success(.exported(let order, let scans))) = event {
          exported[order.item] = (scans.files.map { "out/\($0.name)" }, order.outlines)
        }
        if case .answer(_, .success(.mergedExported(let order, _, _))) = event {
          merged.formUnion(order.shots.map(\.item))
        }
        _ = program.update(event)
      }
      program.didDraw(in: .zero)
    }

    /// Takes events until the condition holds, for at most two minutes, since other tests run at the same time.
    mutating func wait(_ isDone: (Model) -> Bool) -> Bool {
      let end = Date().addingTimeInterval(120)
      while Date() < end {
        takeEvents()
        if isDone(model) { return true }
        Thread.sleep(forTimeInterval: 0.002)
      }
      return false
    }

    /// Looks for changes on disk and waits until all work is done.
    mutating func settle() -> Bool {
      // Keys are held back while a snap is running.
      guard wait({ $0.isIdle }) else { return false }
      if model.panel != nil { press(.escape) }
      if model.roll.filter?.isTyping ?? false { press(.escape) }
      if model.page.bursts?.merging != nil { press(.escape) }
      if model.page.bursts != nil { press(.escape) }
      if model.page.depth != nil { press(.escape) }
      _ = program.update(.command(.desk(.reload)))
      program.finishSaving()
      guard wait({ $0.isIdle }) else { return false }
      program.finishSaving()
      return wait { $0.isIdle }
    }
  }

  /// The scans that `peel scan` makes of a photo and its sidecar.
  private static func scans(of photo: String, in folder: Folder) throws -> [Data] {
    let output = "check-\(UUID().uuidString)"
    _ = try Program.run(["scan", "photos/\(photo)", "-o", output], in: folder)
    return try folder.names(output).map { try folder.read("\(output)/\($0)") }
  }

  @Test func exportsAreKnownAfterARestart() async throws {
    let outcome = await onOwnThread("restarts") { Result { try Self.restart() } }
    let (exported, states, isMadeAnew) = try outcome.get()
    #expect(exported == 1)
    #expect(states == ["exported", "accepted", "accepted"], "as exported; changed since; without a scan")
    #expect(!isMadeAnew, "peel scan knows the scans")
  }

  /// Exports two photos, changes one, and starts again; then again without the other's scan.
  ///
  /// - Returns: the number of photos exported, the photos' states, and whether `peel scan` made the first scan anew.
  private static func restart() throws -> (exported: Int, states: [String], isMadeAnew: Bool) {
    let folder = try Folder()
    var desk = try Desk(photos: 2, in: folder)
    _ = desk.settle()
    desk.press(.character("e"))
    _ = desk.settle()
    let exported = desk.exported.count
    desk.press(.enter, .enter)
    _ = desk.settle()
    let scan = try #require(desk.exported[0]?.paths.first)
    func date() throws -> Date? {
      try FileManager.default.attributesOfItem(atPath: folder.path(scan))[.modificationDate] as? Date
    }
    let before = try date()
    _ = try Program.run(["scan", "photos/0.jpg", "-o", "out"], in: folder)
    let isMadeAnew = try date() != before
    var states: [String] = []
    desk = try Desk(photos: 2, in: folder)
    _ = desk.settle()
    states += desk.model.roll.items.map(\.state.words)
    try FileManager.default.removeItem(atPath: folder.path(scan))
    desk = try Desk(photos: 2, in: folder)
    _ = desk.settle()
    states.append(desk.model.roll[0].state.words)
    return (exported, states, isMadeAnew)
  }

  /// The next session knows that a print was accepted since its scan was made, and not exported again.
  @Test func changesSinceAnExportAreKnownAfterARestart() async throws {
    let outcome = await onOwnThread("changed since") {
      Result { () throws -> [[ItemID]?] in
        let folder = try Folder()
        var desk = try Desk(photos: 2, in: folder)
        _ = desk.settle()
        desk.press(.character("e"), .character("n"), .character("e"))
        _ = desk.settle()
        desk.press(.home, .shiftRight, .enter)
        _ = desk.settle()
        desk.end()
        var found: [[ItemID]?] = []
        for _ in 1...2 {
          desk = try Desk(photos: 2, in: folder, isNew: false)
          _ = desk.settle()
          desk.press(.character("/"))
          for letter in "changed" { desk.press(.character(letter)) }
          found.append(desk.model.roll.filter?.items)
          desk.press(.escape, .character("E"))
          _ = desk.settle()
          desk.end()
        }
        return found
      }
    }
    let found = try outcome.get()
    #expect(found == [[0], []], "changed; exported again")
  }

  /// Between two sessions, another program rewrites a photo: the prints that were accepted stay, to be looked at.
  @Test func printsOfAPhotoThatChangedBetweenSessionsStay() async throws {
    let outcome = await onOwnThread("outdated") { Result { try Self.rewrite() } }
    let failures = try outcome.get()
    #expect(failures == [])
  }

  /// - Returns: what went wrong.
  private static func rewrite() throws -> [String] {
    var failures: [String] = []
    func check(_ isRight: Bool, _ what: String) { if !isRight { failures.append(what) } }
    let folder = try Folder()
    var desk = try Desk(photos: 2, in: folder)
    _ = desk.settle()
    desk.press(.end, .shiftRight, .character("t"), .enter)
    _ = desk.settle()
    let accepted = desk.model.roll[1].sheet.prints
    let sidecar = try folder.read("photos/1.jpg.peel")
    // A comment after the JPEG's first marker.
    var photo = try folder.read("photos/1.jpg")
    photo.insert(contentsOf: [0xFF, 0xFE, 0, 4, 0x68, 0x69], at: 2)
    try folder.write(photo, "photos/1.jpg")
    desk = try Desk(photos: 2, in: folder, isNew: false)
    _ = desk.settle()
    desk.press(.character("A"))
    _ = desk.settle()
    check(try folder.read("photos/1.jpg.peel") == sidecar, "A replaced what a person made")
    desk.press(.end)
    _ = desk.settle()
    check(desk.model.item.sheet.prints.map(\.quad) == accepted.map(\.quad), "the prints aren't those accepted")
    check(desk.model.item.state.words.hasPrefix("review"), "it isn't to be looked at")
    desk.press(.enter)
    _ = desk.settle()
    check(try folder.read("photos/1.jpg.peel") != sidecar, "accepting saved nothing")
    desk.press(.character("u"))
    _ = desk.settle()
    check(try folder.read("photos/1.jpg.peel") == sidecar, "undo didn't bring back what was saved")
    return failures
  }

  @Test func aClipFollowsItsStillAndEndingsStay() async throws {
    let outcome = await onOwnThread("pair") { Result { try Self.renamePair() } }
    let (together, apart, refused) = try outcome.get()
    #expect(together == ["n.JPEG", "n.MOV"] && apart == ["0.MOV", "0.heic", "n.jpg"])
    #expect(refused == true)
  }

  /// Renames a photo with a clip beside it, then again with another photo of that name, and gives it another ending.
  ///
  /// - Returns: the names of the files after each, and whether the ending was refused.
  private static func renamePair() throws -> (together: [String], apart: [String], refused: Bool) {
    func rename(_ others: [String], _ name: String) throws -> [String] {
      let folder = try Folder()
      let studio = try Desk(photos: 1, in: folder).studio
      for other in others { try folder.write(Data(), "photos/\(other)") }
      _ = try studio.rename(0, to: name)
      return folder.names("photos").sorted()
    }
    let refused = (try? rename([], "n.png")) == nil
    return (try rename(["0.MOV"], "n.JPEG"), try rename(["0.MOV", "0.heic"], "n"), refused)
  }

  /// Scans beside the photos are no photos of the roll, and are replaced by the next export.
  @Test func scansBesideThePhotosStayScans() async throws {
    let outcome = await onOwnThread("beside") { Result { try Self.exportBeside() } }
    let (photos, exports) = try outcome.get()
    #expect(photos == [1, 1] && exports == 2)
  }

  /// Exports a print beside its photo, twice, and looks at the folder anew.
  ///
  /// - Returns: the number of photos of the roll after each, and the number of different exports.
  private static func exportBeside() throws -> (photos: [Int], exports: Int) {
    let folder = try Folder()
    var desk = try Desk(photos: 1, in: folder, output: "photos")
    _ = desk.settle()
    desk.press(.character("e"))
    _ = desk.settle()
    let scan = folder.names("photos").first { $0.hasPrefix("0-") } ?? ""
    let first = try folder.read("photos/\(scan)")
    desk.press(.shiftRight, .character("e"))
    _ = desk.settle()
    let second = try folder.read("photos/\(scan)")
    let count = desk.model.roll.count
    desk = try Desk(photos: 1, in: folder, isNew: false, output: "photos")
    _ = desk.settle()
    return ([count, desk.model.roll.count], first == second ? 1 : 2)
  }

  /// Another program's sidecar and scans, between this workbench's own steps.
  @Test func othersWorkIsNoticed() async throws {
    let outcome = await onOwnThread("others") { Result { try Self.others() } }
    let failures = try outcome.get()
    #expect(failures == [])
  }

  /// - Returns: what went wrong.
  private static func others() throws -> [String] {
    var failures: [String] = []
    func check(_ isRight: Bool, _ what: String) { if !isRight { failures.append(what) } }
    let folder = try Folder()
    /// Moves the first corner in a sidecar, as another workbench might.
    func move(_ sidecar: String) throws {
      var text = String(decoding: try folder.read(sidecar), as: UTF8.self)
      guard let x = text.firstMatch(of: /\[\s*\[\s*([0-9.]+)/), let number = Double(x.1) else {
        return failures.append("no corners in \(text)")
      }
      text.replaceSubrange(x.1.startIndex..<x.1.endIndex, with: "\(number + 3)")
      try folder.write(Data(text.utf8), sidecar)
    }
    var desk = try Desk(photos: 2, in: folder)
    _ = desk.settle()
    // A sidecar where there was none.
    var other = try Desk(photos: 2, in: folder)
    _ = other.settle()
    other.press(.enter)
    _ = other.settle()
    let theirs = try folder.read("photos/0.jpg.peel")
    desk.press(.right, .enter)
    _ = desk.settle()
    check(try folder.read("photos/0.jpg.peel") == theirs, "a new sidecar was replaced")
    check(desk.model.roll[0].state == .accepted, "a new sidecar wasn't taken in")

    // A sidecar that changes after its photo was renamed.
    desk.press(.home)
    desk.press(.character("R"), .control("u"), .character("n"), .enter)
    _ = desk.settle()
    check(folder.names("photos").contains("n.jpg.peel"), "the sidecar wasn't renamed")
    let before = desk.model.roll[0].sheet.accepted
    try move("photos/n.jpg.peel")
    _ = desk.settle()
    check(desk.model.roll[0].sheet.accepted != before, "a change after a rename wasn't noticed")

    // A scan that another run replaced.
    desk.press(.character("E"))
    _ = desk.settle()
    check(desk.model.roll[0].state == .exported, "not exported: \(desk.model.roll[0].state.words)")
    guard let scan = desk.exported[0]?.paths.first else {
      return failures + [
        "no export: \(desk.model.message?.text ?? "") \(desk.model.roll[0].sheet.prints.map(\.quad)) \(folder.names("photos"))"
      ]
    }
    try folder.write(try folder.read(scan) + Data([0]), scan)
    _ = desk.settle()
    check(desk.model.roll[0].state == .accepted, "a changed scan counts as exported")

    // A name that another photo took, and a sidecar that can't be read.
    try folder.write(Data("{".utf8), "photos/n.jpg.peel")
    _ = desk.settle()
    desk.press(.home)
    desk.press(.character("R"), .control("u"), .character("m"), .enter)
    _ = desk.settle()
    check(folder.names("photos").contains("n.jpg"), "a photo left its sidecar behind")
    return failures
  }

  /// What is read while something waits to be saved is dropped, so its sidecar is still unknown.
  @Test func aSidecarThatTheModelNeverTookIsKept() async throws {
    let outcome = await onOwnThread("reads") { Result { try Self.readTwice() } }
    let (refused, isKept, isReplaced) = try outcome.get()
    #expect(refused?.contains("another program changed its sidecar") == true)
    #expect(isKept)
    #expect(isReplaced, "once it is taken")
  }

  /// Saves a photo's prints after a sidecar came that was read but not taken, and again after it was taken.
  ///
  /// - Returns: why the first save was refused, and whether each save did what it should.
  private static func readTwice() throws -> (refused: String?, isKept: Bool, isReplaced: Bool) {
    let folder = try Folder()
    let studio = try Desk(photos: 1, in: folder).studio
    let loaded = try #require(try studio.loaded(0)?.photo)
    _ = try studio.answer(.took(item: 0))
    let kept = Kept([], width: loaded.photo.width, height: loaded.photo.height)
    _ = try studio.keep(kept, of: 0, insists: false)
    let theirs = try folder.read("photos/0.jpg.peel") + Data("\n".utf8)
    try folder.write(theirs, "photos/0.jpg.peel")
    _ = try studio.answer(.load(item: 0))
    var refused: String?
    do throws(Sentence) { _ = try studio.keep(kept, of: 0, insists: false) } catch { refused = error.text }
    let isKept = try folder.read("photos/0.jpg.peel") == theirs
    _ = try studio.answer(.load(item: 0))
    _ = try studio.answer(.took(item: 0))
    _ = try studio.keep(kept, of: 0, insists: false)
    return (refused, isKept, try folder.read("photos/0.jpg.peel") != theirs)
  }

  /// A refused save may be repeated only by a person who was told, and only against what was refused.
  @Test func aSecondSaveInWaitingReplacesNothing() async throws {
    let outcome = await onOwnThread("saves") { Result { try Self.saveInWaiting() } }
    #expect(try outcome.get() == ["theirs", "theirs", "theirs again", "mine"])
  }

  /// Saves twice without knowing of another program's sidecar; then knowing of it, after it has changed once more; and then
  /// knowing of that.
  ///
  /// - Returns: whose sidecar there is after each.
  private static func saveInWaiting() throws -> [String] {
    let folder = try Folder()
    let studio = try Desk(photos: 1, in: folder).studio
    let loaded = try #require(try studio.loaded(0)?.photo)
    _ = try studio.answer(.took(item: 0))
    let kept = Kept([], width: loaded.photo.width, height: loaded.photo.height)
    _ = try studio.keep(kept, of: 0, insists: false)
    let mine = try folder.read("photos/0.jpg.peel")
    let theirs = mine + Data("\n".utf8)
    try folder.write(theirs, "photos/0.jpg.peel")
    var owners: [String] = []
    for (isChanged, insists) in [(false, false), (false, false), (true, true), (false, true)] {
      if isChanged { try folder.write(theirs + Data("\n".utf8), "photos/0.jpg.peel") }
      _ = try? studio.keep(kept, of: 0, insists: insists)
      let now = try folder.read("photos/0.jpg.peel")
      owners.append(now == mine ? "mine" : now == theirs ? "theirs" : "theirs again")
    }
    return owners
  }

  /// A sidecar that isn't the photo's stays whatever is done to the photo.
  @Test(arguments: ["other", "size", "newer", "damaged"], [["u"], ["R"], ["R", "u"]])
  func whatIsNotThePhotosStays(_ kind: String, keys: [String]) async throws {
    let outcome = await onOwnThread("foreign") { Result { try Self.decide(besides: kind, keys) } }
    let (before, after, own) = try outcome.get()
    #expect(before == after)
    #expect(own == (keys == ["R"] ? ["n.jpg.peel"] : keys == ["u"] ? [] : ["0.jpg.peel"]), "the photo's own sidecar")
  }

  /// Accepts a photo beside which a sidecar lies that isn't its own, and undoes that or renames the photo.
  ///
  /// - Parameter keys: `R` renames to `n`.
  /// - Returns: that sidecar before and after, and the names of the others.
  private static func decide(besides kind: String, _ keys: [String]) throws -> (Data, Data?, [String]) {
    let folder = try Folder()
    var desk = try Desk(photos: 1, in: folder)
    _ = desk.settle()
    desk.press(.enter)
    _ = desk.settle()
    var text = String(decoding: try folder.read("photos/0.jpg.peel"), as: UTF8.self)
    switch kind {
    case "other":
      text = text.replacing("0.jpg", with: "someone.jpg").replacing(/"digest": "[0-9a-f]+"/, with: #""digest": "12""#)
    case "size": text = text.replacing(#""width": "#, with: #""width": 1"#)
    case "newer": text = text.replacing(#""schema": 1"#, with: #""schema": 2"#)
    case _: text = "{"
    }
    let before = Data(text.utf8)
    try folder.write(before, "photos/0.jpg.peel")
    desk = try Desk(photos: 1, in: folder)
    _ = desk.settle()
    desk.press(.enter)
    _ = desk.settle()
    for key in keys {
      if key == "R" {
        desk.press(.character("R"), .control("u"), .character("n"), .enter)
      } else {
        desk.press(.character("u"))
      }
      _ = desk.settle()
    }
    let refuge = FileManager.default.enumerator(atPath: folder.path("refuge"))?.compactMap { $0 as? String } ?? []
    let own = refuge.filter { $0.hasSuffix(".peel") }.map { String($0.split(separator: "/").last ?? "") }
    let others = folder.names("photos").filter { $0.hasSuffix(".peel") && $0 != "0.jpg.peel" }
    return (before, try? folder.read("photos/0.jpg.peel"), own + others)
  }

  /// A photo takes the name of one that was deleted, which then is no item of its own any more.
  @Test func oneItemHasAName() async throws {
    let outcome = await onOwnThread("one name") { Result { try Self.takeName() } }
    let (isGone, isTold, sidecars) = try outcome.get()
    #expect(isGone && isTold)
    #expect(sidecars == ["0.jpg.peel"])
  }

  /// Deletes the first photo, gives the second one its name, and changes that one's sidecar.
  ///
  /// - Returns: whether the first item is gone, whether the second one has the other sidecar's prints, and the sidecars.
  private static func takeName() throws -> (isGone: Bool, isTold: Bool, sidecars: [String]) {
    let folder = try Folder()
    var desk = try Desk(photos: 2, in: folder)
    _ = desk.settle()
    try FileManager.default.removeItem(atPath: folder.path("photos/0.jpg"))
    _ = desk.settle()
    desk.press(.end, .character("R"), .control("u"), .character("0"), .enter)
    _ = desk.settle()
    desk.press(.enter)
    _ = desk.settle()
    let before = desk.model.roll[1].sheet.accepted
    var text = String(decoding: try folder.read("photos/0.jpg.peel"), as: UTF8.self)
    text = text.replacing(#""turn": 0"#, with: #""turn": 1"#).replacing(#""turn":0"#, with: #""turn":1"#)
    try folder.write(Data(text.utf8), "photos/0.jpg.peel")
    _ = desk.settle()
    let after = desk.model.roll[1].sheet.accepted
    return (
      desk.model.roll[0].isGone, before != nil && after != nil && after != before,
      folder.names("photos").filter { $0.hasSuffix(".peel") }
    )
  }

  /// A photo that was replaced under its name leaves the sidecar of the one before, which may come back.
  @Test func aNewcomerDoesNotTakeASidecarAlong() async throws {
    let outcome = await onOwnThread("newcomer") { Result { try Self.renameNewcomer() } }
    #expect(try outcome.get() == ["0.jpg.peel", "n.jpg"])
  }

  private static func renameNewcomer() throws -> [String] {
    let folder = try Folder()
    var desk = try Desk(photos: 1, in: folder)
    _ = desk.settle()
    desk.press(.enter)
    _ = desk.settle()
    try folder.write(try Roll.photo(7), "photos/0.jpg")
    _ = desk.settle()
    desk.press(.character("R"), .control("u"), .character("n"), .enter)
    _ = desk.settle()
    return folder.names("photos")
  }

  /// A photo that was away has the prints that were accepted, unchanged.
  @Test func aPhotoThatComesBackIsAsItWas() async throws {
    let outcome = await onOwnThread("back") { Result { try Self.goAndComeBack() } }
    let (states, messages) = try outcome.get()
    #expect(states == ["accepted", "exported", "exported"])
    #expect(!messages.contains { $0.contains("another program") }, "\(messages)")
  }

  /// Takes an exported photo away and brings it back.
  private static func goAndComeBack() throws -> (states: [String], messages: [String]) {
    let folder = try Folder()
    var desk = try Desk(photos: 1, in: folder)
    _ = desk.settle()
    desk.press(.enter)
    _ = desk.settle()
    var (states, messages) = ([desk.model.item.state.words], [desk.model.message?.text ?? ""])
    desk.press(.character("E"))
    _ = desk.settle()
    states.append(desk.model.item.state.words)
    try renameWithoutReplacing(Path(folder.path("photos/0.jpg")), to: Path(folder.path("away.jpg")))
    _ = desk.settle()
    desk.press(.character("d"))
    _ = desk.settle()
    try renameWithoutReplacing(Path(folder.path("away.jpg")), to: Path(folder.path("photos/0.jpg")))
    for _ in 0..<2 {
      _ = desk.settle()
      messages.append(desk.model.message?.text ?? "")
    }
    states.append(desk.model.item.state.words)
    return (states, messages)
  }

  /// Names that aren't UTF-8 look alike.
  @Test func namesThatLookAlikeComeBack() async throws {
    let outcome = await onOwnThread("names") { Result { try Self.renameBack() } }
    #expect(try outcome.get() == [[0x61, 0xFE, 0x2E, 0x6A, 0x70, 0x67], [0x61, 0xFF, 0x2E, 0x6A, 0x70, 0x67]])
  }

  /// Renames two photos whose names look alike, and gives them their old names.
  private static func renameBack() throws -> [[UInt8]] {
    let folder = try Folder()
    let paths = [0xFE, 0xFF].map { (byte: UInt8) in
      Path(folder.path("photos")).appending([UInt8(ascii: "a"), byte] + Array(".jpg".utf8))
    }
    for (number, path) in paths.enumerated() {
      try folder.write(try Roll.photo(number), "photos/\(number).jpg")
      try renameWithoutReplacing(Path(folder.path("photos/\(number).jpg")), to: path)
    }
    let scanner = ItemScanner(
      detector: Detector(), maker: ScanMaker(ScanSettings()), folder: Path(folder.path("out")))
    let studio = Studio(paths.map { .success(Item($0)) }, scanner)
    for item in [0, 1] as [ItemID] { _ = try studio.rename(item, to: "b\(item)") }
    for (item, path) in paths.enumerated() { _ = try studio.rename(ItemID(item), to: Path(bytes: path.name).text) }
    return paths.filter { Descriptor.Status(of: $0) != nil }.map(\.name)
  }

  /// While a photo is exported, another takes its place: the scans are the first one's, and don't keep the other from its own.
  @Test func aPhotoReplacedDuringItsExportIsAnotherPhoto() throws {
    let folder = try Folder()
    let path = Path(folder.path("photos/a.jpg"))
    try folder.write(try Roll.photo(1), "photos/a.jpg")
    let scanner = ItemScanner(
      detector: Detector(), maker: ScanMaker(ScanSettings()), folder: Path(folder.path("out")))
    let studio = Studio([.success(Item(path))], scanner)
    let order = ExportOrder(
      item: 0, outlines: [Outline(quad: Quad(x: 60, y: 40, width: 108, height: 172), origin: .byHand, isTaken: true)])
    let read = try studio.read(0)
    try folder.write(try Roll.photo(2), "photos/a.jpg")
    let first = try studio.export(order, of: read, at: path)
    let second = try studio.export(order)
    #expect(first.files.map(\.name) == ["a-1.jpg"])
    #expect(second.files.map(\.name) == ["a_2-1.jpg"])
  }

  @Test(arguments: [0, 1])
  func whatIsAcceptedIsWhatIsScanned(run: Int) async throws {
    let seed = Self.number("PEEL_SEED", or: 1) + run
    // A test that waits would keep a thread from the tasks that it waits for.
    let outcome = await onOwnThread("driver") { Result { try Self.drive(seed: seed) } }
    let (failures, checks) = try outcome.get()
    #expect(failures.isEmpty)
    #expect(checks > 0)
  }

  /// - Returns: what went wrong, and the number of items whose exports were compared.
  private static func drive(seed: Int) throws -> (failures: [String], checks: Int) {
    var dice = RandomNumbers(seed: seed)
    let folder = try Folder()
    var desk = try Desk(photos: 4, in: folder)
    guard desk.settle() else { return (["the first photos aren't searched: \(desk.model.workInWords)"], 0) }
    var hidden: [String: Data] = [:]
    var checks = 0
    var log: [String] = []
    for step in 0..<Self.number("PEEL_STEPS", or: 250) {
      let names = folder.names("photos").filter { $0.hasSuffix(".jpg") }
      switch Int.random(in: 0..<30, using: &dice) {
      case 0:
        // Another photo under the same name.
        if let name = names.randomElement(using: &dice) {
          try folder.write(try Roll.photo(10_000 + step), "photos/\(name)")
          log.append("replace \(name)")
        }
      case 1:
        if names.count > 1, let name = names.randomElement(using: &dice) {
          hidden[name] = try folder.read("photos/\(name)")
          try FileManager.default.removeItem(at: folder.url.appending(path: "photos/\(name)"))
          log.append("delete \(name)")
        }
      case 2:
        if let name = hidden.keys.sorted().randomElement(using: &dice), let bytes = hidden.removeValue(forKey: name) {
          try folder.write(bytes, "photos/\(name)")
          log.append("restore \(name)")
        }
      case 3:
        // No copy of another photo: while that one is away, the copy counts as that photo, moved, and takes its scans' names.
        if names.count < 7 { try folder.write(try Roll.photo(20_000 + step), "photos/new-\(step).jpg") }
      case 4...6:
        desk.press(.enter)
        log.append("\(desk.model.current):Enter")
      case 7:
        desk.press(.character("E"))
        log.append("E")
      default:
        let keys = desk.model.keysInEffect.filter {
          ![.control("c"), .control("z"), .character("q"), .character("O"), .character("R")].contains($0)
        }
        if let key = keys.randomElement(using: &dice) {
          desk.press(key)
          log.append("\(desk.model.current):\(key.name(unicode: false))")
        }
      }
      desk.takeEvents()
      guard step % 25 == 24 else { continue }
      guard desk.settle() else { return (["seed \(seed), step \(step): \(desk.model.workInWords)"], checks) }
      desk.press(.character("E"))
      guard desk.wait({ $0.isIdle }) else { return (["seed \(seed), step \(step): an export hangs"], checks) }
      for item in desk.model.roll.items where !item.isGone && !item.sheet.isSetAside && item.lost == nil {
        // The merged scan is kept.
        if desk.merged.contains(item.id) { continue }
        guard let accepted = item.sheet.accepted, !accepted.isEmpty else { continue }
        guard let exported = desk.exported[item.id], accepted.areSaved(as: exported.outlines) else {
          if item.isAdjusted { continue }
          return (
            [
              "seed \(seed), step \(step): \(item.title) is \(item.state.words) but not exported: \(desk.model.message?.text ?? ""); \(log.suffix(120))"
            ], checks
          )
        }
        let written = try exported.paths.map { try folder.read($0) }
        if try written != scans(of: item.title, in: folder) {
          let again = try scans(of: item.title, in: folder)
          let sidecar = (try? String(decoding: folder.read("photos/\(item.title).peel"), as: UTF8.self)) ?? "none"
          let what = "\(sidecar) written \(exported.paths) \(written.map(\.count)), scanned \(again.map(\.count))"
          return (
            ["seed \(seed), step \(step): the scans of \(item.title) differ: \(what); \(log.suffix(120))"], checks
          )
        }
        checks += 1
      }
    }
    let lost = try lostByAKill(&desk)
    return (lost.map { "seed \(seed): \($0); \(log.suffix(120))" }, checks)
  }

  /// Kills a session some time after the last key, and opens the photos again.
  ///
  /// - Returns: the items whose prints aren't as they were, accepted or changed.
  private static func lostByAKill(_ desk: inout Desk) throws -> [String] {
    guard desk.settle() else { return ["\(desk.model.workInWords)"] }
    let end = Date().addingTimeInterval(1.2)
    while Date() < end {
      desk.tick()
      desk.takeEvents()
      Thread.sleep(forTimeInterval: 0.05)
    }
    guard desk.wait({ $0.isIdle }) else { return ["\(desk.model.workInWords)"] }
    func prints(_ outlines: [Outline]?) -> [String]? { outlines?.map { "\($0.quad.corners) \($0.settings)" } }
    // What isn't decided may be found otherwise: beside a photo that was replaced lies the former one's sidecar.
    let before = desk.model.roll.items.filter { item in
      !item.isGone && !item.sheet.isSetAside && item.lost == nil && (item.sheet.accepted != nil || item.isAdjusted)
    }
    let drafts = FileManager.default.enumerator(atPath: desk.folder.path("unsaved"))?.compactMap { $0 as? String } ?? []
    desk.kill()
    var next = try Desk(
      photos: 0, desk.folder.names("photos").filter { $0.hasSuffix(".jpg") }, in: desk.folder, isNew: false)
    guard next.settle() else { return ["\(next.model.workInWords)"] }
    let after = Dictionary(next.model.roll.items.map { ($0.title, $0) }) { first, _ in first }
    return before.filter { item in
      prints(after[item.title]?.sheet.accepted) != prints(item.sheet.accepted)
        || prints(after[item.title]?.sheet.prints) != prints(item.sheet.prints)
    }.map {
      let file = "\($0.title).peel"
      let draft = drafts.contains { $0.hasSuffix(file) } ? "a" : "no"
      let now = after[$0.title]?.state.words ?? "gone"
      return "\($0.title), \($0.state.words) before, \(now) now; \(draft) draft on disk"
    }
  }
}

extension Studio {
  /// An item's photo, and what was accepted of it before.
  func loaded(_ item: ItemID) throws(Sentence) -> (photo: LoadedPhoto, kept: Kept?)? {
    if case .loaded(_, let photo, let kept) = try answer(.load(item: item)) { (photo, kept) } else { nil }
  }
}
