package import PeelFiles
package import PeelImaging
package import PeelOutput

/// The result of scanning one item.
package struct ScanReport: Sendable {
  /// The photo that names the item.
  package let photo: Path
  /// The folder for scans, in which their names are told; nil to tell only files' own names.
  package var folder: Path?
  /// nil if the photo could not be read.
  package var verdict: Detection.Verdict?
  /// The scale of the page if the photo is one from a flatbed; nil for other photos, and if it wasn't read.
  package var page: PageScale?
  /// Whether the search's options leave out prints that are reported by default.
  package var isSelective = false
  /// The number of prints in the photo, with those that aren't scanned; nil if it isn't known.
  package var prints: Int?
  /// What the photo shows if fronts and backs were taken in turn; nil if they weren't.
  package var side: Side?
  /// The scans that were written or, in a dry run, would be.
  package var scans: [Entry] = []
  /// The first error. Other prints of the photo may have been scanned.
  package var error: PhotoError?
  package var warnings: [ScanWarning] = []
  /// How the scan was made from several shots; nil for scans of one.
  package var merge: MergeFacts?
  /// Whether the photo isn't scanned because a person set it aside.
  package var isSetAside = false
  /// Whether an earlier run made the scans.
  package var isEarlier = false
  /// The reports of the shots of a burst that weren't merged with the others.
  package var others: [ScanReport] = []

  /// What a photo shows if fronts and backs were taken in turn.
  package enum Side: Equatable, Sendable {
    case front
    /// The back of the print that another photo shows; nil if it isn't known which print's.
    case back(of: Path?)
  }

  /// A file with a scan.
  package typealias Entry = Delivered<Scan>

  /// One scan, as it is reported and as the journal stores it.
  package struct Scan: Codable, Sendable {
    /// The scan's size in pixels; nil in a dry run.
    private let width: Int?, height: Int?
    private let filmName: String?
    package let ppi: Double?
    package let confidence: Double
    package let sharpness: Double?
    /// How colours were corrected, and how far from neutral the white is then, in ΔE00; nil if it isn't known.
    package var whiteBalance: String?, whiteDifference: Double?
    /// How the print curled, which the scan doesn't show; nil for a flat one.
    package var curl: Curl?
    /// Whether the scan is known to stand upright; nil if the settings turn it.
    package var isUpright: Bool?
    /// The share of the scan that lies outside the photo, 0…1.
    package let outside: Double?
    /// The print's histograms of red, green and blue; nil if they aren't wanted. They aren't stored.
    package var histograms: (before: [Histogram], after: [Histogram])?

    /// The scan's size in pixels; nil in a dry run.
    package var size: (width: Int, height: Int)? { width.flatMap { width in height.map { (width, $0) } } }
    package var film: FilmFormat? { filmName.flatMap(FilmFormat.named) }

    private enum CodingKeys: String, CodingKey {
      case width, height, ppi, confidence, sharpness, isUpright, outside, whiteBalance, whiteDifference, curl
      case filmName = "film"
    }
  }

  /// What the journal tells of an item besides its scans.
  package struct Facts: WorkFacts {
    package typealias File = Scan

    /// The photo's name, for people who read the journal.
    let photo: String
    /// "" if there is none.
    let verdict: String
    var merge: MergeFacts?
    var prints: Int?
    var page: PageScale?
    /// Whether a person set the photo aside; nil if not.
    var setAside: Bool?
  }

  /// What the journal tells of the item.
  var facts: Facts {
    Facts(
      photo: photo.text, verdict: verdict?.rawValue ?? "", merge: merge, prints: prints, page: page,
      setAside: isSetAside ? true : nil)
  }

  /// The report of scans that an earlier run made.
  ///
  /// - Parameter folder: the folder for scans.
  init(_ photo: Path, _ receipt: Receipt<Facts>, in folder: Path) {
    self.photo = photo
    self.folder = folder
    isEarlier = true
    merge = receipt.facts.merge
    prints = receipt.facts.prints
    page = receipt.facts.page
    isSetAside = receipt.facts.setAside ?? false
    verdict = Detection.Verdict(rawValue: receipt.facts.verdict)
    scans = receipt.files
  }

  package init(_ photo: Path) { self.photo = photo }

  /// The report of a shot that isn't scanned, although the photo that it was merged into is gone.
  init(_ photo: Path, mergedInto reference: String, in folder: Path) {
    self.photo = photo
    self.folder = folder
    verdict = .review
    prints = 0
    warnings = [.lostReference(reference)]
  }

  package init(_ error: PhotoError) {
    photo = error.path
    self.error = error
  }
}

