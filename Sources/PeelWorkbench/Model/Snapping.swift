import PeelImaging

/// A running snap, and the actions held back until it's done.
///
/// Finding edges is too slow for the terminal's thread. Later actions, such as an undo, may depend on the result, so they
/// are held back and then performed in order. The same keys always give the same corners and history, however long the
/// snap takes.
struct Snapping: Equatable, Sendable {
  /// An action held back.
  struct Held: Equatable, Sendable {
    let action: Action
    /// When it happened, in seconds.
    let time: Double
  }

  /// The request being answered.
  let order: SnapOrder
  var held: [Held] = []
}

extension Model {
  /// Starts to snap a corner or side, or all four sides if nil, to the nearest edges.
  mutating func snap(_ handle: Handle?) {
    guard show != .print else {
      message = note("the corners aren't shown: v shows the photo")
      return
    }
    guard item.photo != nil, canChange(), let outline else { return }
    let again = handle == nil ? Action.snapAll : .snap
    if question == again, let proposal, proposal.order.handle == handle, proposal.order.quad == outline.quad {
      question = nil
      self.proposal = nil
      lay(proposal.quad, handle.map { "snapped \($0.name)" } ?? "snapped all sides")
      message = note("snapped")
      return
    }
    let order = SnapOrder(item: current, handle: handle, quad: outline.quad)
    snapping = Snapping(order: order)
    wishes.append(.snap(order))
  }

  /// Holds an action back if it may depend on the running snap.
  ///
  /// - Returns: whether the action was held back.
  mutating func hold(_ action: Action) -> Bool {
    guard let held = snapping?.held, action.isOfPerson else { return false }
    if held.isEmpty {
      let meaning = if case .key(let key) = action { self.action(for: key) } else { action }
      guard let meaning, !meaning.concernsOnlyView else { return false }
    }
    snapping?.held.append(Snapping.Held(action: action, time: time))
    return true
  }

  /// Applies the result of a snap, then performs the actions held back.
  mutating func take(_ quad: Quad?, for order: SnapOrder) -> [Effect] {
    guard let snapping, snapping.order == order else { return [] }
    self.snapping = nil
    // Actions were held back, but a repeated search may have replaced the outline.
    if current != order.item || outline?.quad != order.quad {
      message = note("the outline changed; snap again")
    } else if let quad, let doubt = doubt(about: quad, for: order) {
      proposal = (order, quad)
      question = order.handle == nil ? .snapAll : .snap
      message = note("\(doubt): \(order.handle == nil ? "S" : "s") again does it")
    } else if let quad {
      let farthest = zip(quad.corners, order.quad.corners).map { $0.distance(to: $1) }.reduce(0, max)
      if farthest < Self.leastShownMove {
        message = note("already on the edge")
      } else {
        lay(quad, order.handle.map { "snapped \($0.name)" } ?? "snapped all sides")
        message = note("snapped by \(farthest.tenths) px")
      }
    } else {
      message = note("no edge near enough")
    }
    var effects = wishes
    wishes = []
    for held in snapping.held { effects += update(held.action, at: held.time) }
    return effects
  }
}

/// The edges at the handle, which the loupe shows beside the outline's own lines.
struct Fitting: Equatable, Sendable {
  /// The request being answered; nil if there is none.
  var ordered: SnapOrder?
  /// The last request answered, and the outline with its sides on the edges; nil if there are none near it.
  var known: (order: SnapOrder, edges: Quad?)?

  static func == (a: Fitting, b: Fitting) -> Bool {
    a.ordered == b.ordered && a.known?.order == b.known?.order && a.known?.edges == b.known?.edges
  }
}

extension Model {
  /// The outline with its sides at the handle on the nearest edges; nil if there are none, or they aren't known.
  var edges: Quad? {
    guard let known = fitting.known, known.order.item == current, known.order.handle == handle else { return nil }
    return known.edges
  }

  /// Whether the edges at the handle were looked for.
  var areEdgesKnown: Bool {
    guard let order = fitting.known?.order, let outline else { return false }
    return order == SnapOrder(item: current, handle: handle, quad: outline.quad)
  }

  /// The search for the edges that the loupe should show. A newer one replaces it.
  mutating func neededFit() -> [Effect] {
    guard hasLoupe, snapping == nil, show != .print, item.photo != nil, let outline,
      !outline.isCandidate, !areEdgesKnown
    else { return [] }
    let order = SnapOrder(item: current, handle: handle, quad: outline.quad)
    guard order != fitting.ordered else { return [] }
    fitting.ordered = order
    return [.fit(order)]
  }

  mutating func take(_ edges: Quad?, ofFitting order: SnapOrder) {
    guard order == fitting.ordered else { return }
    fitting = Fitting(known: (order, edges))
  }
}

