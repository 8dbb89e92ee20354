/// The shots of one print among many photos.
public struct Burst: Sendable, Equatable {
  /// The photos' indices, in ascending order.
  public var shots: [Int]

  /// The most seconds between two shots of a burst.
  public static let longestPause = 10.0

  /// Groups photos into bursts.
  ///
  /// Two photos belong to one burst if their prints look alike and, if both times are known, they were taken within
  /// `longestPause`. Two photos that belong to the burst of a third one belong to one burst as well.
  ///
  /// - Parameter shots: each photo's print, and when it was taken, in seconds since any fixed time.
  /// - Returns: The bursts, ordered by their first photos. A photo unlike all others is a burst of its own.
  public static func all(in shots: [(print: FlatPrint, time: Double?)]) -> [Burst] {
    all(in: shots, throughGlare: false)
  }

  /// Groups photos into bursts.
  ///
  /// - Parameters:
  ///   - shots: each photo's print, and when it was taken, in seconds since any fixed time.
  ///   - throughGlare: whether prints that don't look alike are compared by their details, which glare leaves elsewhere.
  ///     If a time isn't known, only neighbours are compared so.
  package static func all(in shots: [(print: FlatPrint, time: Double?)], throughGlare: Bool) -> [Burst] {
    let likenesses = shots.map { Likeness($0.print.proof.luma) }
    var first = Array(shots.indices)
    for index in shots.indices {
      for earlier in 0..<index where first[earlier] != first[index] {
        if let time = shots[index].time, let other = shots[earlier].time, abs(time - other) > longestPause { continue }
        let likeness = likenesses[earlier].correlation(with: likenesses[index])
        let isNear = shots[index].time != nil && shots[earlier].time != nil || index == earlier + 1
        guard
          likeness.value >= Likeness.ofOnePrint
            || throughGlare && isNear
              && shots[index].print.sharesDetails(with: shots[earlier].print, turned: likeness.turns)
        else { continue }
        let (kept, joined) = (min(first[earlier], first[index]), max(first[earlier], first[index]))
        for member in first.indices where first[member] == joined { first[member] = kept }
      }
    }
    return shots.indices.filter { first[$0] == $0 }.map { start in
      Burst(shots: shots.indices.filter { first[$0] == start })
    }
  }
}
