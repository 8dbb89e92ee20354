import PeelImaging

/// Choosing an outline, and deciding which outlines are prints.
///
/// Choosing only highlights. Only `addOutline` and `leaveOut` change which outlines are prints, and each says what it did.
extension Model {
  /// The outlines to go through, as indices: the prints, and the candidates if they are shown.
  var shownOutlines: [Int] { item.sheet.outlines.indices.filter { isShown(item.sheet.outlines[$0]) } }

  func isShown(_ outline: Outline) -> Bool { desk.showsCandidates || !outline.isCandidate }

  mutating func cycleOutline(by step: Int) {
    let shown = shownOutlines
    guard let first = shown.first, shown.count > 1 || first != item.sheet.chosen else {
      let hidden = desk.showsCandidates ? 0 : item.sheet.candidates.count
      message = note(
        hidden == 0 ? "no other outline; a adds one" : "no other print; i shows \(hidden.counted("candidate"))")
      return
    }
    let here = shown.firstIndex(of: item.sheet.chosen)
    highlight(shown[here.map { ($0 + step).cycled(in: shown.count) } ?? 0])
  }

  /// Highlights an outline. It isn't an undo step, since nothing that is saved changes.
  mutating func highlight(_ index: Int) {
    roll[current].sheet.choose(index)
    history.close()
  }

  mutating func toggleCandidates() {
    let candidates = item.sheet.candidates
    guard desk.showsCandidates || !candidates.isEmpty else {
      message = note(
        item.isClip ? RollItem.wordsForClip : item.detected == nil ? "still looking for prints" : "no candidates")
      return
    }
    desk.showsCandidates.toggle()
    if desk.showsCandidates {
      let outlines = item.sheet.outlines
      let likeliest = outlines.indices.filter { outlines[$0].isCandidate && !outlines[$0].isLeftOut }
        .max { outlines[$0].confidence ?? 0 < outlines[$1].confidence ?? 0 }
      if let likeliest { highlight(likeliest) }
      message = note("\(candidates.count.counted("candidate")) shown; a adds the likeliest, c shows the next")
    } else if let outline = item.sheet.outline, !isShown(outline) {
      highlight(item.sheet.outlines.firstIndex { !$0.isCandidate } ?? 0)
    }
  }

  /// Adds the chosen candidate to the prints, or else a new outline.
  mutating func addOutline() {
    guard let photo = item.photo?.photo, item.detected != nil, !item.isClip else {
      message = note(
        item.isClip
          ? RollItem.wordsForClip
          : item.hasFailed
            ? "no print can be added: this photo cannot be read" : "still looking for prints; add one in a moment")
      return
    }
    if let outline, outline.isCandidate { return add(item.sheet.chosen) }
    let prints = item.sheet.prints
    // A print that was left out isn't suggested by another outline of it either.
    let claimed = prints + item.sheet.outlines.filter(\.isLeftOut)
    let unclaimed = item.sheet.outlines.indices.filter { index in
      let one = item.sheet.outlines[index]
      return one.isCandidate && !claimed.contains { $0.competes(with: one) }
    }.max { item.sheet.outlines[$0].confidence ?? 0 < item.sheet.outlines[$1].confidence ?? 0 }
    if let unclaimed {
      let confidence = item.sheet.outlines[unclaimed].confidence
      if prints.isEmpty || confidence ?? 1 >= Self.leastConfidence {
        return add(unclaimed, asLikeliest: confidence)
      }
    }
    record("added a print") { sheet in
      sheet.outlines.append(.fresh(beside: prints, inPhotoOf: photo.width, photo.height))
      sheet.choose(sheet.outlines.count - 1)
    }
    message = note("added \(nameOfChosen): move its corners to the print; 7 does so by letters")
  }

  /// The least confidence of a candidate that is added unseen, 0…1. Beside other prints, a new outline of their size is of
  /// more use than a worse one.
  private static let leastConfidence = 0.05

  /// Adds a candidate to the prints, after the last one. It replaces an outline of the same print that the person didn't
  /// decide about.
  ///
  /// - Parameter confidence: that of the likeliest candidate, which the person didn't choose.
  private mutating func add(_ index: Int, asLikeliest confidence: Double? = nil) {
    let item = item
    var outline = item.sheet.outlines[index]
    (outline.isTaken, outline.isLeftOut) = (true, false)
    let replaced = item.sheet.outlines.indices.filter {
      let other = item.sheet.outlines[$0]
      return other.isTaken && !item.isDecided(other) && other.isSamePrint(as: outline)
    }
    let others = item.sheet.outlines.indices.filter {
      item.sheet.outlines[$0].isTaken && !replaced.contains($0) && item.sheet.outlines[$0].competes(with: outline)
    }
    record("added a candidate") { sheet in
      for place in replaced { sheet.outlines[place].isTaken = false }
      sheet.outlines.remove(at: index)
      let place = sheet.outlines.lastIndex(where: \.isTaken).map { $0 + 1 } ?? 0
      sheet.outlines.insert(outline, at: place)
      sheet.choose(place)
    }
    let consequence =
      if !replaced.isEmpty {
        ", in place of the outline found there"
      } else if !others.isEmpty {
        "; it overlaps another print: x leaves one out"
      } else {
        ""
      }
    let likely = confidence.map { ", the likeliest candidate (\($0.percent))" } ?? ""
    message = note("added \(nameOfChosen)\(likely)\(consequence)")
  }