extension ScanReport {
  /// The report with those of other photos of its item.
  func with(_ others: [ScanReport]) -> ScanReport {
    var report = self
    report.others = others
    return report
  }
}

extension ScanReport.Scan {
  init(_ scan: ScanFacts, confidence: Double) {
    (width, height, filmName, ppi) = (scan.width, scan.height, scan.film?.name, scan.ppi)
    (self.confidence, sharpness, outside) = (confidence, scan.sharpness, scan.outside)
    (whiteBalance, whiteDifference) = (scan.isRestored == true ? nil : scan.whiteBalance.rawValue, scan.whiteDifference)
    curl = scan.curl
  }

  /// A scan that a dry run doesn't make.
  init(planned film: FilmFormat?, confidence: Double) {
    (width, height, filmName, ppi) = (nil, nil, film?.name, nil)
    (self.confidence, sharpness, outside) = (confidence, nil, nil)
  }

  /// A picture that is none of a print.
  init(size: (width: Int, height: Int)) {
    (width, height, filmName, ppi) = (size.width, size.height, nil, nil)
    (confidence, sharpness, outside) = (1, nil, nil)
  }
}

/// A warning about an item's scans, which were made nonetheless.
package enum ScanWarning: Equatable, Sendable {
  /// What was ignored or is damaged in the photo's file, as a message.
  case photo(String)
  /// The film isn't known, so these settings were ignored.
  case unknownFilm(scan: Path, ignored: [FilmSetting])
  /// A share of the scan, 0…1, lies outside the photo and was filled.
  case filled(scan: Path, share: Double, Fill)
  /// The scan was turned to stand upright.
  case turned(scan: Path, QuarterTurns)
  /// The print has no white or black frame by which its fading could be undone.
  case notRestored(scan: Path)
  /// It isn't known which side of the scan is up.
  case unknownWayUp(scan: Path)
  /// The faces on a print showed its way up.
  case turnedByFaces(scan: Path, QuarterTurns)
  /// A scan of an earlier run that this run didn't make.
  case leftover(scan: Path)
  /// Words that a person gave for the earlier scan, which this one doesn't have.
  case wordsLost(scan: Path, [Word])
  /// The scan was merged from several shots, so it wasn't replaced by one of this photo alone.
  case keptMerged(scan: Path)
  /// The photo was merged with other shots, some of which are gone or changed. It was scanned alone, unless the merged scan is
  /// kept.
  case lostMerge(shots: [String], isKept: Bool)
  /// The photo was merged into one that is gone, so that nothing was scanned.
  case lostReference(String)
  /// The shots of a burst weren't merged, because fewer than two of them show one and the same print.
  case unmerged(shots: Int)
  /// The photo shows backs that weren't matched with their fronts, because the photos don't show one print each. Numbers
  /// are nil if they aren't known.
  case unmatchedBack(front: Path, prints: Int?, backs: Int?)
  /// The photo of the print's front could not be scanned, so this one's scan has its own name.
  case backOfFailedFront(Path)
  /// The photo has changed since a person adjusted its prints, so they need review.
  case outdated(adjustments: Path)
  /// The photo has another sidecar, which can't be used, beside the one that is.
  case passedOver(SidecarError, used: Path)
  /// The sidecar has keys that aren't known.
  case unknownKeys([String], adjustments: Path)

  /// What a person said of a scan.
  package enum Word: Equatable, Sendable {
    case date(String)
    case caption, keywords
  }

  /// A setting that needs a known film.
  package enum FilmSetting: Sendable { case ppi, inset }
}

extension SidecarStore.Adjustments {
  /// What a person should know of them, the most important first.
  package var warnings: [ScanWarning] {
    (isOutdated ? [.outdated(adjustments: path)] : [])
      + (passedOver.map { [.passedOver($0, used: path)] } ?? [])
      + (sidecar.unknownKeys.isEmpty ? [] : [.unknownKeys(sidecar.unknownKeys, adjustments: path)])
  }
}
