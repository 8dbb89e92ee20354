package import PeelFiles
internal import PeelImaging
internal import PeelOutput

/// The shots of a merge that a sidecar remembers, as they are now.
package struct RememberedMerge: Sendable, Equatable {
  /// All shots in the order in which they were merged; those that are missing aren't among them.
  package let shots: [Path]
  /// The names of the shots that are gone or changed.
  package let missing: [String]
}

extension ItemScanner {
  /// The name of the photo that a shot was merged into, if that photo is gone: then nothing makes the print's scan.
  ///
  /// A photo that was renamed within its folder is known by its sidecar.
  ///
  /// - Parameter content: the digest of the shot's file.
  func lostReference(of photo: Path, holding content: Digest) -> String? {
    guard let (sidecar, _) = try? sidecars.ownSidecar(of: photo), sidecar.isSetAside, let name = sidecar.mergedInto,
      !exists(photo.folder.appending(Array(name.utf8)).file)
    else { return nil }
    let isRenamed = Self.photos(beside: photo).contains { other in
      let merge = try? sidecars.ownSidecar(of: other)?.sidecar.merge
      return merge?.shots.contains { $0.digest == content } ?? false
    }
    return isRenamed ? nil : name
  }

  /// The merge of which a photo is the shot that the others are laid on; nil if its sidecar remembers none, or can't be read.
  ///
  /// Shots that were renamed within their folder are known by their content.
  ///
  /// - Parameter content: the digest of the photo's file.
  package func rememberedMerge(of photo: Path, holding content: Digest) -> RememberedMerge? {
    guard let (sidecar, _) = try? sidecars.ownSidecar(of: photo), let merge = sidecar.merge else { return nil }
    var missing: [String] = []
    if let known = sidecar.digest, known != content { missing.append(sidecar.photo) }
    var contents: [Path: Digest] = [:]
    func isShot(_ path: Path, _ digest: Digest) -> Bool {
      if contents[path] == nil { contents[path] = try? PeelScanning.digest(ofFileAt: path) }
      return contents[path] == digest
    }
    // The folder is searched only if a name is no longer right.
    lazy var others = Self.photos(beside: photo)
    var shots: [Path] = []
    for shot in merge.shots {
      let named = photo.folder.appending(Array(shot.photo.utf8))
      if isShot(named, shot.digest) {
        shots.append(named)
      } else if let renamed = others.first(where: { isShot($0, shot.digest) }) {
        shots.append(renamed)
      } else {
        missing.append(shot.photo)
      }
    }
    if missing.isEmpty { shots.insert(photo, at: merge.place) }
    return RememberedMerge(shots: shots, missing: missing)
  }
}

extension ItemScanner {
  /// The other photos in a photo's folder, by name.
  private static func photos(beside photo: Path) -> [Path] {
    ((try? names(in: photo.folder)) ?? []).map { photo.folder.appending($0) }
      .filter { $0.hasPhotoExtension && $0 != photo }.sorted { $0.text < $1.text }
  }

  /// The shots of a merge, merged once more; nil if one is missing, or they aren't merged as they were.
  ///
  /// - Parameter reference: the shot that the others are to be laid on.
  package func mergedAgain(_ merge: RememberedMerge, on reference: Path) -> MergedShots? {
    guard merge.missing.isEmpty, let merged = try? merged(merge.shots, isBurst: false), merged.isMerge(on: reference)
    else { return nil }
    return merged
  }
}

extension MergedShots {
  /// Whether others are laid on this shot.
  func isMerge(on shot: Path) -> Bool { facts.used.count > 1 && reference?.shot.path == shot }
}

extension ScanRun {
  /// Merges shots once more and makes the scan of the one that the others are laid on.
  ///
  /// - Parameters:
  ///   - stem: the stem of the scan's name.
  ///   - reference: the shot that the others are to be laid on.
  /// - Returns: nil if they aren't merged as they were, such as by a later version of peel.
  func mergeAgain(_ shots: [Path], stem: [UInt8], reference: Path) -> Progressed<ScanReport>? {
    merge(shots, stems: shots.map { $0 == reference ? stem : [] }, isBurst: false, on: reference)
  }
}