extension Model {
  /// Why a person is asked before a snap moves corners: it would move one far, or onto another print's side. Nil if there
  /// is no reason. Prints that touch share an edge, so that isn't passed over.
  private func doubt(about quad: Quad, for order: SnapOrder) -> String? {
    let old = order.quad
    let farthest = Quad.Corner.allCases.max { quad[$0].distance(to: old[$0]) < quad[$1].distance(to: old[$1]) }
    guard let farthest else { return nil }
    let distance = quad[farthest].distance(to: old[farthest])
    let print = order.handle == nil ? nil : neighbour(at: quad, notAt: old)
    let size = Quad.Side.allCases.map { old.length(of: $0) }.min() ?? 0
    // A person who snaps a corner of their choice expects it to move more.
    let limit = order.handle == nil ? Self.farSnap / (viewport(in: layout.photo)?.scale ?? 1) : Self.farShare * size
    guard print != nil || distance > limit else { return nil }
    return "this would move corner \(farthest.rawValue + 1) by \(distance.tenths) px"
      + (print.map { ", onto the edge of \(item.sheet.name(of: $0))" } ?? "")
  }

  /// The other print that has a side where a snap would move one of this outline's; an index of its outlines.
  private func neighbour(at quad: Quad, notAt old: Quad) -> Int? {
    let size = Quad.Side.allCases.map { old.length(of: $0) }.min() ?? 0
    return item.sheet.outlines.indices.first { index in
      let other = item.sheet.outlines[index]
      guard index != item.sheet.chosen, other.isTaken else { return false }
      return Quad.Side.allCases.contains { side in
        quad[side] != old[side]
          && Quad.Side.allCases.contains { theirs in
            func isOn(_ quad: Quad) -> Bool {
              other.quad.distance(of: theirs, to: quad[side]) <= Self.sameEdge * size
            }
            return isOn(quad) && !isOn(old)
          }
      }
    }
  }

  /// The distance of a corner above which snapping all sides asks first, in columns of the screen: about four widths of
  /// the line.
  private static let farSnap = 1.0

  /// The same for a snap of one corner or side, as a share of the outline's shortest side.
  private static let farShare = 0.125

  /// The distance between two sides that lie on the same edge, as a share of the outline's shortest side.
  private static let sameEdge = 0.01

  /// The least distance that isn't shown as 0.0, in photo pixels.
  static let leastShownMove = 0.05
}

extension Action {
  /// Whether the action changes no sheet, and neither the current item nor the handle.
  var concernsOnlyView: Bool {
    switch self {
    case .cycleShow, .zoom, .fit, .toggleLoupe, .showHelp, .showCommands, .showWork, .turnPage, .closePanel,
      .redraw, .suspend:
      true
    case .key, .choose, .cycleCorner, .cycleSide, .nudge, .nudgeFinely, .fineStep, .toggleFineSteps, .snap, .snapAll,
      .cycleOutline, .addOutline, .leaveOut, .toggleCandidates, .detectAgain, .reload, .turn, .swapCrop, .cycleFilm,
      .cycleWhiteBalance,
      .changeClip, .copySettings, .pasteSettings, .accept, .acceptSure, .revert, .export, .exportAccepted, .goOn,
      .goToReview,
      .goToFirst, .goToLast, .undo, .redo, .filter, .type, .erase, .eraseAll, .endTyping, .showBursts, .closeBursts,
      .chooseShot,
      .chooseBurst, .takeShot, .chooseFrame, .keepFrame, .closeFrames, .mark, .markRange, .view, .askName, .rename,
      .askDate, .setDate,
      .runCommand, .mouse, .paste, .leave, .resized, .loaded, .failed, .detected,
      .snapped, .fitted, .developed, .measured,
      .exported, .kept, .recalled, .ranked, .framesRead, .framesRanked, .frameKept, .enlarged, .rolled, .renamed,
      .viewed:
      false
    }
  }
}

extension Quad {
  /// How far another quad's side is from one of this quad's: the distance of its ends from the line, or of its middle from
  /// the side, whichever is greater.
  fileprivate func distance(of side: Side, to other: (from: Point, to: Point)) -> Double {
    let (from, to) = self[side]
    let run = to - from
    guard run.length > 0 else { return .infinity }
    func along(_ p: Point) -> Double { ((p - from).x * run.x + (p - from).y * run.y) / (run.length * run.length) }
    func fromLine(_ p: Point) -> Double { abs((p - from).x * run.y - (p - from).y * run.x) / run.length }
    let middle = 0.5 * (other.from + other.to)
    let nearest = from + min(max(along(middle), 0), 1) * run
    return max(fromLine(other.from), fromLine(other.to), middle.distance(to: nearest))
  }
}
