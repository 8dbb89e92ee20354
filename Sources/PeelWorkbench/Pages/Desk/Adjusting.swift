import PeelImaging

/// Editing the current item's outlines.
extension Model {
  mutating func choose(_ handle: Handle) {
    desk.handle = handle
    history.close()
  }

  /// Changes sheets as one undo step.
  ///
  /// - Parameter title: what is done, in the past tense, for undo.
  mutating func record(_ title: String, _ changes: [History.Change]) {
    record(History.Step(title: title, current: current, work: .changes(changes)))
  }

  mutating func record(_ title: String, _ change: (inout Sheet) -> Void) {
    record(title, [changed(change)])
  }

  private mutating func record(_ step: History.Step, isNudge: Bool = false) {
    history.record(step, isNudge: isNudge, at: time)
    for change in step.changes { put(change.after, on: change.item) }
  }

  /// A change of the current item's sheet.
  private func changed(_ change: (inout Sheet) -> Void) -> History.Change {
    var sheet = item.sheet
    change(&sheet)
    return History.Change(item: current, before: item.sheet, after: sheet)
  }

  /// Accepts the prints of items as one undo step. They are saved even if they were accepted before, which tells whether
  /// another program changed what is on disk.
  mutating func acceptPrints(of items: [ItemID], _ title: String) {
    let changes = items.map { item in
      var sheet = roll[item].sheet
      sheet.accepted = sheet.prints
      if !sheet.isMerged { sheet.aside = nil }
      return History.Change(item: item, before: roll[item].sheet, after: sheet)
    }
    history.record(History.Step(title: title, current: current, work: .changes(changes)), at: time)
    for change in changes {
      roll[change.item].sheet = change.after
      save(change.item, insists: roll[change.item].lost != nil)
    }
  }

  /// Replaces an item's sheet. What a person decided is saved if it changed.
  private mutating func put(_ sheet: Sheet, on item: ItemID) {
    let old = roll[item].sheet
    roll[item].sheet = sheet
    if old.accepted != sheet.accepted || old.aside != sheet.aside { save(item) }
  }

  /// Saves what a person decided about an item. If that's nothing any more, what was saved of the photo before it changed
  /// is kept.
  ///
  /// - Parameter insists: whether the person decided again after saving had failed.
  mutating func save(_ item: ItemID, insists: Bool = false) {
    let (sheet, known) = (roll[item].sheet, roll[item].known)
    // What is known may be of the photo before it changed, which could have another size.
    let size = known.flatMap { ($0.version ?? roll[item].version) == roll[item].version ? $0 : nil }
    var kept = Kept(sheet.accepted ?? [], width: size?.width ?? 0, height: size?.height ?? 0)
    (kept.aside, kept.version) = (sheet.aside, roll[item].version)
    roll[item].lost = nil
    // What is decided settles the draft, even if it is undone.
    drafts[item] = nil
    let isUndecided = sheet.accepted == nil && sheet.aside == nil
    ask(.keep(item: item, isUndecided ? known?.outdated : kept, insists: insists))
  }

  /// Whether there is a chosen outline that may be changed. Candidates may not. If false, a message says why.
  mutating func canChange() -> Bool {
    if let outline, !outline.isCandidate { return true }
    message = note(
      outline != nil
        ? "this is a candidate; a adds it to the prints"
        : item.isClip
          ? RollItem.wordsForClip
          : item.detected == nil ? "still looking for prints" : "no print to change; a adds one")
    return false
  }

  /// Changes the chosen outline.
  ///
  /// - Returns: whether it may be changed.
  @discardableResult
  mutating func change(_ title: String, _ change: (inout Outline) -> Void) -> Bool {
    guard canChange() else { return false }
    record(title) { change(&$0.outlines[$0.chosen]) }
    return true
  }

  /// Gives the chosen outline new corners, which makes it a print.
  ///
  /// - Parameters:
  ///   - handle: what is moved; nil for all sides.
  ///   - isByHand: whether a person places the corners, and not a snap.
  mutating func lay(_ quad: Quad, _ title: String, moving handle: Handle?, isByHand: Bool) {
    guard canChange() else { return }
    let change = changed { sheet in
      let old = sheet.outlines[sheet.chosen].quad
      let moved = Quad.Corner.allCases.filter { quad[$0] != old[$0] }
      if isByHand {
        sheet.outlines[sheet.chosen].placed.formUnion(moved)
      } else {
        sheet.outlines[sheet.chosen].placed.subtract(moved)
      }
      sheet.outlines[sheet.chosen].quad = quad
      sheet.outlines[sheet.chosen].isTaken = true
      // The corners may have been what the curl was wrong by.
      if sheet.outlines[sheet.chosen].curl != nil, let curl = curl(of: sheet.outlines[sheet.chosen]) {
        sheet.outlines[sheet.chosen].curl = curl
      }
    }
    if isByHand, let old = outline?.quad { desk.wasMadeSmaller = quad.area < old.area }
    record(History.Step(title: title, current: current, work: .changes([change]), handle: handle), isNudge: isByHand)
  }

