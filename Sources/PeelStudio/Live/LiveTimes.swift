import PeelFiles
import PeelMessages
import PeelScanning

/// How long frames took, for `--stats`.
struct LiveTimes: Sendable {
  /// The times from a frame's first byte to its cells on the screen, for finding its prints, and for drawing it, in
  /// milliseconds.
  private var delays = Sample()
  private var following = Sample()
  private var drawing = Sample()
  private(set) var shown = 0

  /// Values spread evenly over all that were added, at most `most` of them.
  private struct Sample {
    var values: [Double] = []
    private var step = 1
    private var count = 0

    private static let most = 4096

    mutating func add(_ value: Double) {
      count += 1
      guard count % step == 0 else { return }
      values.append(value)
      guard values.count == Self.most else { return }
      values = stride(from: 1, to: values.count, by: 2).map { values[$0] }
      step *= 2
    }

    /// The median, the mean and the 90th percentile.
    var text: String {
      guard !values.isEmpty else { return "-" }
      let sorted = values.sorted()
      let figures = [
        sorted[sorted.count / 2], sorted.reduce(0, +) / Double(sorted.count), sorted[sorted.count * 9 / 10],
      ]
      return figures.map { $0.rounded(to: 2) ?? "-" }.joined(separator: " ")
    }
  }

  mutating func add(delay: Double, following: Double, drawing: Double) {
    shown += 1
    delays.add(delay)
    self.following.add(following)
    self.drawing.add(drawing)
  }

  /// The lines that `--stats` prints.
  ///
  /// - Parameters:
  ///   - dropped: the number of frames that were never drawn.
  ///   - time: the length of the session, in seconds.
  func lines(dropped: Int, time: Double) -> String {
    """
    frames shown \(shown), dropped \(dropped); milliseconds (median, mean, 90 %):
    from pipe to screen \(delays.text)
    following prints \(following.text)
    drawing \(drawing.text)
    \((100 * CurrentProcess.processorTime / time).rounded(to: 1) ?? "-") % of a core in \(time.rounded(to: 1) ?? "-") seconds, \
    \(CurrentProcess.peakMemory >> 20) MB of memory at most

    """
  }
}

extension Duration {
  var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
