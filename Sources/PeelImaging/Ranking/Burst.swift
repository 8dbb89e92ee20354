/// The shots of one print among many photos.
package struct Burst: Sendable, Equatable {
  /// The photos' indices, in ascending order.
  package var shots: [Int]

  /// The most seconds between two shots of a burst.
  package static let longestPause = 10.0

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
