package import PeelFiles

/// Two photos that were taken in turn: of a print's front, and of its back.
package struct PhotoPair: Sendable {
  package let front: Result<Path, PhotoError>
  package let back: Result<Path, PhotoError>

  /// The photos in pairs; nil if one is left over.
  package static func pairs(of photos: [Result<Path, PhotoError>]) -> [PhotoPair]? {
    guard photos.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: photos.count, by: 2).map { PhotoPair(front: photos[$0], back: photos[$0 + 1]) }
  }
}

extension ScanRun {
  /// Makes the scans of a print's front and of its back. The back's is named after the front's.
  ///
  /// If the photos don't show one print each, it isn't known which back belongs to which front. The scans of backs are then
  /// named after their own photo, and a warning says so.
  ///
  /// - Parameter stems: the stems of both photos' scans.
  /// - Returns: the front's report, with the back's among its `others`.
  package func scan(_ pair: PhotoPair, stems: (front: [UInt8], back: [UInt8])) -> Progressed<ScanReport> {
    let front: (scans: Progressed<ScanReport>, prints: Int?)
    switch pair.front {
    case .success(let path): front = counted(Item(path), stem: stems.front)
    case .failure(let error): front = (.done(ScanReport(error)), nil)
    }
    let back: (scans: Progressed<ScanReport>, prints: Int?)
    switch pair.back {
    case .success(let path):
      back = counted(Item(path), stem: stems.back, backOf: front.prints == 1 ? stems.front : nil)
    case .failure(let error): back = (.done(ScanReport(error)), nil)
    }
    let name = pair.front.path
    let isMatched = front.prints == 1 && back.prints == 1
    return .left {
      var report = front.scans.finished
      report.side = .front
      var other = back.scans.finished
      other.side = .back(of: isMatched ? name : nil)
      if !isMatched, other.error == nil {
        other.warnings.append(
          front.prints == nil && report.error != nil
            ? .backOfFailedFront(name) : .unmatchedBack(front: name, prints: front.prints, backs: back.prints))
      }
      return report.with([other])
    }
  }
}

extension Result<Path, PhotoError> {
  /// The photo's path, even if it can't be read.
  fileprivate var path: Path {
    switch self {
    case .success(let path): path
    case .failure(let error): error.path
    }
  }
}

extension Progressed {
  /// The outcome, for which the rest of the work is done first.
  fileprivate var finished: Outcome {
    switch self {
    case .done(let outcome): outcome
    case .left(let rest): rest()
    }
  }
}
