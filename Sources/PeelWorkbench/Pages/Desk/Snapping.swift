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
  /// Starts to snap a corner, a side or all sides to the nearest edges. If they lie there, starts to look for the next ones:
  /// inwards if the outline was made smaller last, or else outwards.
  mutating func snap(_ handle: Handle) {
    guard show != .print else {
      message = note("the corners aren't shown: v shows the photo")
      return
    }
    guard item.photo != nil, canChange(), let outline else { return }
    if question == handle.snapCommand, let proposal = desk.proposal, proposal.order.handle == handle,
      proposal.order.quad == outline.quad
    {
      (question, desk.proposal) = (nil, nil)
      lay(proposal.quad, from: proposal.order)
      return
    }
    let isOnEdge =
      handle == .outline
      ? desk.fitting.snapped == outline.quad : handle == desk.handle && areEdgesKnown && edges == outline.quad
    let next = desk.wasMadeSmaller ? Detector.Direction.inwards : .outwards
    let order = SnapOrder(item: current, handle: handle, print: outline.print, direction: isOnEdge ? next : nil)
    desk.snapping = Snapping(order: order)
    ask(.snap(order))
  }

  /// Holds an action back if it may depend on the running snap.
  ///
  /// - Returns: whether the action was held back.
  mutating func hold(_ action: Action) -> Bool {
    guard let held = desk.snapping?.held, action.isOfPerson else { return false }
    if held.isEmpty {
      switch action {
      case .key(let key): if command(for: key)?.concernsOnlyView ?? true { return false }
      case .command(let command): if command.concernsOnlyView { return false }
      case .mouse, .paste, .resized, .ticked, .draftsDue, .rolled, .progressed, .answer: break
      }
    }
    desk.snapping?.held.append(Snapping.Held(action: action, time: time))
    return true
  }

  /// Applies the result of a snap, then performs the actions held back.
  mutating func snapped(_ quad: Quad?, for order: SnapOrder) {
    let held = desk.snapping?.held ?? []
    let quad = quad.map { shaped($0, moving: order.handle) }
    desk.snapping = nil
    // Actions were held back, but a repeated search may have replaced the outline.
    if current != order.item || outline?.quad != order.quad {
      message = note("the outline changed; snap again")
    } else if let quad, let doubt = doubt(about: quad, for: order) {
      desk.proposal = (order, quad)
      question = order.handle.snapCommand
      message = note("\(doubt): \(order.handle == .outline ? "S" : "s") again does it")
    } else if let quad {
      if order.farthestMove(to: quad).distance < Self.leastShownMove {
        settle(order)
        message = note(
          order.direction == nil
            ? "already on the edge; \(order.handle == .outline ? "S" : "s") again goes to the next"
            : "already on the edge")
      } else {
        lay(quad, from: order)
      }
    } else {
      message = note(order.direction.map { "no other edge near, \($0.rawValue)" } ?? "no edge near enough")
    }
    for held in held { handle(held.action, at: held.time) }
  }

  /// Takes the chosen outline's sides for edges: on an uneven one, another look from there would find another line.
  private mutating func settle(_ order: SnapOrder) {
    guard let outline else { return }
    desk.fitting.known = (SnapOrder(item: current, handle: desk.handle, print: outline.print), outline.quad)
    desk.fitting.snapped = order.handle == .outline ? outline.quad : nil
  }

  /// Gives the chosen outline the corners that a snap found.
  private mutating func lay(_ quad: Quad, from order: SnapOrder) {
    let (corner, distance) = order.farthestMove(to: quad)
    lay(
      quad, "snapped \(order.handle == .outline ? "all sides" : order.handle.name)", moving: order.handle,
      isByHand: false)
    settle(order)
    let edge = order.direction.map { " to the next edge \($0.rawValue)" } ?? ""
    message =
      if case .corner = order.handle {
        note("snapped\(edge) by \(distance.tenths) px")
      } else {
        note("snapped\(edge); corner \(corner.rawValue + 1) moved most, by \(distance.tenths) px")
      }
  }
}

extension Handle {
  /// The command that snaps it.
  fileprivate var snapCommand: Command { .desk(self == .outline ? .snapAll : .snap) }
}

