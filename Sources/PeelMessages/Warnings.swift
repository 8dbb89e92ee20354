import PeelFiles
import PeelImaging
import PeelScanning

extension ScanWarning {
  /// The warning in words, to follow the photo's name.
  package var text: String { text(in: nil) }

  /// The warning in words, to follow the photo's name.
  ///
  /// - Parameter folder: the one for scans, in which their names are told.
  package func text(in folder: Path?) -> String {
    switch self {
    case .photo(let text): text
    case .unknownFilm(let scan, let ignored):
      "\(scan.scanName(in: folder)): the film isn't known, so \(ignored.map(\.option).joined(separator: " and ")) "
        + "\(ignored.count == 1 ? "was" : "were") ignored; name it with --film"
    case .filled(let scan, let share, let fill):
      "\(scan.scanName(in: folder)): \((100 * share).rounded(to: 1) ?? "") % of it are outside the photo and were filled "
        + "(\(fill.rawValue))"
    case .turned(let scan, let turns):
      "\(scan.scanName(in: folder)): turned by \(turns.degrees)° because of the picture's position in the frame"
    case .turnedByFaces(let scan, let turns):
      "\(scan.scanName(in: folder)): turned by \(turns.degrees)° because of the faces on it; --turn turns it otherwise"
    case .notRestored(let scan):
      "\(scan.scanName(in: folder)): it has no white or black frame by which fading could be undone, so it is balanced as usual"
    case .unknownWayUp(let scan):
      "\(scan.scanName(in: folder)): may lie on its side, as in the photo; --turn turns it"
    case .outdated(let adjustments):
      "the photo has changed since its prints were adjusted in \(adjustments.shown); check them, and accept them anew"
    case .passedOver(let error, let used):
      "\(error.path.shown) \(error.reason); the adjustments in \(used.shown) are used instead"
    case .unknownKeys(let keys, let adjustments):
      "\(adjustments.shown) has keys that this version of peel doesn't know, and drops when you accept the photo anew: "
        + keys.prefix(5).map { Path($0).shown }.joined(separator: ", ") + (keys.count > 5 ? "…" : "")
    case .leftover(let scan):
      "\(scan.scanName(in: folder)) is left over from an earlier run; delete it if you don't want it"
    case .unmatchedBack(let front, let prints, let backs):
      "not matched as the back of \(front.shown): \(Self.count(prints)) there, and \(Self.count(backs)) here; to match "
        + "them, take one print at a time"
    case .backOfFailedFront(let front):
      "not matched as the back of \(front.shown), which failed; mend that photo, then run the same command again"
    case .wordsLost(let scan, let words):
      "\(scan.scanName(in: folder)): the earlier scan had \(words.map(\.text).joined(separator: " and ")), which this one lacks; "
        + "add \(words.map(\.option).joined(separator: " and "))"
    case .keptMerged(let scan):
      "\(scan.scanName(in: folder)) was merged from several shots and is kept; --force replaces it by a scan of this photo alone"
    case .lostMerge(let shots, let isKept):
      "it can't be merged as before"
        + (shots.isEmpty ? "" : ": \(Self.list(shots)) \(shots.count == 1 ? "is" : "are") gone or changed")
        + (isKept ? "" : "; it was scanned alone") + "; to mend that, "
        + (shots.isEmpty ? "" : "bring \(shots.count == 1 ? "it" : "them") back, or ") + "merge its shots again"
    case .lostReference(let photo):
      "it was merged into \(photo.escapingControls), which is gone; bring that back, or scan this photo with --all"
    case .unmerged(let shots):
      "the \(shots) shots of its burst weren't merged, because they show several prints or can't be matched"
    }
  }
}

extension ScanWarning {
  /// The first names, and how many more there are.
  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(3).map(\.escapingControls).joined(separator: ", ")
    return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
  }

  private static func count(_ prints: Int?) -> String {
    switch prints {
    case nil: "an unknown number of prints"
    case 0?: "no print"
    case 1?: "one print"
    case let count?: "\(count) prints"
    }
  }
}

extension ScanWarning.Word {
  fileprivate var text: String {
    switch self {
    case .date(let date): "the date \(date)"
    case .caption: "a caption"
    case .keywords: "keywords"
    }
  }

  fileprivate var option: String {
    switch self {
    case .date(let date): "--taken \(date)"
    case .caption: "--caption"
    case .keywords: "--keywords"
    }
  }
}

extension ScanWarning.FilmSetting {
  /// The option that sets it.
  fileprivate var option: String {
    switch self {
    case .ppi: "--ppi"
    case .inset: "--inset"
    }
  }
}

extension ShotWarning {
  /// The warning in words, to follow the photo's name.
  package var text: String {
    switch self {
    case .photo(let text): text
    case .ignoredSidecar(let error): "its adjustments were ignored because \(error.path.shown) \(error.reason)"
    }
  }
}

extension Path {
  /// A scan's name in a message: with the folders that a template made.
  fileprivate func scanName(in folder: Path?) -> String {
    if self == .standardOutput { return "the scan" }
    let start = folder?.appending("").bytes ?? []
    return folder != nil && bytes.starts(with: start)
      ? Path(bytes: Array(bytes.dropFirst(start.count))).shown : shownName
  }
}
