/// How the light on a print differs between two shots: for each channel a gain that varies smoothly over the print, and
/// an offset for light that falls evenly into the lens. Both are in linear light, where they are exact.
struct LightField: Sendable {
  /// What a field is fitted to.
  enum Evidence: CaseIterable {
    /// The cells' levels: exact where both shots are clear.
    case levels
    /// The fine detail, which glare leaves as it is where it is even.
    case detail
  }

  struct Parameters: Sendable {
    /// The rounds of the fit, and the share of the cells that count in each: those that agree best.
    var rounds = 6
    var kept = 0.9
    /// The share of the cells whose detail counts.
    var keptDetail = 0.8
    /// The difference in levels up to which a cell always counts.
    var alwaysKept: Float = 3
    /// Every second cell along each side is enough for a fit.
    var step = 2
    /// The weight of an even gain and of no offset, relative to all cells.
    var evenness = 0.01
    var noOffset = 0.001

    init() {}
  }

  /// The terms of a gain: 1, x, y, xy, x² and y² over the print, −1…1.
  private static let terms = 6
  /// The unit of offsets, as a share of full light, so that their weight compares with that of gains.
  private static let offsetUnit = 0.02

  /// The factors of the terms, for red, green and blue.
  private var gains = [SIMD8<Double>](repeating: SIMD8(1, 0, 0, 0, 0, 0, 0, 0), count: 3)
  private var offsets = [0.0, 0, 0]

  /// No difference.
  init() {}

  /// The field that makes one shot's cells like another's.
  ///
  /// - Parameters:
  ///   - own: red, green and blue of one shot's cells, as levels.
  ///   - reference: those of the other shot.
  ///   - clear: the cells to compare: above 0.
  /// - Returns: nil if there are too few of them.
  init?(
    from own: [CellMap], to reference: [CellMap], where clear: CellMap, _ evidence: Evidence,
    parameters: Parameters = Parameters()
  ) {
    let fitted =
      switch evidence {
      case .levels: LightField(fromLevelsOf: own, to: reference, where: clear, parameters)
      case .detail: LightField(fromDetailOf: own, to: reference, where: clear, parameters)
      }
    guard let fitted else { return nil }
    self = fitted
  }

  private init?(
    fromLevelsOf own: [CellMap], to reference: [CellMap], where clear: CellMap, _ parameters: Parameters
  ) {
    let (width, height) = (clear.width, clear.height)
    guard let cells = Self.cells(of: clear, step: parameters.step) else { return nil }
    let terms = cells.map { cell in Self.terms(Self.unit(cell % width, width), Self.unit(cell / width, height)) }
    let lights = own.map { map in cells.map { Tone.light(map.values[$0]) } }
    let targets = reference.map { map in cells.map { Tone.light(map.values[$0]) } }
    let steps = targets.map { $0.map(Tone.step) }
    var kept = Array(cells.indices)
    for _ in 0..<parameters.rounds {
      var errors = [Float](repeating: 0, count: cells.count)
      for channel in 0..<3 {
        let (light, target) = (lights[channel], targets[channel])
        var equations = NormalEquations<SIMD8<Double>>(count: Self.terms + 1)
        var total = 0.0
        var (seen, wanted): (Float, Float) = (0, 0)
        for k in kept {
          let weight = Double(1 / (steps[channel][k] * steps[channel][k]))
          var factors = Double(light[k]) * terms[k]
          factors[Self.terms] = Self.offsetUnit
          equations.add(factors, equals: Double(target[k]), weight: weight)
          total += weight * Double(light[k] * light[k])
          seen += light[k]
          wanted += target[k]
        }
        let mean = seen > 0 ? Double(wanted / seen) : 1
        for term in 0..<Self.terms {
          equations.pull(
            term, to: term == 0 ? mean : 0, weight: total * (term == 0 ? Self.tie : parameters.evenness))
        }
        equations.pull(Self.terms, to: 0, weight: total * parameters.noOffset)
        guard let solution = equations.solution else { return nil }
        for term in 0..<Self.terms { gains[channel][term] = solution[term] }
        offsets[channel] = solution[Self.terms] * Self.offsetUnit
        let (factors, offset) = (gains[channel], Float(offsets[channel]))
        for k in cells.indices {
          let level = Tone.level(Float((factors * terms[k]).sum()) * light[k] + offset)
          errors[k] = max(errors[k], abs(level - reference[channel].values[cells[k]]))
        }
      }
      let limit = max(errors.value(ofRank: Int(parameters.kept * Double(errors.count - 1))), parameters.alwaysKept)
      kept = cells.indices.filter { errors[$0] <= limit }
    }
  }