extension SnapOrder {
  /// A corner's way, in photo pixels.
  fileprivate typealias Move = (corner: Quad.Corner, distance: Double)

  fileprivate func moves(to new: Quad) -> [Move] {
    Quad.Corner.allCases.map { (corner: $0, distance: new[$0].distance(to: quad[$0])) }
  }

  /// The move of the corner that a snap moves farthest.
  fileprivate func farthestMove(to new: Quad) -> Move {
    moves(to: new).max { $0.distance < $1.distance } ?? (.topLeft, 0)
  }
}

/// The edges at the handle, which the loupe shows beside the outline's own lines.
struct Fitting: Equatable, Sendable {
  /// The last request answered, and the outline with its sides on the edges; nil if there are none near it.
  var known: (order: SnapOrder, edges: Quad?)?
  /// The outline that the last snap of all sides made.
  var snapped: Quad?

  static func == (a: Fitting, b: Fitting) -> Bool {
    a.known?.order == b.known?.order && a.known?.edges == b.known?.edges
      && a.snapped == b.snapped
  }
}

extension Model {
  /// The outline with its sides at the handle on the nearest edges; nil if there are none, or they aren't known.
  var edges: Quad? {
    guard let known = desk.fitting.known, known.order.item == current, known.order.handle == desk.handle else {
      return nil
    }
    return known.edges
  }

  /// Whether the edges at the handle were looked for.
  var areEdgesKnown: Bool {
    guard let order = desk.fitting.known?.order, let outline else { return false }
    return order == SnapOrder(item: current, handle: desk.handle, print: outline.print)
  }

  /// Has the edges found that the loupe should show. A newer search replaces it.
  mutating func askForNeededFit() {
    guard page.isDesk, desk.hasLoupe, desk.snapping == nil, show != .print, item.photo != nil, let outline,
      !outline.isCandidate, !areEdgesKnown
    else { return }
    let fit = Order.fit(SnapOrder(item: current, handle: desk.handle, print: outline.print))
    if !jobs.contains(where: { $0 == fit }) { ask(fit) }
  }
}

extension Model {
  /// Why a person is asked before a snap moves corners: it would move one far, or away from where the person placed it, or
  /// onto another print's side. Nil if there is no reason. Prints that touch share an edge, so that isn't passed over.
  private func doubt(about quad: Quad, for order: SnapOrder) -> String? {
    let farthest = order.farthestMove(to: quad)
    if order.handle == .outline, order.direction == nil {
      let scale = viewport(in: layout.photo)?.scale ?? 1
      if farthest.distance > Self.farSnap / scale { return words(for: farthest) }
      let placed = outline?.placed ?? []
      let moved = order.moves(to: quad).filter { placed.contains($0.corner) }.max { $0.distance < $1.distance }
      guard let moved, moved.distance > Self.farFromPlaced / scale else { return nil }
      return words(for: moved, isPlaced: true)
    }
    let print = neighbour(at: quad, notAt: order.quad)
    let size = Quad.Side.allCases.map { order.quad.length(of: $0) }.min() ?? 0
    // A person who looks for the next edge of one side expects it to move more.
    let isExpected = order.direction != nil && order.handle != .outline
    guard print != nil || !isExpected && farthest.distance > Self.farShare * size else { return nil }
    return words(for: farthest) + (print.map { ", onto the edge of \(item.sheet.name(of: $0))" } ?? "")
  }

  private func words(for move: SnapOrder.Move, isPlaced: Bool = false) -> String {
    "this would move corner \(move.corner.rawValue + 1)\(isPlaced ? ", which you placed," : "") by \(move.distance.tenths) px"
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

  /// The same for a corner that the person placed: about one width of the line.
  private static let farFromPlaced = 0.25

  /// The same for a snap of one corner or side, or of all sides to the next edges, as a share of the outline's shortest
  /// side.
  private static let farShare = 0.125

  /// The distance between two sides that lie on the same edge, as a share of the outline's shortest side.
  private static let sameEdge = 0.01

  /// The least distance that isn't shown as 0.0, in photo pixels.
  static let leastShownMove = 0.05
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
