package import PeelFiles
internal import PeelOutput

/// The folder to which a run saves frames. No file of the run is replaced, no file that peel didn't make or that was changed
/// since, and no picture of another item of the run.
package final class FrameFolder {
  package let path: Path
  /// Whether pictures of earlier runs are replaced.
  private let force: Bool
  private let inputs: InputFiles
  /// The files that were written. Those that held the same bytes already weren't.
  package private(set) var written: Set<Path> = []
  /// The items and photos by the names that theirs begin with.
  private var owners: [NameFolding.Key: Path] = [:]

  /// - Parameters:
  ///   - path: the folder, which exists.
  ///   - force: whether pictures that earlier runs saved are replaced.
  ///   - inputs: the files of the run.
  package init(_ path: Path, force: Bool, inputs: [Path] = []) {
    (self.path, self.force) = (path, force)
    self.inputs = InputFiles(inputs)
  }

  /// What the names of an item's pictures begin with: its own name's stem, with a number if another item has it.
  func stem(of item: Path) -> [UInt8] { name(of: item, item.stemAndExtension.stem, ending: []) }

  /// The name for a photo's copy: its own, with a number if another photo's has it.
  func name(of photo: Path) -> [UInt8] {
    let (stem, ending) = photo.stemAndExtension
    return name(of: photo, stem, ending: ending.isEmpty ? [] : [UInt8(ascii: ".")] + ending)
  }

  private func name(of owner: Path, _ stem: [UInt8], ending: [UInt8]) -> [UInt8] {
    var number = 1
    while true {
      let name = stem + (number == 1 ? [] : Array("-\(number)".utf8)) + ending
      // Folders may not tell names apart that differ in case.
      let key = NameFolding.folded(name)
      if let known = owners[key], known != owner {
        number += 1
        continue
      }
      owners[key] = owner
      return name
    }
  }

  /// Writes a picture, unless its file holds it already.
  package func write(_ picture: FrameSaving.Encoded) throws(FaceError) -> Path {
    try write(picture.bytes, picture.name, picture.mark)
  }

  /// Writes a file whole or not at all.
  ///
  /// - Parameter mark: the mark in it; nil if it is a photo's copy.
  private func write(_ bytes: [UInt8], _ name: [UInt8], _ mark: SavedMark?) throws(FaceError) -> Path {
    let file = path.appending(name)
    if holds(file, bytes) { return file }
    do throws(OutputError) {
      try deliver(bytes, to: file, sparing: inputs, makesFolder: false, replacing: force) {
        mark?.isUnchanged(file) == true
      }
    } catch {
      throw .saving(error)
    }
    written.insert(file)
    return file
  }
}
