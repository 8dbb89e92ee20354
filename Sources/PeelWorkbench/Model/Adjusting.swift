import PeelImaging

/// What a person does to the outlines of the photo in hand.
extension Model {
  mutating func choose(_ handle: Handle) {
    self.handle = handle
    history.close()
  }

  /// Changes sheets, in one step of undo.
  mutating func record(_ changes: [History.Change], joining handle: Handle? = nil) {
    history.record(History.Step(place: current, changes: changes), joining: handle, at: time)
    for change in changes { put(change.after, on: change.photo) }
  }

  mutating func record(joining handle: Handle? = nil, _ change: (inout Sheet) -> Void) {
    var sheet = item.sheet
    change(&sheet)
    record([History.Change(photo: current, before: item.sheet, after: sheet)], joining: handle)
  }

  /// What is accepted goes to disk at once, and once more where that failed.
  private mutating func put(_ sheet: Sheet, on photo: Int) {
    if roll[photo].sheet.accepted != sheet.accepted || roll[photo].lost != nil {
      let kept = roll[photo].detected.flatMap { known in
        sheet.accepted.map { Kept($0, width: known.width, height: known.height) }
      }
      wishes.append(.keep(photo: photo, kept))
    }
    roll[photo].sheet = sheet
  }

  /// Changes the chosen outline, which makes it a print to export.
  mutating func change(joining handle: Handle? = nil, _ change: (inout Outline) -> Void) {
    guard outline != nil else { return }
    record(joining: handle) { sheet in
      change(&sheet.outlines[sheet.chosen])
      sheet.take()
    }
  }

  mutating func nudge(_ x: Int, _ y: Int, finely: Bool) {
    let step = finely ? 0.1 : 1
    if pace == .tenthOnce { pace = .whole }
    move(by: Point(Double(x) * step, Double(y) * step))
  }

  /// Moves the corners in hand, in photo pixels.
  func moved(_ quad: Quad, by run: Point) -> Quad {
    guard let photo = item.photo?.photo else { return quad }
    /// A print may leave the photo, but by no more than the photo's size. Tenths are kept exact.
    func held(_ place: Double, _ size: Int) -> Double {
      (min(max(place, -Double(size)), 2 * Double(size)) * 1000).rounded() / 1000
    }
    var quad = quad
    for corner in handle.corners {
      let p = quad[corner] + run
      quad[corner] = Point(held(p.x, photo.width), held(p.y, photo.height))
    }
    return quad
  }

  mutating func move(by run: Point) {
    guard let outline, item.photo != nil else { return }
    let quad = moved(outline.quad, by: run)
    change(joining: handle) { $0.quad = quad }
  }

  /// Lays the corner or side in hand, or with nil all four sides, on the nearest edges.
  mutating func snap(_ handle: Handle?) {
    guard let outline, let photo = item.photo?.photo else { return }
    let sides: Set<Quad.Side> =
      switch handle {
      case .corner(let corner): Set(corner.sides)
      case .side(let side): [side]
      case nil: Set(Quad.Side.allCases)
      }
    guard let laid = Detector().snapped(outline.quad, sides, in: photo), laid.isConvex else {
      message = note("no edge near enough")
      return
    }
    var quad = outline.quad
    for corner in handle?.corners ?? Quad.Corner.allCases { quad[corner] = laid[corner] }
    change { $0.quad = quad }
    let farthest = zip(quad.corners, outline.quad.corners).map { $0.distance(to: $1) }.reduce(0, max)
    message = note(farthest < 0.05 ? "it lies on the edge" : "snapped by \(farthest.tenths) px")
  }

  mutating func cycleOutline(by step: Int) {
    let count = item.sheet.outlines.count
    guard count > 1 else {
      message = note("there is no other outline; a adds one")
      return
    }
    record { $0.chosen = (($0.chosen + step) % count + count) % count }
  }

  mutating func addOutline() {
    guard let photo = item.photo?.photo, item.detected != nil else { return }
    record { sheet in
      sheet.outlines.append(.inset(inPhotoOf: photo.width, photo.height))
      sheet.choose(sheet.outlines.count - 1)
    }
    message = note("a new outline: move its corners to a print")
  }

  mutating func removeOutline() {
    guard outline != nil else { return }
    record { sheet in
      sheet.outlines.remove(at: sheet.chosen)
      sheet.choose(sheet.chosen)
    }
    message = note("outline removed; u brings it back")
  }

  mutating func travel(_ action: Action) {
    let isUndo = action == .undo
    guard let step = isUndo ? history.undo() : history.redo() else {
      message = note(isUndo ? "nothing to undo" : "nothing to redo")
      return
    }
    if step.place != current { go(to: step.place) }
    for change in step.changes { put(isUndo ? change.before : change.after, on: change.photo) }
  }
}

extension Quad.Corner {
  /// The two that meet there.
  fileprivate var sides: [Quad.Side] {
    let sides = Quad.Side.allCases
    return [sides[rawValue], sides[(rawValue + 3) % 4]]
  }
}
