import Foundation
import PeelFiles
import PeelImaging
import PeelRandomNumbers
import PeelTestSupport
import PeelWorkbench
import Testing

@testable import PeelCodecs
@testable import PeelScanning
@testable import PeelStudio

/// Photos, sidecars and scans on disk, and a model of what must be there.
final class RulesWorld {
  /// A rule that doesn't hold.
  struct Broken: Error {
    let rule: String
  }

  /// A step: what is done, and numbers that choose with what.
  struct Step {
    enum Deed: CaseIterable {
      case scan, scanOtherwise, force, scanIntoPhotos, scanInShards, explain, export, exportFromSecondSession
      case adjust, removeSidecar, rename, renameWithSidecar, copy, swap, replace, moveAway, edit, retouch, touch
      case delete, add
      case editScan, deleteScan, putFile, loseJournal
      case plant, uproot
      case scanAndKill, scanWithFailingWrites, scanAndSwap, scanWithCrash, scanOnOddMount, scanAsAnother
    }

    let deed: Deed
    let choices: [Int]

    private static let disturbed: Set<Deed> = [
      .scanAndKill, .scanWithFailingWrites, .scanAndSwap, .scanWithCrash, .scanOnOddMount, .scanAsAnother,
    ]

    static func random(by numbers: inout RandomNumbers) -> Step {
      // Half of the steps are commands.
      let commands: [Deed] = [
        .scan, .scan, .scan, .scanOtherwise, .force, .scanIntoPhotos, .scanInShards, .export, .exportFromSecondSession,
      ]
      var deed =
        Bool.random(using: &numbers)
        ? commands.randomElement(using: &numbers) : Deed.allCases.randomElement(using: &numbers)
      // Disturbed runs take long.
      if deed.map(disturbed.contains) ?? false, Bool.random(using: &numbers) { deed = .scan }
      #if !os(Linux)
        // These rely on Linux.
        if [.scanWithCrash, .scanOnOddMount, .scanAsAnother].contains(deed) { deed = .scan }
      #endif
      return Step(deed: deed ?? .scan, choices: (0..<4).map { _ in Int.random(in: 0..<1 << 30, using: &numbers) })
    }
  }

  /// The photo that a stem's scans are of, as it was when they were written.
  struct Owner {
    var bytes: Data
    var path: String
  }

  let folder: Folder
  /// Whether the output folders seem to ignore case, and how letters are composed.
  let isFolding: Bool
  var photos: [String: Data] = [:]
  var dates: [Data: String] = [:]
  /// Numbers of the photos' pictures. Files that differ in metadata alone have the same.
  var pictures: [Data: Int] = [:]
  var sidecars: [String: Data] = [:]
  /// Scans that peel made, unchanged, by path.
  var scans: [String: Data] = [:]
  /// Files that people put or changed where scans are, and files elsewhere. A link is its destination.
  var others: [String: Data] = [:]
  /// Those of `others` that can be taken away again.
  var planted: Set<String> = []
  /// By output folder and stem.
  var owners: [String: Owner] = [:]
  var sessions: [Int: (studio: Studio, photos: [String])] = [:]
  var made = 0
  var story: [String] = []

  static let folders = ["a", "b", "c"]
  /// Where scans go.
  static let outputs = ["out", "a"]
  static let names = ["desk.jpg", "desk-1.jpg", "Desk.jpg", "table.jpg", "desk_2.jpg"]
  /// Further names where output folders ignore case.
  private static let alike = ["DESK.jpg", "caf\u{E9}.jpg", "CAF\u{C9}.jpg", "caf\u{E9}-1.jpg"]
  static let (width, height) = (80, 96)

  init(isFolding: Bool = false) throws {
    folder = try Folder()
    self.isFolding = isFolding
    for output in Self.outputs { try fold(output) }
    for file in ["kept.jpg", "desk-1.jpg", "\(Self.leftover)/kept.jpg"] { try put(file, "outside/" + file) }
    let first = ["a/desk.jpg", isFolding ? "b/Desk.jpg" : "b/desk.jpg", "a/table.jpg"]
    for name in first { try addPhoto(name, date: made % 2 == 0) }
  }

  /// A folder that ignores case finds the file that runs lock by this name too.
  func fold(_ output: String) throws {
    if isFolding { try folder.write(Data(), output + "/.peel/LOCK") }
  }

  // MARK: - Photos

