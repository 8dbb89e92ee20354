/// What takes the screen, one at a time.
package enum Page: Sendable {
  /// The current photo, its scan and the roll.
  case desk
  case bursts(BurstsPage)
  case depth(DepthPage)
  case frames(FramesPage)
  case table(LightTable)

  var isDesk: Bool { if case .desk = self { true } else { false } }
}

/// The open page, if it is of a kind. What is set while another page is open is dropped.
extension Page {
  package internal(set) var bursts: BurstsPage? {
    get { if case .bursts(let page) = self { page } else { nil } }
    set { if case .bursts = self { self = newValue.map { .bursts($0) } ?? .desk } }
  }

  package internal(set) var depth: DepthPage? {
    get { if case .depth(let page) = self { page } else { nil } }
    set { if case .depth = self { self = newValue.map { .depth($0) } ?? .desk } }
  }

  package internal(set) var frames: FramesPage? {
    get { if case .frames(let page) = self { page } else { nil } }
    set { if case .frames = self { self = newValue.map { .frames($0) } ?? .desk } }
  }

  package internal(set) var table: LightTable? {
    get { if case .table(let page) = self { page } else { nil } }
    set { if case .table = self { self = newValue.map { .table($0) } ?? .desk } }
  }
}

/// What pages learned, for when they are opened again.
struct PageMemory: Sendable {
  var bursts = KnownBursts()
  /// The clip's frames that were ranked last.
  var frames: FramesPage?
  var depth = KnownDepth()
  var scans = KnownScans()
  /// The items whose prints were developed to find which side is up.
  var lookedUpright: Set<ItemID> = []
  /// The order that a person gave the scans of the light table; empty for the roll's.
  var order: [SheetOrder.Scan] = []
}
