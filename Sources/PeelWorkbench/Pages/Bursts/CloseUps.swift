import PeelImaging

/// A request for the part of a photo around a point.
package struct CloseUpOrder: Hashable, Sendable {
  package let item: ItemID
  /// In photo pixels.
  package let point: Point
}

/// The part of a photo around a point, at full size.
package struct CloseUp: Equatable, Sendable {
  package let rendition: Rendition
  /// The point's place in the part.
  package let point: Point

  /// The largest part, in pixels. A high-resolution screen shows no more.
  private static let most = (width: 1600, height: 1200)

  /// The part of a photo around a point.
  package init(of photo: Photo, around point: Point) {
    let part = photo.part(around: point, width: Self.most.width, height: Self.most.height)
    (rendition, self.point) = (Rendition(part.photo), part.point)
  }
}

extension RankedShot {
  var closeUp: CloseUpOrder { CloseUpOrder(item: item, point: detail) }
}

extension Model {
  mutating func enlarged(_ closeUp: CloseUp?, for order: CloseUpOrder) {
    // Another burst may be shown by now.
    guard let burst, burst.shots.contains(where: { $0.closeUp == order }) else { return }
    page.bursts?.closeUps.updateValue(closeUp, forKey: order)
  }

  /// Has the next close-up read that the page needs, the chosen shot's first.
  mutating func askForNeededCloseUp() {
    let isReading = jobs.contains { if case .closeUp = $0 { true } else { false } }
    guard let shown = page.bursts, let burst, !isReading else { return }
    let places = BurstsLayout(columns: display.columns, rows: display.rows).closeUps(count: burst.shots.count)
    guard !places.isEmpty else { return }
    let shots = shown.compared(of: burst.shots.count, atMost: places.count)
    let wanted = ([shown.shot] + shots).map { burst.shots[$0].closeUp }.first { shown.closeUps[$0] == nil }
    guard let wanted, makeRoom() else { return }
    ask(.closeUp(wanted))
  }
}