  private static func encoded(_ number: Int, version: Int, date: String?) throws -> Data {
    var samples: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        samples += [
          UInt8((number * 37 + x) % 256), UInt8((number * 91 + y) % 256), UInt8((version * 53 + x + y) % 256),
        ]
      }
    }
    var file = ScanFile()
    if let date { file.exif = Exif(width: width, height: height, ppi: nil, date: date) }
    return Data(try file.encoded(Picture(width: width, height: height, samples: samples)))
  }

  private func write(_ data: Data, _ path: String) throws {
    try folder.write(data, path)
    made += 1
    // Distinct times, as files that people write have.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000 + Double(made))],
      ofItemAtPath: folder.path(path))
  }

  private func addPhoto(_ path: String, date: Bool) throws {
    let text = date ? "2026:01:01 00:\(10 + made / 60 % 50):\(10 + made % 50)" : nil
    let bytes = try Self.encoded(made, version: 0, date: text)
    try write(bytes, path)
    photos[path] = bytes
    dates[bytes] = text
    pictures[bytes] = made
    if sidecars[path] == nil { try adjust(path, prints: 1 + made % 2) }
  }

  private func adjust(_ path: String, prints: Int) throws {
    guard let photo = photos[path] else { return }
    let wanted = (0..<prints).map { number in
      let inset = Double(2 + (made + number) % 5)
      return WantedPrint(quad: Quad(x: inset + Double(30 * number), y: inset, width: 40, height: 50 + inset))
    }
    var sidecar = Sidecar(
      photo: PeelFiles.Path(bytes: Self.path(path).name).text, width: Self.width, height: Self.height, prints: wanted)
    if made % 3 > 0 { sidecar.digest = Digest([UInt8](photo)) }
    try write(Data(sidecar.bytes), path + ".peel")
    sidecars[path] = Data(sidecar.bytes)
  }

  static func path(_ text: String) -> PeelFiles.Path { PeelFiles.Path(text) }
  func absolute(_ path: String) -> PeelFiles.Path { PeelFiles.Path(folder.path(path)) }

  // MARK: - Steps

  func take(_ step: Step) throws {
    let choices = step.choices
    let sorted = photos.keys.sorted()
    let photo = sorted.isEmpty ? nil : sorted[choices[0] % sorted.count]
    let isFirst = choices[3] % 2 == 0
    switch step.deed {
    case .scan: try scan(some(choices[1]), to: "out")
    case .scanOtherwise: try scan(some(choices[1]), to: "out", options: 1 + choices[2] % 3)
    case .force: try scan(some(choices[1]), to: isFirst ? "out" : "a", isForced: true)
    case .scanIntoPhotos: try scan(some(choices[1]), to: "a")
    case .scanInShards: try scan(some(choices[1]), to: "out", shards: 2 + choices[2] % 2)
    case .explain: if let photo { try explain(photo, over: choices[1]) }
    case .export: try export(session: 0, choices)
    case .exportFromSecondSession: try export(session: 1, choices)
    case .adjust: if let photo { try told("adjust \(photo)") { try adjust(photo, prints: choices[1] % 3) } }
    case .removeSidecar:
      if let photo, sidecars[photo] != nil { try told("rm \(photo).peel") { try remove(sidecarOf: photo) } }
    case .rename, .renameWithSidecar:
      let target = place(choices[1])
      guard let photo, photos[target] == nil, others[target] == nil, scans[target] == nil else { break }
      try told("mv \(photo) \(target)\(step.deed == .rename ? "" : ", with its sidecar")") {
        try move(photo, to: target)
        photos[target] = photos.removeValue(forKey: photo)
        guard step.deed == .renameWithSidecar, let sidecar = sidecars[photo] else { return }
        if sidecars[target] != nil { try remove(sidecarOf: target) }
        try move(photo + ".peel", to: target + ".peel")
        sidecars[target] = sidecar
        sidecars[photo] = nil
      }
    case .copy:
      let target = place(choices[1])
      guard let photo, photos[target] == nil, others[target] == nil, scans[target] == nil else { break }
      try told("cp \(photo) \(target)") {
        photos[target] = photos[photo]
        try write(photos[photo] ?? Data(), target)
      }
    case .swap:
      guard let photo, let bytes = photos[photo] else { break }
      let other = sorted[choices[1] % sorted.count]
      try told("swap \(photo) and \(other)") {
        (photos[photo], photos[other]) = (photos[other], bytes)
        try write(photos[photo] ?? Data(), photo)
        try write(photos[other] ?? Data(), other)
      }
    case .replace:
      guard let photo else { break }
      try told("another photo at \(photo)") { try addPhoto(photo, date: isFirst) }
    case .moveAway:
      let target = place(choices[1])
      guard let photo, photos[target] == nil, others[target] == nil, scans[target] == nil else { break }
      try told("mv \(photo) \(target), and another photo at \(photo)") {
        try move(photo, to: target)
        photos[target] = photos.removeValue(forKey: photo)
        try addPhoto(photo, date: isFirst)
      }
    case .edit:
      guard let photo, let bytes = photos[photo] else { break }
      try told("edit the metadata of \(photo)") {
        let edited = bytes + Data("\(made)".utf8)
        (dates[edited], pictures[edited]) = (dates[bytes], pictures[bytes])
        photos[photo] = edited
        try write(edited, photo)
      }
    case .retouch:
      guard let photo, let bytes = photos[photo] else { break }
      try told("retouch \(photo)") {
        let retouched = try Self.encoded(made, version: 1, date: dates[bytes])
        (dates[retouched], pictures[retouched]) = (dates[bytes], made)
        photos[photo] = retouched
        try write(retouched, photo)
      }
    case .touch: if let photo { try told("touch \(photo)") { try write(photos[photo] ?? Data(), photo) } }
    case .delete:
      guard let photo, photos.count > 1 else { break }
      try told("rm \(photo)") {
        try FileManager.default.removeItem(atPath: folder.path(photo))
        photos[photo] = nil
      }
    case .add:
      let target = place(choices[1])
      guard photos[target] == nil, others[target] == nil, scans[target] == nil else { break }
      try told("a new photo at \(target)") { try addPhoto(target, date: isFirst) }
    case .editScan, .deleteScan:
      let made = scans.keys.sorted()
      guard !made.isEmpty else { break }
      let scan = made[choices[0] % made.count]
      scans[scan] = nil
      guard step.deed == .editScan else {
        return try told("rm \(scan)") { try FileManager.default.removeItem(atPath: folder.path(scan)) }
      }
      try told("edit the scan \(scan)") {
        others[scan] = Data("mine \(choices[1])".utf8)
        try write(others[scan] ?? Data(), scan)
      }
    case .putFile:
      let target = "out/" + ["desk-1.jpg", "desk_2-1.jpg", "a-desk-1.jpg", "table-2.jpg"][choices[0] % 4]
      guard scans[target] == nil, others[target] == nil else { break }
      try told("a person's file \(target)") {
        others[target] = Data("mine \(choices[1])".utf8)
        try write(others[target] ?? Data(), target)
      }
    case .loseJournal:
      guard FileManager.default.fileExists(atPath: folder.path("out/.peel")) else { break }
      try told("rm -r out/.peel") {
        try FileManager.default.removeItem(atPath: folder.path("out/.peel"))
        for (path, bytes) in scans where path.hasPrefix("out/") {
          others[path] = bytes
          scans[path] = nil
        }
        owners = owners.filter { !$0.key.hasPrefix("out/") }
        for path in planted where path.hasPrefix("out/") && Self.isNote(path) { forget(path) }
        try fold("out")
      }
    case .plant: try plant(choices)
    case .uproot: try uproot()
    case .scanAndKill: try disturb(Self.kill(choices[2]), choices)
    case .scanWithFailingWrites: try disturb(Self.limit(choices[2]), choices)
    case .scanAndSwap: try disturb(Self.swap(choices[2]), choices)
    case .scanWithCrash: try disturb(.crash, choices)
    case .scanOnOddMount: try disturb(Self.mount(choices[2]), choices)
    case .scanAsAnother: if getuid() == 0 { try disturb(.otherUser, choices) }
    }
    try check()
  }

  private func told(_ what: String, _ body: () throws -> Void) throws {
    story.append(what)
    try body()
  }

  private func move(_ path: String, to target: String) throws {
    let file = folder.url.appending(path: target)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: folder.path(path), toPath: folder.path(target))
  }

  private func remove(sidecarOf photo: String) throws {
    try FileManager.default.removeItem(atPath: folder.path(photo + ".peel"))
    sidecars[photo] = nil
  }

  private func place(_ choice: Int) -> String {
    let folder = Self.folders[choice % Self.folders.count]
    let names = isFolding ? Self.names + Self.alike : Self.names
    let name = names[choice / Self.folders.count % names.count]
    // Both forms of a name are the same key here, so they are in different folders.
    return folder + "/" + (folder == "c" ? name.decomposedStringWithCanonicalMapping : name)
  }

  /// Some of the photos, in some order.
  func some(_ choice: Int) -> [String] {
    let sorted = photos.keys.sorted()
    let chosen = sorted.enumerated().filter { choice >> $0.offset & 1 == 1 }.map(\.element)
    let list = chosen.isEmpty ? sorted : chosen
    return choice >> 20 & 1 == 1 ? list.reversed() : list
  }
}
