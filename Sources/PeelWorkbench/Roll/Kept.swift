/// What a person decided about a photo, which is saved.
package struct Kept: Equatable, Sendable {
  /// The prints accepted.
  package var outlines: [Outline]
  /// The photo's size, in pixels; 0 if it hasn't been read.
  package var width: Int
  package var height: Int
  /// Why the photo isn't scanned; nil if it is.
  package var aside: SetAside?
  /// The content of the file that was looked at; nil if unknown.
  package var version: PhotoVersion?
  /// Whether the file has changed since, so that a person should look at the prints again.
  package var isOutdated = false

  /// Whether it tells only that another shot was taken, so that the prints have to be found.
  package var isWithoutPrints: Bool { aside != nil && outlines.isEmpty }

  package init(_ outlines: [Outline], width: Int, height: Int) {
    self.outlines = outlines
    self.width = width
    self.height = height
  }
}

/// What earlier sessions saved of a roll's items.
package struct Recalled: Equatable, Sendable {
  /// What a person decided.
  package var kept: [ItemID: Kept] = [:]
  /// What was changed and not accepted.
  package var drafts: [ItemID: Draft] = [:]
  /// The content of photos that changed since their prints were accepted.
  package var versions: [ItemID: PhotoVersion] = [:]
  /// The prints whose scans are there, or none if those are of other prints.
  package var exported: [ItemID: [Outline]] = [:]
  /// What can't be read, as a message.
  package var trouble: Sentence?

  package init(kept: [ItemID: Kept] = [:], drafts: [ItemID: Draft] = [:]) {
    self.kept = kept
    self.drafts = drafts
  }
}
