import PeelRandomNumbers
import Testing

@testable import PeelImaging

/// What tells glare from shadows, and light from veils, in the cells of shots.
struct GlareSearchTests {
  /// The light of dark and of bright paint in bars, with a little texture.
  private static let paint: [Float] = {
    var random = RandomNumbers(seed: 3)
    return (0..<64 * 64).map { ($0 % 64 / 4 % 2 == 0 ? 0.03 : 0.5) * Float.random(in: 0.9...1.1, using: &random) }
  }()

  private static func cells(_ light: (Int, Float) -> Float) -> CellMap {
    CellMap(width: 64, height: 64, values: paint.enumerated().map { Tone.level(light($0, $1)) })
  }

  private static func shadow(_ own: CellMap, _ rival: CellMap) -> Float {
    GlareSearch.shadow(
      [own, own, own], [rival, rival, rival], where: own.map { _ in 1 }, GlareSearch.Parameters()
    ).mean
  }

  @Test func aShadowTakesAShareOfTheLight() {
    let own = Self.cells { $1 }
    #expect(Self.shadow(Self.cells { 0.5 * $1 }, own) > 0.95)
    // A veil over the other shots is the same on dark and on bright paint, and one that falls off is, too.
    #expect(Self.shadow(own, Self.cells { $1 + 0.15 }) == 0)
    #expect(Self.shadow(own, Self.cells { $1 + 0.15 + 0.1 * Float($0 % 64) / 64 }) == 0)
    // The light is only a little weaker.
    #expect(Self.shadow(Self.cells { 0.9 * $1 }, own) == 0)
  }

  /// Something smooth lies on one of four shots; the others agree. Where two agree, that isn't enough.
  @Test(arguments: [4, 3]) func threeShotsThatAgreeAreRight(count: Int) {
    let hidden = 0
    let shots = (0..<count).map { shot in
      Self.cells { shot == hidden && (20..<44).contains($0 % 64) && (20..<44).contains($0 / 64) ? 0.002 : $1 }
    }
    let one = shots[0].map { _ in 1 }
    let agreement = Agreement(shots.map { [$0, $0, $0] }, shots.map { _ in one }, one.map { _ in 4 })
    let outnumbered = GlareSearch.outnumbered(hidden, shots, agreement, one.map { _ in 4 }, GlareSearch.Parameters())
    #expect(outnumbered.values[32 * 64 + 32] == (count > 3 ? 1 : 0))
    #expect(outnumbered.values[8 * 64 + 8] == 0)
  }

  /// A veil over most of a shot: the levels that agree best are those under it, and the detail is as it was.
  @Test func lightIsFittedToDetailUnderAVeil() throws {
    let shot = Self.cells { 0.8 * $1 + ($0 % 64 < 44 ? 0.06 : 0) }
    let reference = Self.cells { $1 }
    func gain(_ evidence: LightField.Evidence) throws -> Float {
      var parameters = LightField.Parameters()
      parameters.kept = 0.6
      let field = try #require(
        LightField(
          from: [shot, shot, shot], to: [reference, reference, reference], where: shot.map { _ in 1 }, evidence,
          parameters: parameters))
      return field.gain(0, x: -0.5, y: 0)
    }
    #expect(abs(try gain(.detail) - 1.25) < 0.03)
  }
}
