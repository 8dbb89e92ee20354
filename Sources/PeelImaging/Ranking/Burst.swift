/// Shots of one print: which of many photos belong together.
public struct Burst: Sendable, Equatable {
  /// Indexes of the photos, in their order.
  public var shots: [Int]

  /// Seconds between two shots of a burst, at most.
  public static let longestPause = 10.0

  /// Two photos are of one burst when their prints look alike and they were taken within ten seconds of one another, if
  /// it is known when; and so are two that belong to a third.
  ///
  /// - Parameter shots: each photo's print, and when it was taken in seconds since any one time.
  /// - Returns: Bursts in the order of their first photos; a photo that is like no other is a burst of its own.
  public static func all(in shots: [(print: FlatPrint, time: Double?)]) -> [Burst] {
    let likenesses = shots.map { Likeness($0.print.proof.luma) }
    var first = Array(shots.indices)
    for index in shots.indices {
      for earlier in 0..<index where first[earlier] != first[index] {
        if let time = shots[index].time, let other = shots[earlier].time, abs(time - other) > longestPause { continue }
        guard likenesses[earlier].correlation(with: likenesses[index]).value >= Likeness.ofOnePrint else { continue }
        let (kept, joined) = (min(first[earlier], first[index]), max(first[earlier], first[index]))
        for member in first.indices where first[member] == joined { first[member] = kept }
      }
    }
    return shots.indices.filter { first[$0] == $0 }.map { start in
      Burst(shots: shots.indices.filter { first[$0] == start })
    }
  }
}
