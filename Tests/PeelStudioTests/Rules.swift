import Foundation
import PeelFiles
import PeelOutput
import PeelTestSupport

@testable import PeelCodecs
@testable import PeelScanning

/// The rules of Promises.md.
extension RulesWorld {
  /// The stems that a photo must keep: those given to it where it is, else those given to it where it was.
  func keptStems(of photo: String, among list: [String], in output: String) -> [String] {
    guard let bytes = photos[photo], !list.contains(where: { $0 != photo && photos[$0] == bytes }) else { return [] }
    let own = owners.filter { $0.key.hasPrefix(output + "/") && $0.value.bytes == bytes }
    let here = own.filter { $0.value.path == photo }
    return (here.isEmpty ? own.filter { photos[$0.value.path] != bytes } : here).keys.sorted()
  }

  /// Notes the files of a photo's scans. A stem of another photo must not be among them, and a photo keeps its own.
  func take(_ files: [String], of photo: String, stem: [UInt8], in output: String) throws {
    guard let bytes = photos[photo] else { return }
    let name = output + "/" + String(decoding: stem, as: UTF8.self)
    if let owner = owners[name] {
      let isSame = owner.bytes == bytes && (owner.path == photo || photos[owner.path] != owner.bytes)
      let isChanged = owner.path == photo && pictures[owner.bytes] == pictures[bytes]
      if !isSame, !isChanged { throw Broken(rule: "\(name) of \(owner.path) is given to \(photo)") }
    }
    owners[name] = Owner(bytes: bytes, path: photo)
    for file in files {
      guard others[file] == nil || (try? folder.read(file)) == others[file] else {
        throw Broken(rule: "\(file), a person's file, was replaced")
      }
      guard photos[file] == nil else { throw Broken(rule: "\(file), a photo, was replaced") }
      others[file] = nil
      scans[file] = try folder.read(file)
    }
  }

  /// Scans of a photo with a sidecar of its own are those that the sidecar asks for.
  func compare(_ files: [String], of photo: String, _ scanner: ItemScanner) throws {
    guard let bytes = photos[photo], let text = sidecars[photo], let sidecar = try? Sidecar(decoding: [UInt8](text))
    else { return }
    let file = try PhotoFile([UInt8](bytes), of: absolute(photo), keepsDepth: scanner.maker.settings.format.isDeep)
    let expected = try scanner.plan(sidecar.prints, stem: []).map {
      Data(try scanner.scan($0, of: file, at: absolute(photo)).bytes)
    }
    let found = try files.map { try folder.read($0) }
    if found != expected { throw Broken(rule: "the scans of \(photo) aren't those of its sidecar") }
  }

  private static func isInTheWay(_ error: OutputError) -> Bool {
    switch error {
    case .file(let error): error.fault == .exists
    case .unknown, .edited, .isPhoto: true
    case .alike, .taken, .merged, .givenAway, .pictureName, .noNotes: false
    }
  }

  /// An error is a file in the way, or a sidecar for another photo.
  func judge(_ error: PhotoError?, of photo: String) throws {
    switch error {
    case nil: break
    case .scan(_, let error) where Self.isInTheWay(error):
      let name = String(error.path.text.dropFirst(folder.path("").count))
      if others[name] == nil, photos[name] == nil, !planted.contains(name) {
        throw Broken(rule: "\(name) is in the way of \(photo)")
      }
    case .sidecar(_, .otherName):
      let sidecar = sidecars[photo].flatMap { try? Sidecar(decoding: [UInt8]($0)) }
      let isOwn =
        sidecar?.photo == PeelFiles.Path(bytes: Self.path(photo).name).text
        || photos[photo].map { sidecar?.digest == Digest([UInt8]($0)) } ?? false
      if isOwn { throw Broken(rule: "the sidecar of \(photo) is refused") }
    case .some(let error): throw Broken(rule: "\(photo): \(error)")
    }
  }

  /// What is on disk is what the model has, and nothing else.
  func check() throws {
    try checkFolding()
    let (model, disk) = (expected, try found())
    for (path, bytes) in model where disk[path] != bytes {
      throw Broken(rule: "\(path) is \(disk[path] == nil ? "gone" : "changed")")
    }
    for path in disk.keys where model[path] == nil { throw Broken(rule: "\(path) was made and not reported") }
  }

  /// The files that the model has, by path.
  var expected: [String: Data] {
    var expected = photos.merging(scans) { photo, _ in photo }.merging(others) { photo, _ in photo }
    for (photo, bytes) in sidecars { expected[photo + ".peel"] = bytes }
    return expected
  }

  /// The files on disk by path, and of runs' notes those that were planted. A link is its destination.
  func found() throws -> [String: Data] {
    var found: [String: Data] = [:]
    for inner in Self.folders + ["out", "outside"] { try find(inner, &found) }
    for path in planted where Self.isNote(path) { try find(path, &found) }
    return found
  }

  private func find(_ path: String, _ found: inout [String: Data]) throws {
    switch (try? FileManager.default.attributesOfItem(atPath: folder.path(path)))?[.type] as? FileAttributeType {
    case nil: break
    case .typeSymbolicLink:
      found[path] = Data(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path(path)).utf8)
    case .typeDirectory:
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path(path)) where name != ".peel" {
        try find(path + "/" + name, &found)
      }
    default: found[path] = try folder.read(path)
    }
  }

  /// Whether a path is that of a folder of runs' notes, or in one.
  static func isNote(_ path: String) -> Bool { (path + "/").contains("/.peel/") }

  /// Whether something was planted in place of the notes of an output folder, which can't be used then.
  func isRefused(_ output: String) -> Bool { planted.contains { $0.hasPrefix(output + "/") && Self.isNote($0) } }

  /// In a folder that ignores case, no two scans have one name, and no two photos one stem.
  private func checkFolding() throws {
    guard isFolding else { return }
    for output in Self.outputs {
      let files = try PeelFiles.names(in: absolute(output)).map { output + "/" + String(decoding: $0, as: UTF8.self) }
      let stems = owners.keys.filter { $0.hasPrefix(output + "/") }
      for names in [files.filter { scans[$0] != nil }, stems] {
        // Texts are equal however their letters are composed.
        let groups = Dictionary(grouping: names) { $0.lowercased() }
        if let alike = groups.values.first(where: { $0.count > 1 }) {
          throw Broken(rule: "\(alike.joined(separator: " and ")) have one name")
        }
      }
    }
  }
}
