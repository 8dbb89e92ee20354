import PeelImaging

/// A snap that was asked for, and what a person did since.
///
/// Finding edges takes too long for the key's thread. What a person does in the meantime may depend on the result (an
/// undo, say), so it is held back and done after it, in order: the same keys lead to the same corners and the same
/// history, however long the snap takes.
struct Snapping: Equatable, Sendable {
  struct Held: Equatable, Sendable {
    let action: Action
    /// When it happened, in seconds.
    let time: Double
  }

  /// The order under way; nil if none.
  let order: SnapOrder
  var held: [Held] = []
}

extension Model {
  /// Asks for the corner or side in hand, or all four sides if nil, to be laid on the nearest edges.
  mutating func snap(_ handle: Handle?) {
    guard let outline, item.photo != nil else { return }
    let order = SnapOrder(item: current, handle: handle, quad: outline.quad)
    snapping = Snapping(order: order)
    wishes.append(.snap(order))
  }

  /// Holds an action back if a snap is under way that it may depend on.
  ///
  /// - Returns: whether it was held back.
  mutating func hold(_ action: Action) -> Bool {
    guard let held = snapping?.held, action.isOfPerson else { return false }
    if held.isEmpty {
      let meaning = if case .key(let key) = action { self.action(for: key) } else { action }
      guard let meaning, !meaning.concernsOnlyView else { return false }
    }
    snapping?.held.append(Snapping.Held(action: action, time: time))
    return true
  }

  /// Takes the result of a snap, and does what was held back since.
  mutating func take(_ quad: Quad?, for order: SnapOrder) -> [Effect] {
    guard let snapping, snapping.order == order else { return [] }
    self.snapping = nil
    // What a person did was held back, but prints that were found again may have taken the outline's place.
    if current != order.item || outline?.quad != order.quad {
      message = note("the outline changed: snap again")
    } else if let quad {
      change { $0.quad = quad }
      let farthest = zip(quad.corners, order.quad.corners).map { $0.distance(to: $1) }.reduce(0, max)
      message = note(farthest < 0.05 ? "it lies on the edge" : "snapped by \(farthest.tenths) px")
    } else {
      message = note("no edge near enough")
    }
    var effects = wishes
    wishes = []
    for held in snapping.held { effects += update(held.action, at: held.time) }
    return effects
  }
}

extension Action {
  /// Whether it changes neither a sheet nor the photo and the handle in hand.
  var concernsOnlyView: Bool {
    switch self {
    case .cycleShow, .zoom, .fit, .toggleLoupe, .showHelp, .redraw, .suspend: true
    case .key, .choose, .cycleCorner, .cycleSide, .nudge, .nudgeFinely, .fineStep, .toggleFineSteps, .snap, .snapAll,
      .cycleOutline, .addOutline, .removeOutline, .detectAnew, .turn, .swapCrop, .cycleFilm, .cycleWhiteBalance,
      .changeClip, .copySettings, .pasteSettings, .accept, .acceptSure, .revert, .export, .exportAccepted, .goOn,
      .goToFirst, .goToLast, .undo, .redo, .filter, .type, .erase, .endTyping, .showBursts, .closeBursts, .chooseShot,
      .chooseBurst, .takeShot, .mouse, .leave, .resized, .loaded, .failed, .detected, .snapped, .developed, .measured,
      .exported, .kept, .recalled, .ranked:
      false
    }
  }
}
