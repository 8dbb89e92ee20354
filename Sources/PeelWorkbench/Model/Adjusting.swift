import PeelImaging

/// Editing the current item's outlines.
extension Model {
  mutating func choose(_ handle: Handle) {
    self.handle = handle
    history.close()
  }

  /// Changes sheets as one undo step.
  mutating func record(_ changes: [History.Change], joining handle: Handle? = nil) {
    history.record(History.Step(place: current, changes: changes), joining: handle, at: time)
    for change in changes { put(change.after, on: change.item) }
  }

  mutating func record(joining handle: Handle? = nil, _ change: (inout Sheet) -> Void) {
    var sheet = item.sheet
    change(&sheet)
    record([History.Change(item: current, before: item.sheet, after: sheet)], joining: handle)
  }

  /// Replaces an item's sheet. Accepted prints are saved if they changed or saving them failed before.
  private mutating func put(_ sheet: Sheet, on item: Int) {
    if roll[item].sheet.accepted != sheet.accepted || roll[item].lost != nil {
      let kept = roll[item].detected.flatMap { known in
        sheet.accepted.map { Kept($0, width: known.width, height: known.height) }
      }
      wishes.append(.keep(item: item, kept))
    }
    roll[item].sheet = sheet
  }

  /// Changes the chosen outline and includes it in the export.
  mutating func change(joining handle: Handle? = nil, _ change: (inout Outline) -> Void) {
    guard outline != nil else { return }
    record(joining: handle) { sheet in
      change(&sheet.outlines[sheet.chosen])
      sheet.take()
    }
  }

  /// A fine nudge's length, in photo pixels.
  private static let fineStep = 0.1

  mutating func nudge(_ x: Int, _ y: Int, finely: Bool) {
    let step = finely ? Self.fineStep : 1
    if pace == .tenthOnce { pace = .whole }
    move(by: Point(Double(x) * step, Double(y) * step))
  }

  /// The quad with the handle's corners moved by `run`, in photo pixels.
  func moved(_ quad: Quad, by run: Point) -> Quad {
    guard let photo = item.photo?.photo else { return quad }
    /// Keeps a coordinate within one photo size of the photo. Rounds it to thousandths, so that tenths add up exactly.
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

  mutating func cycleOutline(by step: Int) {
    let count = item.sheet.outlines.count
    guard count > 1 else {
      message = note("no other outline; press a to add one")
      return
    }
    record { $0.chosen = ($0.chosen + step).cycled(in: count) }
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
    message = note("outline removed; press u to undo")
  }

  mutating func travel(_ action: Action) {
    let isUndo = action == .undo
    guard let step = isUndo ? history.undo() : history.redo() else {
      message = note(isUndo ? "nothing to undo" : "nothing to redo")
      return
    }
    if step.place != current { go(to: step.place) }
    for change in step.changes { put(isUndo ? change.before : change.after, on: change.item) }
  }
}
