/// How well two prints that were laid on each other agree, square by square.
///
/// Prints of one film have the same frame, and cards of one game the same corners, so some squares of different pictures
/// agree. But most of their squares with detail contradict each other. Glare brightens detail and leaves it in place, and
/// clipped squares tell nothing. Strong edges, which glare has too, count little more than faint ones.
struct PictureComparison {
  struct Parameters {
    /// The cells around a cell whose mean is taken off, twice blurred. What is left is detail.
    var detail = 3
    /// The detail in levels that has half of the full weight.
    var half: Float = 3
    /// The cells from a square's middle to its edge, and from one square's middle to the next one's.
    var square = (radius: 10, step: 8)
    /// The mean square of the weighted detail, 0…1, from which a square tells something.
    var leastDetail: Float = 0.08
    /// The likeness, −1…1, from which squares agree, and below which they contradict each other.
    var likeness: (same: Float, other: Float) = (0.5, 0.15)
    /// The level from which a cell may be clipped, and the share of clear cells from which a square tells something.
    var clipped: Float = 250
    var leastClear: Float = 0.95
    /// The share of the shorter side that is left out on each side of the print, because its outline isn't exact, and of the
    /// picture, because a film's frame is the same on all prints.
    var margins = (print: 0.07, picture: 0.2)
    /// The share of the telling squares that must agree in the print and in the picture. Shots of one print have 0.83 and
    /// 0.69 or more, each under other glare; different cards of one game have 0.62 or less in one of the two.
    var leastShares = (print: 0.72, picture: 0.6)
    /// The fewest squares of the picture that must agree.
    var fewest = 6

    init() {}

    /// For differences of colours in the larger cells of a `FlatShot`.
    static let hues: Parameters = {
      var parameters = Parameters()
      parameters.half = 8
      parameters.square = (7, 5)
      return parameters
    }()
  }

  /// Squares that tell something.
  struct Squares {
    fileprivate(set) var agreeing = 0
    fileprivate(set) var contradicting = 0

    /// The share of the squares that agree, 0…1.
    var share: Double { Double(agreeing) / Double(max(1, agreeing + contradicting)) }

    fileprivate mutating func add(_ likeness: Float, _ limits: (same: Float, other: Float)) {
      if likeness >= limits.same { agreeing += 1 }
      if likeness < limits.other { contradicting += 1 }
    }
  }

  /// The squares of the whole print, and those of its picture.
  private(set) var print = Squares()
  private(set) var picture = Squares()
  private let parameters: Parameters

  /// Compares brightness.
  ///
  /// - Parameters:
  ///   - own: the levels of one print.
  ///   - other: the levels of the other, laid on it.
  ///   - known: 1 for the cells that both prints show, otherwise 0.
  init(_ own: CellMap, _ other: CellMap, known: CellMap, parameters: Parameters = Parameters()) {
    let clear = own.with(other, max).with(known) { $0 < parameters.clipped ? $1 : 0 }
    let gains = Self.gains(own, other, known)
    self.init([(own.map { gains.own * $0 }, other.map { gains.other * $0 })], clear: clear, parameters)
  }

  /// Compares colours: red and blue, each less green.
  ///
  /// - Parameters:
  ///   - own: red, green and blue of one print.
  ///   - other: those of the other, laid on it.
  init(ofHues own: [CellMap], _ other: [CellMap], known: CellMap, parameters: Parameters = .hues) {
    func hues(_ colours: [CellMap], _ gain: Float) -> [CellMap] {
      [colours[0], colours[2]].map { $0.with(colours[1]) { gain * ($0 - $1) } }
    }
    let gains = Self.gains(own[1], other[1], known)
    let brightest = (own + other).reduce(known) { $0.with($1, max) }
    let clear = brightest.with(known) { $0 < parameters.clipped ? $1 : 0 }
    self.init(Array(zip(hues(own, gains.own), hues(other, gains.other))), clear: clear, parameters)
  }

  /// What makes the darker print as bright as the other, so that faint detail counts alike.
  private static func gains(_ own: CellMap, _ other: CellMap, _ known: CellMap) -> (own: Float, other: Float) {
    let levels = (own: max(own.median(where: known), 1), other: max(other.median(where: known), 1))
    let brighter = max(levels.own, levels.other)
    return (brighter / levels.own, brighter / levels.other)
  }

  /// - Parameters:
  ///   - pairs: maps of one print and of the other, which count together.
  ///   - clear: 1 for the cells that tell something.
  private init(_ pairs: [(CellMap, CellMap)], clear: CellMap, _ parameters: Parameters) {
    self.parameters = parameters
    let (width, height, radius) = (clear.width, clear.height, parameters.square.radius)
    let details = pairs.map { ($0.weightedDetail(parameters), $1.weightedDetail(parameters)) }
    func means(_ product: ((CellMap, CellMap)) -> CellMap) -> CellMap {
      details.map(product).reduce(CellMap(width: width, height: height, 0)) { $0.with($1, +) }.blurred(radius)
    }
    let (own, other) = (means { $0.0.with($0.0, *) }, means { $0.1.with($0.1, *) })
    let both = means { $0.0.with($0.1, *) }
    let clear = clear.blurred(radius)
    let side = Double(min(width, height))
    let margin = max(Int(parameters.margins.print * side), radius)
    let inner = Int(parameters.margins.picture * side)
    for y in stride(from: margin, to: height - margin, by: parameters.square.step) {
      for x in stride(from: margin, to: width - margin, by: parameters.square.step) {
        let k = y * width + x
        guard clear.values[k] > parameters.leastClear, max(own.values[k], other.values[k]) >= parameters.leastDetail
        else { continue }
        let likeness = 2 * both.values[k] / (own.values[k] + other.values[k])
        print.add(likeness, parameters.likeness)
        if min(x, y, width - 1 - x, height - 1 - y) >= inner { picture.add(likeness, parameters.likeness) }
      }
    }
  }

  /// Whether enough of the squares agree for both prints to show the same picture.
  var isSame: Bool {
    picture.agreeing >= parameters.fewest && print.share >= parameters.leastShares.print
      && picture.share >= parameters.leastShares.picture
  }

  /// Whether most of the squares contradict each other. A picture without colours contradicts nothing.
  var isContradicted: Bool {
    [print, picture].contains { $0.contradicting >= parameters.fewest && $0.contradicting > $0.agreeing }
  }
}

extension CellMap {
  /// What is left of each value without the mean around it, −1…1.
  fileprivate func weightedDetail(_ parameters: PictureComparison.Parameters) -> CellMap {
    with(blurred(parameters.detail).blurred(parameters.detail), -).map { $0 / (abs($0) + parameters.half) }
  }
}
