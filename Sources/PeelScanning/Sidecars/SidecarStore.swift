public import PeelFiles
internal import PeelPlatform

/// Why adjustments exist but can't be used, or can't be saved.
public enum SidecarError: Error, Equatable {
  /// The system refused to read the file.
  case unreadable(Path, reason: String)
  /// The file isn't a sidecar that this version of peel can read.
  case unusable(Path, Sidecar.FormatError)
  /// The adjustments are for a photo of another size.
  case otherPhoto(Path, width: Int, height: Int)
  /// The adjustments are for a photo of another name and content.
  case otherName(Path, photo: String)
  /// The system refused to write the file.
  case unwritable(Path, reason: String)

  /// The sidecar's file.
  public var path: Path {
    switch self {
    case .unreadable(let path, _), .unusable(let path, _), .otherPhoto(let path, _, _), .otherName(let path, _),
      .unwritable(let path, _):
      path
    }
  }
}

/// Keeps adjustments beside their photos, or in a folder of the person's own if a photo's folder can't be written.
package struct SidecarStore: Sendable {
  /// The folder for sidecars that can't be beside their photos, in inner folders named like the photos' folders; nil for
  /// none.
  package let refuge: Path?
  private let left = LeftSidecars()

  /// A store with this folder for sidecars that can't be beside their photos.
  package init(refuge: Path?) { self.refuge = refuge }

  /// The store whose refuge is `$XDG_STATE_HOME/peel/adjustments`, by default `~/.local/state/peel/adjustments`.
  package static var standard: SidecarStore { SidecarStore(refuge: PersonalFolder.state?.appending("adjustments")) }

  static let suffix = Array(".peel".utf8)

  package func beside(_ photo: Path) -> Path { Path(bytes: photo.bytes + Self.suffix) }

  /// The sidecar's path in the refuge; nil if there is no refuge or the photo's folder doesn't exist.
  package func inRefuge(_ photo: Path) -> Path? {
    guard let refuge, let folder = resolved(photo.folder) else { return nil }
    return Path(bytes: refuge.bytes + folder.bytes).appending(photo.name + Self.suffix)
  }

  /// Where a photo's adjustments may be. A photo on standard input has none.
  package func paths(for photo: Path) -> [Path] {
    photo == .standardInput ? [] : [inRefuge(photo), beside(photo)].compactMap(\.self)
  }

  /// Where a photo's adjustments are looked for: in its own places, or if nothing is there, in the sidecar that it left behind
  /// when another program renamed it.
  ///
  /// - Parameter content: the digest of the photo's file; nil to read it only if it matters.
  func places(of photo: Path, holding content: Digest? = nil) -> [Path] {
    let own = paths(for: photo)
    guard !own.isEmpty, !own.contains(where: exists) else { return own }
    let left = left.sidecar(of: photo, holding: content) { (try? read($0))?.digest }
    return own + (left.map { [$0] } ?? [])
  }

  /// The prints a person adjusted in a photo of the given size, in pixels; nil if there are no adjustments. A photo that
  /// was set aside has none.
  package func prints(of photo: Path, width: Int, height: Int) throws(SidecarError) -> [WantedPrint]? {
    try adjustments(of: photo, width: width, height: height)?.prints
  }

  /// A photo's adjustments that fit it.
  package struct Adjustments {
    package let sidecar: Sidecar
    /// The sidecar's file.
    package let path: Path
    /// Whether the photo's file has changed since.
    package let isOutdated: Bool
    /// Why the photo's other sidecar isn't used; nil if there is none, or if it fits, too.
    package let passedOver: SidecarError?

    /// The prints to scan: none of a photo that was set aside.
    package var prints: [WantedPrint] { sidecar.isSetAside ? [] : sidecar.prints }
  }

  /// What a person adjusted in a photo of the given size, in pixels; nil if there are no adjustments.
  ///
  /// If two sidecars fit, the one with the photo's digest wins, or else the newer one.
  ///
  /// - Parameter content: the digest of the photo's file; nil to read it only if its name differs from the sidecar's.
  /// - Throws: if none fits, why not: it names another photo and its digest isn't this one's, or the size differs.
  package func adjustments(
    of photo: Path, width: Int, height: Int, content: Digest? = nil
  ) throws(SidecarError) -> Adjustments? {
    let found = try find(photo, content) { (sidecar, path) throws(SidecarError) in
      guard (sidecar.width, sidecar.height) == (width, height) else {
        throw .otherPhoto(path, width: sidecar.width, height: sidecar.height)
      }
      try Self.checkName(sidecar, at: path, of: photo, content)
    }
    guard let (sidecar, path, passedOver) = found else { return nil }
    let isOutdated =
      sidecar.photo == Path(bytes: photo.name).text && sidecar.isOutdated(at: path, for: photo, holding: content)
    return Adjustments(sidecar: sidecar, path: path, isOutdated: isOutdated, passedOver: passedOver)
  }

  /// Throws if a sidecar names another photo and its digest isn't this one's.
  private static func checkName(
    _ sidecar: Sidecar, at path: Path, of photo: Path, _ content: Digest?
  ) throws(SidecarError) {
    if sidecar.photo == Path(bytes: photo.name).text { return }
    guard let known = sidecar.digest, known == content ?? (try? PeelScanning.digest(ofFileAt: photo)) else {
      throw .otherName(path, photo: sidecar.photo)
    }
  }

  /// Whether a sidecar was last written before its photo was.
  fileprivate static func isOlder(_ sidecar: Path, than photo: Path) -> Bool {
    guard let old = Descriptor.Status(of: sidecar), let new = Descriptor.Status(of: photo.file) else { return false }
    return old.changed < new.changed
  }

  /// Whether a sidecar may have been last written before its photo was. Files that are written within a few milliseconds
  /// have the same time.
  package static func mayBeOlder(_ sidecar: Path, than photo: Path) -> Bool {
    guard let old = Descriptor.Status(of: sidecar), let new = Descriptor.Status(of: photo.file) else { return false }
    return old.changed <= new.changed
  }

  /// A photo's adjustments, without a check of the photo's size; nil if there are none.
  package func sidecar(of photo: Path) throws(SidecarError) -> Sidecar? { try find(photo) { _, _ in }?.sidecar }

  /// A photo's adjustments and their file, without a check of the photo's size; nil if there are none.
  ///
  /// - Throws: an error if the sidecar names another photo and its digest isn't this one's.
  package func ownSidecar(of photo: Path) throws(SidecarError) -> (sidecar: Sidecar, path: Path)? {
    let found = try find(photo) { (sidecar, path) throws(SidecarError) in
      try Self.checkName(sidecar, at: path, of: photo, nil)
    }
    return found.map { ($0.sidecar, $0.path) }
  }

  /// The sidecar that fits: the one of this content, or else the newest. With it comes why the other one doesn't, if so.
  ///
  /// - Throws: what `check` throws for the first, or why it can't be read, if none fits.
  private func find(
    _ photo: Path, _ content: Digest? = nil, _ check: (Sidecar, Path) throws(SidecarError) -> Void
  ) throws(SidecarError) -> (sidecar: Sidecar, path: Path, passedOver: SidecarError?)? {
    var best: (sidecar: Sidecar, path: Path, rank: (Int, Int))?
    var failure: SidecarError?
    for path in places(of: photo, holding: content) {
      do throws(SidecarError) {
        guard let sidecar = try read(path) else { continue }
        try check(sidecar, path)
        let isExact = content != nil && sidecar.digest == content
        let rank = (isExact ? 1 : 0, Descriptor.Status(of: path)?.changed ?? 0)
        if best.map({ $0.rank < rank }) ?? true { best = (sidecar, path, rank) }
      } catch {
        failure = failure ?? error
      }
    }
    if let best { return (best.sidecar, best.path, failure) }
    if let failure { throw failure }
    return nil
  }

  private func read(_ path: Path) throws(SidecarError) -> Sidecar? {
    let bytes: [UInt8]?
    do throws(SystemError) {
      let file = try Descriptor(reading: path)
      guard try file.status().kind == .file else { throw SystemError(code: EINVAL) }
      bytes = try file.bytes(limit: Sidecar.byteLimit)
    } catch {
      // No file has a name that is too long for one.
      if [ENOENT, ENOTDIR, ENAMETOOLONG].contains(error.code) { return nil }
      throw .unreadable(path, reason: error.reason)
    }
    do throws(Sidecar.FormatError) {
      guard let bytes else { throw .damaged(reason: "more than 1 MB") }
      return try Sidecar(decoding: bytes)
    } catch {
      throw .unusable(path, error)
    }
  }

  /// Where a sidecar was saved.
  package enum Location: Equatable {
    /// Beside the photo.
    case beside
    /// In the refuge, because it could not be saved beside the photo.
    case refuge(Path, because: SidecarError)
  }

  /// Replaces a photo's adjustments. They are on disk when this returns.
  ///
  /// - Parameter mayReplace: asked right before the sidecar gets its name. If false, nothing is replaced.
  /// - Throws: an error if the file that exists is for another photo, or can't be read by this version of peel. It stays.
  @discardableResult package func save(
    _ sidecar: Sidecar, of photo: Path, if mayReplace: () -> Bool = { true }
  ) throws(SidecarError) -> Location {
    let other = inRefuge(photo)
    let failure: SidecarError
    do throws(SidecarError) {
      try write(sidecar, to: beside(photo), if: mayReplace)
      if let other, let old = try? read(other), (try? Self.check(old, at: other, before: sidecar)) != nil {
        try? PeelFiles.remove(other)
      }
      return .beside
    } catch {
      failure = error
    }
    guard let other else { throw failure }
    do throws(FileError) { try prepareFolder(other.folder) } catch { throw failure }
    try write(sidecar, to: other, if: mayReplace)
    return .refuge(other, because: failure)
  }

  /// Removes a sidecar. One that can't be read stays.
  package func remove(_ path: Path) throws(SidecarError) {
    guard try read(path) != nil else { return }
    try mapping({ (error: SystemError) in SidecarError.unwritable(path, reason: error.reason) }, PeelFiles.remove(path))
  }

  /// Throws if a sidecar is for another photo than the one that should replace it.
  private static func check(_ old: Sidecar, at path: Path, before new: Sidecar) throws(SidecarError) {
    if (old.width, old.height) != (new.width, new.height) {
      throw .otherPhoto(path, width: old.width, height: old.height)
    }
    if old.photo != new.photo, old.digest == nil || old.digest != new.digest {
      throw .otherName(path, photo: old.photo)
    }
  }

  /// Whether saving a sidecar under a photo's name would replace the file that is there.
  package func replaces(_ path: Path, with sidecar: Sidecar, of photo: Path) -> Bool {
    var sidecar = sidecar
    sidecar.photo = Path(bytes: photo.name).text
    guard let old = try? read(path) else { return false }
    return (try? Self.check(old, at: path, before: sidecar)) != nil
  }

  private func write(_ sidecar: Sidecar, to path: Path, if mayReplace: () -> Bool) throws(SidecarError) {
    // It could not be read again.
    guard sidecar.prints.count <= Sidecar.printLimit else {
      throw .unwritable(path, reason: "would have more than \(Sidecar.printLimit) prints")
    }
    // Replacing a link would leave the file that it leads to as it was.
    do throws(SystemError) { _ = try Descriptor(readingItself: path) } catch {
      if error.code == ELOOP { throw .unwritable(path, reason: "is a symbolic link") }
    }
    if let old = try read(path) { try Self.check(old, at: path, before: sidecar) }
    do throws(FileError) { try writeWhole(sidecar.bytes, to: path, force: true, if: mayReplace) } catch {
      let reason =
        switch error.fault {
        case .exists: "was changed by another program meanwhile"
        case .nameTooLong: "its name is too long for this disk"
        case .vanished: "its folder no longer exists"
        case .missing, .folder, .notAFile, .unreadable, .tooBig, .needsMemory, .page, .changing, .unwritable,
          .diskFull, .replaced, .busy, .noFolder:
          error.reason
        }
      throw .unwritable(path, reason: reason)
    }
    try? clearLeftovers(in: path.folder)
  }
}

extension Sidecar {
  /// Whether a photo has changed since its sidecar was written. Without a digest, only the times tell.
  ///
  /// - Parameters:
  ///   - path: the sidecar's file.
  ///   - content: the digest of the photo's file; nil if it isn't known.
  package func isOutdated(at path: Path, for photo: Path, holding content: Digest?) -> Bool {
    digest.map { known in content.map { $0 != known } ?? false } ?? SidecarStore.isOlder(path, than: photo)
  }
}
