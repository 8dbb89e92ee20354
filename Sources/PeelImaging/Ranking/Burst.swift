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
    var first = Array(shots.indices)
    // Those without a time are compared with all others. The rest pass by in the order of time.
    let order = shots.indices.sorted { (shots[$0].time ?? -.infinity, $0) < (shots[$1].time ?? -.infinity, $1) }
    var window: [(shot: Int, likeness: Likeness)] = []
    for shot in order {
      if let time = shots[shot].time {
        window.removeAll { earlier in shots[earlier.shot].time.map { time - $0 > longestPause } ?? false }
      }
      let own = (shot: shot, likeness: Likeness(shots[shot].print.proof.luma))
      for other in window where first[other.shot] != first[shot] {
        let (a, b) = other.shot < shot ? (other, own) : (own, other)
        let likeness = a.likeness.correlation(with: b.likeness)
        let isNear = shots[a.shot].time != nil && shots[b.shot].time != nil || b.shot == a.shot + 1
        guard
          likeness.value >= Likeness.ofOnePrint
            || throughGlare && isNear
              && shots[b.shot].print.sharesDetails(with: shots[a.shot].print, turned: likeness.turns)
        else { continue }
        let (kept, joined) = (min(first[a.shot], first[b.shot]), max(first[a.shot], first[b.shot]))
        for member in first.indices where first[member] == joined { first[member] = kept }
      }
      window.append(own)
    }
    return shots.indices.filter { first[$0] == $0 }.map { start in
      Burst(shots: shots.indices.filter { first[$0] == start })
    }
  }

  /// Groups photos into bursts by time alone: a burst's photos were taken within `longestPause` of one another.
  ///
  /// - Parameter times: when each photo was taken, in seconds since any fixed time. Photos without a time are one burst.
  package static func all(takenAt times: [Double?]) -> [Burst] {
    let untimed = times.indices.filter { times[$0] == nil }
    var bursts = untimed.isEmpty ? [] : [untimed]
    var last = -Double.infinity
    let timed = times.indices.compactMap { photo in times[photo].map { (photo: photo, time: $0) } }
    for (photo, time) in timed.sorted(by: { ($0.time, $0.photo) < ($1.time, $1.photo) }) {
      if time - last > longestPause { bursts.append([]) }
      bursts[bursts.count - 1].append(photo)
      last = time
    }
    return bursts.map { Burst(shots: $0.sorted()) }.sorted { ($0.shots.first ?? 0) < ($1.shots.first ?? 0) }
  }
}
