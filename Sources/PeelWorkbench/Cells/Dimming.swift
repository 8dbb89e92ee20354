import PeelImaging

/// What lies outside the chosen print is darker, so that the outline can't be missed.
extension Screen {
  /// The share of the light that is left.
  private static let left = 0.6
  /// The opacity of black that leaves as much.
  static let shade = 1 - left

  /// Darkens what lies outside an outline over the picture in a slot, in cells of the screen.
  mutating func dim(outside outline: OutlinePath, within area: Area, over slot: PlacedPicture.Slot) {
    if let index = pictures.firstIndex(where: { $0.slot == slot }) {
      pictures[index].shade = outline
      return
    }
    for row in area.row..<area.row + area.rows {
      let spans = outline.spans(at: Double(row) + 0.5)
      for column in area.column..<area.column + area.columns
      where !spans.contains(where: { $0.from <= Double(column) + 0.5 && Double(column) + 0.5 < $0.to }) {
        self[column, row].paint.ink.dim()
        self[column, row].paint.ground.dim()
      }
    }
  }
}

extension Ink {
  /// Darkens a colour that is known. Palettes of 16 colours have no darker ones.
  fileprivate mutating func dim() {
    switch self {
    case .standard: break
    case .colour(let colour): self = .colour(colour.dimmed)
    case .indexed(let number):
      if let colour = Palette.fixed(number) { self = .indexed(Palette.nearestOf256(colour.dimmed)) }
    }
  }
}

extension Colour {
  fileprivate var dimmed: Colour { mixed(with: Colour(0, 0, 0), Screen.shade) }
}