  /// The gains make the detail alike. The offsets are what then separates the cells that agree best.
  private init?(
    fromDetailOf own: [CellMap], to reference: [CellMap], where clear: CellMap, _ parameters: Parameters
  ) {
    let width = clear.width
    guard let cells = Self.cells(of: clear.eroded(2), step: parameters.step) else { return nil }
    let terms = cells.map { Self.terms(Self.unit($0 % width, width), Self.unit($0 / width, clear.height)) }
    for channel in 0..<3 {
      let (light, target) = (own[channel].map(Tone.light), reference[channel].map(Tone.light))
      let (detail, wanted, around) = (light.detail, target.detail, target.blurred(2))
      let steps = cells.map { Tone.step(at: around.values[$0]) }
      var kept = Array(cells.indices)
      for _ in 0..<parameters.rounds {
        var equations = NormalEquations<SIMD8<Double>>(count: Self.terms)
        var (total, product) = (0.0, 0.0)
        for k in kept {
          let weight = Double(1 / (steps[k] * steps[k]))
          let (x, y) = (Double(detail.values[cells[k]]), Double(wanted.values[cells[k]]))
          equations.add(x * terms[k], equals: y, weight: weight)
          total += weight * x * x
          product += weight * x * y
        }
        let mean = product / max(total, .leastNormalMagnitude)
        for term in 0..<Self.terms {
          equations.pull(
            term, to: term == 0 ? mean : 0, weight: total * (term == 0 ? Self.tie : parameters.evenness))
        }
        guard let solution = equations.solution else { return nil }
        for term in 0..<Self.terms { gains[channel][term] = solution[term] }
        let gain = gains[channel]
        let errors = cells.indices.map { k in
          abs(Float((gain * terms[k]).sum()) * detail.values[cells[k]] - wanted.values[cells[k]]) / steps[k]
        }
        let limit = max(errors.value(ofRank: Int(parameters.keptDetail * Double(errors.count - 1))), Self.leastDetail)
        kept = cells.indices.filter { errors[$0] <= limit }
      }
      let gain = gains[channel]
      let rest = cells.indices.map { k in
        target.values[cells[k]] - Float((gain * terms[k]).sum()) * light.values[cells[k]]
      }
      offsets[channel] = Double(Self.commonest(rest, steps, parameters))
    }
  }

  /// The median, weighted by how fine a step is, of the values that lie nearest to it.
  private static func commonest(_ values: [Float], _ steps: [Float], _ parameters: Parameters) -> Float {
    let order = values.indices.sorted { values[$0] < values[$1] }
    var (isKept, median) = ([Bool](repeating: true, count: values.count), Float(0))
    for _ in 0..<parameters.rounds {
      let half = order.reduce(0) { $0 + (isKept[$1] ? 1 / steps[$1] : 0) } / 2
      var sum: Float = 0
      for k in order where isKept[k] {
        sum += 1 / steps[k]
        if sum >= half {
          median = values[k]
          break
        }
      }
      let errors = values.indices.map { abs(values[$0] - median) / steps[$0] }
      let limit = errors.value(ofRank: Int(parameters.kept * Double(errors.count - 1)))
      isKept = errors.map { $0 <= limit }
    }
    return median
  }

  /// Every so many cells along each side of those above 0; nil if they are too few.
  private static func cells(of clear: CellMap, step: Int) -> [Int]? {
    let cells = stride(from: 0, to: clear.height, by: step).flatMap { y in
      stride(from: y * clear.width, to: (y + 1) * clear.width, by: step).filter { clear.values[$0] > 0 }
    }
    return cells.count >= fewestCells ? cells : nil
  }

  /// The fewest cells that determine a field.
  private static let fewestCells = 60
  /// The difference in detail that always counts as none, in steps of light.
  private static let leastDetail: Float = 1e-4
  /// The weight of the mean gain.
  private static let tie = 1e-6

  /// The gain of a channel at a place on the print, −1…1.
  func gain(_ channel: Int, x: Double, y: Double) -> Float {
    let terms = Self.terms(x, y)
    return Float(max(0, (gains[channel] * terms).sum()))
  }

  func offset(_ channel: Int) -> Float { Float(offsets[channel]) }

  /// The cells as they would be in the other shot's light.
  func applied(to colours: [CellMap]) -> [CellMap] {
    colours.indices.map { channel in
      var map = colours[channel]
      for cell in map.values.indices {
        let gain = gain(
          channel, x: Self.unit(cell % map.width, map.width), y: Self.unit(cell / map.width, map.height))
        map.values[cell] = Tone.level(gain * Tone.light(map.values[cell]) + offset(channel))
      }
      return map
    }
  }

  /// The middle of a cell, −1…1.
  private static func unit(_ cell: Int, _ count: Int) -> Double { (2 * Double(cell) + 1) / Double(count) - 1 }

  private static func terms(_ x: Double, _ y: Double) -> SIMD8<Double> { SIMD8(1, x, y, x * y, x * x, y * y, 0, 0) }
}
