import PeelPlatform
import PeelImaging

/// Adjustments that are there and cannot be used, or cannot be kept.
enum SidecarTrouble: Error, Equatable {
  case unreadable(Path, reason: String)
  case unusable(Path, SidecarError)
  /// They are about a photo of another size.
  case otherPhoto(Path, width: Int, height: Int)
  case unwritable(Path, reason: String)

  /// The sidecar that it is about.
  var path: Path {
    switch self {
    case .unreadable(let path, _), .unusable(let path, _), .otherPhoto(let path, _, _), .unwritable(let path, _): path
    }
  }
}

/// Keeps adjustments beside their photos, or where that cannot be, in a folder of the person's own.
struct SidecarStore: Sendable {
  /// Under it lie the sidecars that could not be beside their photos, in folders named as theirs. nil for none.
  let refuge: Path?

  init(refuge: Path?) { self.refuge = refuge }

  /// With `$XDG_STATE_HOME/peel` as refuge, or `~/.local/state/peel`.
  static var standard: SidecarStore { SidecarStore(refuge: stateFolder?.appending(Array("adjustments".utf8))) }

  static let ending = Array(".peel".utf8)

  func besides(_ photo: Path) -> Path { Path(bytes: photo.bytes + Self.ending) }

  /// nil where there is no refuge, or no such folder as the photo's.
  func inRefuge(_ photo: Path) -> Path? {
    guard let refuge, let folder = resolved(photo.folder) else { return nil }
    return Path(bytes: refuge.bytes + folder.bytes).appending(photo.name + Self.ending)
  }

  /// Where a photo's adjustments may lie: what lies in the refuge is newer than what lies beside.
  func places(of photo: Path) -> [Path] { [inRefuge(photo), besides(photo)].compactMap(\.self) }

  /// The adjustments of a photo of the given size, if any.
  func prints(of photo: Path, width: Int, height: Int) throws(SidecarTrouble) -> [WantedPrint]? {
    guard let (sidecar, path) = try find(photo) else { return nil }
    guard (sidecar.width, sidecar.height) == (width, height) else {
      throw .otherPhoto(path, width: sidecar.width, height: sidecar.height)
    }
    return sidecar.prints
  }

  /// The same, of a photo that has not been read: its size is not checked.
  func sidecar(of photo: Path) throws(SidecarTrouble) -> Sidecar? { try find(photo)?.sidecar }

  private func find(_ photo: Path) throws(SidecarTrouble) -> (sidecar: Sidecar, path: Path)? {
    for path in places(of: photo) {
      if let sidecar = try read(path) { return (sidecar, path) }
    }
    return nil
  }

  private func read(_ path: Path) throws(SidecarTrouble) -> Sidecar? {
    let bytes: [UInt8]?
    do throws(SystemError) {
      let file = try Descriptor(reading: path)
      guard try file.status().kind == .file else { throw SystemError(code: EINVAL) }
      bytes = try file.bytes(limit: Sidecar.mostBytes)
    } catch {
      // A name too long for a file is one that no file has.
      if [ENOENT, ENOTDIR, ENAMETOOLONG].contains(error.code) { return nil }
      throw .unreadable(path, reason: error.reason)
    }
    do throws(SidecarError) {
      guard let bytes else { throw .damaged(reason: "more than 1 MB") }
      return try Sidecar(decoding: bytes)
    } catch {
      throw .unusable(path, error)
    }
  }

  /// Where a sidecar came to lie.
  enum Place: Equatable {
    case beside
    /// It could not be beside the photo.
    case refuge(Path, because: SidecarTrouble)
  }

  /// Replaces the photo's adjustments, on disk when this returns. What is there and was not written by this version of
  /// peel, or not for this photo, stays.
  func save(_ sidecar: Sidecar, of photo: Path) throws(SidecarTrouble) -> Place {
    let other = inRefuge(photo)
    // One that cannot be used would hide what lies beside the photo.
    let old = if let other { try read(other) } else { Sidecar?.none }
    let trouble: SidecarTrouble
    do throws(SidecarTrouble) {
      try write(sidecar, to: besides(photo))
      if let other, old != nil { try? remove(other) }
      return .beside
    } catch {
      trouble = error
    }
    guard let other else { throw trouble }
    do throws(FileError) { try prepareFolder(other.folder) } catch { throw trouble }
    try write(sidecar, to: other)
    return .refuge(other, because: trouble)
  }

  /// Takes a photo's adjustments off, save those that cannot be used.
  func forget(_ photo: Path) throws(SidecarTrouble) {
    for path in places(of: photo) {
      guard try read(path) != nil else { continue }
      do throws(SystemError) { try remove(path) } catch { throw .unwritable(path, reason: error.reason) }
    }
  }

  private func write(_ sidecar: Sidecar, to path: Path) throws(SidecarTrouble) {
    if let old = try read(path), (old.width, old.height) != (sidecar.width, sidecar.height) {
      throw .otherPhoto(path, width: old.width, height: old.height)
    }
    do throws(FileError) { try writeWhole(sidecar.bytes, to: path, force: true) } catch {
      if case .noRoom(_, let reason) = error { throw .unwritable(path, reason: reason) }
      guard case .unwritable(_, let reason) = error else {
        throw .unwritable(path, reason: "something is in its place")
      }
      throw .unwritable(path, reason: reason)
    }
  }
}

extension SidecarTrouble {
  /// What is wrong with the sidecar, fit to follow its name.
  var reason: String {
    switch self {
    case .unreadable(_, let reason): "cannot be read: \(reason)"
    case .unusable(_, .newer): "was written by a newer version of peel"
    case .unusable(_, .damaged(let reason)): "is damaged: \(reason)"
    case .otherPhoto(_, let width, let height): "is about a photo of \(width) × \(height) pixels"
    case .unwritable(_, let reason): "cannot be written: \(reason)"
    }
  }
}

extension Complaint {
  /// About a photo whose adjustments cannot be used.
  init(photo: Path, _ trouble: SidecarTrouble) {
    self.init(
      path: photo, fact: "its adjustments \(trouble.path.shown): the file \(trouble.reason)",
      advice: "move that file away, or adjust the photo anew with `peel`",
      adviceAtDesk: "open it and accept its prints anew, or move that file away")
  }
}
