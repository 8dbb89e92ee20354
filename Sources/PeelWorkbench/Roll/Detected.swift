import PeelImaging

/// The prints found in a photo, or accepted in an earlier session.
package struct Detected: Equatable, Sendable {
  package var verdict: Detection.Verdict
  package var sheet: Sheet
  /// The photo's size, in pixels.
  package let width: Int
  package let height: Int
  /// The content of the file that was searched; nil if unknown.
  package var version: PhotoVersion?
  /// Whether the file has a depth map, or a picture for each eye; nil if it wasn't read for this.
  package var hasDepth: Bool?
  /// What was saved of the photo before its file changed; nil if nothing was, or it didn't.
  var outdated: Kept?
  /// The prints that were developed, as they were then, without a sign of which side is up.
  package private(set) var lying: [Outline] = []

  package init(_ detection: Detection, in photo: Photo) {
    verdict = detection.verdict
    (width, height) = (photo.width, photo.height)
    sheet = Sheet(detection)
  }

  package init(_ kept: Kept) {
    verdict = kept.isOutdated ? .review : .sure
    (width, height) = (kept.width, kept.height)
    sheet = kept.isOutdated ? Sheet(outlines: kept.outlines) : Sheet(accepted: kept.outlines)
    sheet.aside = kept.aside
    if kept.isOutdated { outdated = kept } else { version = kept.version }
  }

  /// The same, without accepted prints, after it was set aside.
  func setAside(_ aside: SetAside?) -> Detected {
    var detected = self
    (detected.sheet.accepted, detected.sheet.aside) = (nil, aside)
    return detected
  }

  /// Notes whether developing a print told which side is up.
  package mutating func note(_ wayUp: WayUp, of print: Outline) {
    lying.removeAll { $0.isSamePrint(as: print) }
    if wayUp == .unknown { lying.append(print) }
  }

  /// The same, found by a repeated search.
  func following(_ former: Detected) -> Detected {
    var detected = self
    detected.outdated = former.outdated
    return detected
  }
}
