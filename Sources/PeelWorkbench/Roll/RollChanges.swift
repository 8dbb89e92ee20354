import PeelImaging

/// The content of a photo's file. Files of different content have different versions.
package struct PhotoVersion: Hashable, Sendable {
  package let digest: UInt64

  /// - Parameter digest: a digest of the file's bytes.
  package init(digest: UInt64) { self.digest = digest }
}

/// What changed on disk since the last look.
package struct RollChanges: Equatable, Sendable {
  /// Items whose photos have other content.
  package var changed: [ItemID] = []
  /// Items whose sidecars another program wrote or removed.
  package var decided: [ItemID] = []
  /// Items whose photos were gone and are back as they were.
  package var back: [ItemID] = []
  /// Items whose photos were deleted or moved away.
  package var gone: [ItemID] = []
  /// Items whose scans were deleted, or changed by another program.
  package var unexported: [ItemID] = []
  /// The prints of items that turned out to have been exported in an earlier session, by item.
  package var exported: [ItemID: [Outline]] = [:]
  /// New items, in the order in which they join the roll.
  package var new: [NewItem] = []
  /// Items that are clips whose still appeared, each with the still's item, which is both from now on.
  package var paired: [ItemID: ItemID] = [:]

  package struct NewItem: Equatable, Sendable {
    package let id: ItemID
    /// The name to show.
    package let name: String
    package let kind: RollItem.Kind

    package init(_ id: ItemID, name: String, kind: RollItem.Kind = .photo) {
      (self.id, self.name, self.kind) = (id, name, kind)
    }
  }

  package init() {}

  package var isEmpty: Bool {
    changed.isEmpty && decided.isEmpty && back.isEmpty && gone.isEmpty && new.isEmpty && unexported.isEmpty
      && exported.isEmpty && paired.isEmpty
  }
}
