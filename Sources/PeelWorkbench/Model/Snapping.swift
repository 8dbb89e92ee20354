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
    if handle == nil, question == .snapAll, let proposal, proposal.order.quad == outline.quad {
      question = nil
      self.proposal = nil
      lay(proposal.quad, "snapped all sides")
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
    } else if let quad, order.handle == nil, let far = farCorner(of: quad, from: order.quad) {
      proposal = (order, quad)
      question = .snapAll
      let distance = quad[far].distance(to: order.quad[far])
      message = note("this would move corner \(far.rawValue + 1) by \(distance.tenths) px: S again does it")
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
  /// The corner that a snap would move farthest; nil if none would move far.
  private func farCorner(of quad: Quad, from old: Quad) -> Quad.Corner? {
    let scale = viewport(in: layout.photo)?.scale ?? 1
    let farthest = Quad.Corner.allCases.max { quad[$0].distance(to: old[$0]) < quad[$1].distance(to: old[$1]) }
    return farthest.flatMap { quad[$0].distance(to: old[$0]) * scale > Self.farSnap ? $0 : nil }
  }

  /// The distance of a corner above which snapping all sides asks first, in columns of the screen: about four widths of
  /// the line.
  private static let farSnap = 1.0

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
