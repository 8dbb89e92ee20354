import Testing

@testable import PeelImaging

@Suite struct LineFitTests {
  @Test func `a line fits weighted points`() {
    var fit = LineFit()
    for t in [-1.0, 0, 0.5, 2] { fit.add(t, 3 - 2 * t, weight: 1 + t * t) }
    // A point of weight 0 changes nothing.
    fit.add(7, 100, weight: 0)
    #expect(abs(fit.line.level - 3) < 1e-12 && abs(fit.line.slope + 2) < 1e-12)
  }

  /// Points at one `t` determine no slope: the line is level at their weighted mean.
  @Test func `points at one position give a level line`() {
    var line = LineFit()
    var parabola = ParabolaFit()
    for (offset, weight) in [(1.0, 1.0), (4, 2)] {
      line.add(0, offset, weight: weight)
      parabola.add(0, offset, weight: weight)
    }
    #expect(line.line == (level: 3, slope: 0))
    #expect(parabola.solved(isQuadratic: true) == (level: 3, slope: 0, bend: 0))
  }

  @Test func `a fit gives a parabola, or a line if it isn't quadratic`() {
    var fit = ParabolaFit()
    for t in [-1.0, -0.5, 0, 0.5, 1] { fit.add(t, 1 + 2 * t - 3 * t * t, weight: 2) }
    let parabola = fit.solved(isQuadratic: true)
    #expect(abs(parabola.level - 1) < 1e-12 && abs(parabola.slope - 2) < 1e-12 && abs(parabola.bend + 3) < 1e-12)
    let line = fit.solved(isQuadratic: false)
    #expect(abs(line.level + 0.5) < 1e-12 && abs(line.slope - 2) < 1e-12 && line.bend == 0)
  }

  /// The top of 5 - (x - peak)², from its values at -1, 0 and 1.
  @Test(arguments: [-0.5, -0.2, 0, 0.4, 0.5]) func `a peak lies between its samples`(_ peak: Double) {
    func value(_ x: Double) -> Double { 5 - (x - peak) * (x - peak) }
    #expect(abs(parabolaPeak(value(-1), value(0), value(1)) - peak) < 1e-12)
  }

  @Test(
    arguments: [
      (1, 1, 1, 0), (3, 1, 3, 0), (-.infinity, 1, 0, 0), (9, 8, 0, -0.5), (0, 8, 9, 0.5),
    ] as [(Float, Float, Float, Float)])
  func `a peak lies at most half a step away`(_ before: Float, _ middle: Float, _ after: Float, peak: Float) {
    #expect(parabolaPeak(before, middle, after) == peak)
  }
}