  /// Leaves the chosen print out. An outline made by hand is removed; another one becomes a candidate.
  mutating func leaveOut() {
    guard let outline else { return }
    guard !outline.isCandidate else {
      message = note("this is a candidate: it isn't saved; a adds it to the prints")
      return
    }
    record("left out a print") { sheet in
      if outline.origin == .byHand {
        sheet.outlines.remove(at: sheet.chosen)
      } else {
        sheet.outlines[sheet.chosen].isTaken = false
        sheet.outlines[sheet.chosen].isLeftOut = true
      }
      let next = sheet.outlines.indices.filter { sheet.outlines[$0].isTaken }
      sheet.choose(next.last { $0 <= sheet.chosen } ?? next.first ?? 0)
    }
    let left = item.sheet.prints.count
    message = note(
      "left out; \(left == 0 ? "no print" : left.counted("print")) left, u brings it back" + notInMarked)
  }

  /// The chosen outline's place in words: `print 3 of 7`.
  var nameOfChosen: String { item.sheet.name(of: item.sheet.chosen) }
}

extension Sheet {
  /// An outline's place in words: `print 3 of 7`, `candidate 2 of 8`.
  func name(of index: Int) -> String {
    guard outlines.indices.contains(index) else { return "no print" }
    let one = outlines[index]
    guard one.isTaken || one.isCandidate else { return "no print yet" }
    let alike = outlines.indices.filter {
      outlines[$0].isTaken == one.isTaken && outlines[$0].isCandidate == one.isCandidate
    }
    let number = (alike.firstIndex(of: index) ?? 0) + 1
    return "\(one.isTaken ? "print" : "candidate") \(number) of \(alike.count)"
  }
}

extension RollItem {
  /// Whether a person made, changed, added or accepted an outline. Nothing but that person removes it.
  func isDecided(_ outline: Outline) -> Bool {
    if sheet.accepted?.contains(outline) ?? false { return true }
    return !(detected?.sheet.outlines.contains(outline) ?? false)
  }
}

extension Outline {
  /// A new outline of the prints' median size, where it overlaps them least.
  ///
  /// - Parameter prints: the prints of the photo. If there are none, the outline is a rectangle in the photo's middle.
  static func fresh(beside prints: [Outline], inPhotoOf width: Int, _ height: Int) -> Outline {
    let bySize = prints.filter { $0.quad.isConvex }.sorted { $0.quad.area < $1.quad.area }
    guard let model = bySize.dropFirst((bySize.count - 1) / 2).first?.quad else {
      let (width, height) = (Double(width), Double(height))
      let quad = Quad(
        x: width * inset, y: height * inset, width: width * (1 - 2 * inset), height: height * (1 - 2 * inset))
      return Outline(quad: quad, origin: .byHand, isTaken: true)
    }
    let (left, right) = (model.corners.map(\.x).min() ?? 0, model.corners.map(\.x).max() ?? 0)
    let (top, bottom) = (model.corners.map(\.y).min() ?? 0, model.corners.map(\.y).max() ?? 0)
    // How far the outline can be moved within the photo.
    let room = (x: max(Double(width) - (right - left), 0), y: max(Double(height) - (bottom - top), 0))
    var best = (overlap: Double.infinity, distance: Double.infinity, quad: model)
    for row in 0...steps {
      for column in 0...steps {
        let corner = Point(
          room.x * Double(column) / Double(steps), room.y * Double(row) / Double(steps))
        let run = corner - Point(left, top)
        let quad = model.map { $0 + run }
        let overlap = bySize.reduce(0) { $0 + $1.quad.intersectionArea(quad) }
        if (overlap, run.length) < (best.overlap, best.distance) { best = (overlap, run.length, quad) }
      }
    }
    return Outline(quad: best.quad.standard, origin: .byHand, isTaken: true)
  }

  /// The distance of an outline in the middle from each side of the photo, as a share of the photo's size.
  private static let inset = 0.2

  /// The number of places tried across the photo, and down.
  private static let steps = 24
}
