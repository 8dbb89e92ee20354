/// The rate of a batch, from how much was done at what time.
package struct Pace {
  /// The time over which the rate is taken, in seconds. Photos that an earlier run did go by faster than the rest.
  private static let window = 30.0

  private var marks: [(time: Double, done: Int)]

  /// - Parameter time: the start in seconds, on any steady clock.
  package init(time: Double) { marks = [(time, 0)] }

  /// Notes how much was done by a time in seconds.
  package mutating func mark(_ done: Int, time: Double) {
    marks.append((time, done))
    let kept = marks.lastIndex { $0.time <= time - Self.window } ?? 0
    marks.removeFirst(kept)
  }

  /// Photos per second; nil until one is done.
  package var rate: Double? {
    guard let first = marks.first, let last = marks.last, last.done > first.done, last.time > first.time else {
      return nil
    }
    return Double(last.done - first.done) / (last.time - first.time)
  }

  /// A duration as `3:05` or, with hours, `2:03:05`.
  package static func clock(_ seconds: Double) -> String {
    let whole = Int(min(max(0, seconds), 1e9).rounded())
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (minutes, rest) = whole.quotientAndRemainder(dividingBy: 60)
    if minutes < 60 { return "\(minutes):\(padded(rest))" }
    return "\(minutes / 60):\(padded(minutes % 60)):\(padded(rest))"
  }
}