  /// How a curled print curls; nil if no sheet fits its sides.
  private func curl(of outline: Outline) -> Curl? {
    item.photo.flatMap { Detector().curl(of: outline.print, in: $0.photo) }
  }

  /// Straightens the chosen print along the edges of its sides, or takes it for flat.
  mutating func toggleCurl() {
    guard item.photo != nil, canChange(), let outline else { return }
    if outline.curl != nil {
      change("took the print for flat") { $0.curl = nil }
      message = note("flat: the scan isn't straightened" + notInMarked)
    } else if let curl = curl(of: outline) {
      change("straightened the print") { $0.curl = curl }
      message = note("curled by \(curl.words); the scan is straightened" + notInMarked)
    } else {
      message = note("its sides show no curl; move its corners into place, then press B again")
    }
  }

  /// A fine nudge's length, in photo pixels.
  private static let fineStep = 0.1

  mutating func nudge(_ x: Int, _ y: Int, finely: Bool) {
    let step = finely ? Self.fineStep : 1
    if desk.pace == .tenthOnce { desk.pace = .whole }
    move(by: Point(Double(x) * step, Double(y) * step))
  }

  mutating func nudgeByCells(_ x: Int, _ y: Int) {
    let scale = viewport(in: layout.photo)?.scale ?? 1
    let height = display.capabilities.cellShape
    move(by: Point(max(1 / scale, 1) * Double(x), max(height / scale, 1) * Double(y)))
  }

  /// The quad after a move of the handle by `run`, in photo pixels.
  func moved(_ quad: Quad, by run: Point) -> Quad {
    guard let photo = item.photo?.photo else { return quad }
    let corners = desk.handle.corners
    /// As much of a way as leaves all places within one photo size of the photo.
    func held(_ way: Double, _ places: [Double], _ size: Int) -> Double {
      let (least, most) = (-Double(size) - (places.min() ?? 0), 2 * Double(size) - (places.max() ?? 0))
      return min(max(way, min(least, 0)), max(most, 0))
    }
    let way = Point(
      held(run.x, corners.map { quad[$0].x }, photo.width), held(run.y, corners.map { quad[$0].y }, photo.height))
    /// Rounds to thousandths, so that tenths add up exactly.
    func rounded(_ place: Double) -> Double { (place * 1000).rounded() / 1000 }
    var quad = quad
    for corner in corners { quad[corner] = Point(rounded(quad[corner].x + way.x), rounded(quad[corner].y + way.y)) }
    return shaped(quad, moving: desk.handle)
  }

  /// Moves the handle, in photo pixels, or the visible part of the scan if that alone is shown.
  mutating func move(by run: Point) {
    guard show != .print else {
      if desk.scanZoom > 0 { return pan(run.x, run.y) }
      message = note("the corners aren't shown: v shows the photo, z zooms into the scan")
      return
    }
    guard item.photo != nil, canChange(), let outline else { return }
    let quad = moved(outline.quad, by: run)
    if case .side = desk.handle, isRectangle, quad == outline.quad {
      message = note("a side of a rectangle moves across itself; 6 frees the corners")
      return
    }
    lay(quad, "moved \(desk.handle.name)", moving: desk.handle, isByHand: true)
  }

  mutating func travel(isUndo: Bool) {
    if let rename = (isUndo ? history.done : history.undone).last?.rename,
      isExporting(rename.item)
    {
      message = note("\(roll[rename.item].title) is being exported; its name changes when that is done")
      return
    }
    guard let step = isUndo ? history.undo() : history.redo() else {
      message = note(isUndo ? "nothing to undo" : "nothing to redo")
      return
    }
    if step.current != current { go(to: step.current) }
    if let handle = step.handle { desk.handle = handle }
    switch step.work {
    case .changes(let changes):
      for change in changes { put(isUndo ? change.before : change.after, on: change.item) }
    case .reordering(let reordering): memory.order = isUndo ? reordering.before : reordering.after
    case .rename(let rename):
      let name = isUndo ? rename.before : rename.after
      ask(.rename(RenameOrder(rename: rename, name: name, isAgain: true)))
    }
    message = note("\(isUndo ? "undid" : "redid"): \(step.title)")
  }
}

extension Curl {
  /// The greatest height over the plane through the corners, in lengths of the curved way, and which way that is.
  var words: String { "\((100 * greatestHeight).tenths) % \(direction.rawValue)" }
}
