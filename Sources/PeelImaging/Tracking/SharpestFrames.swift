/// The sharpest of the last frames, without keeping all of them.
///
/// A frame that is followed by a sharper one is dropped, because it can never become the sharpest.
package struct SharpestFrames<Frame: Sendable>: Sendable {
  /// The number of last frames considered.
  package let count: Int
  /// The most frames kept. Beyond it, the frame that is closest in sharpness to the next one is dropped; this happens if
  /// the picture gets softer and softer.
  package let most: Int

  private var kept: [(number: Int, sharpness: Double, frame: Frame)] = []
  private var number = 0

  /// Starts without frames.
  ///
  /// - Parameters:
  ///   - count: the number of last frames considered, 1 or more.
  ///   - most: the most frames kept, 2 or more.
  package init(count: Int, most: Int) {
    precondition(count >= 1 && most >= 2, "the sharpest and the newest frame are kept")
    self.count = count
    self.most = most
  }

  /// The sharpest of the last frames; nil before the first frame.
  package var sharpest: Frame? { kept.first?.frame }

  /// Adds the next frame.
  ///
  /// - Parameters:
  ///   - frame: the frame.
  ///   - sharpness: its sharpness, on any scale.
  package mutating func add(_ frame: Frame, sharpness: Double) {
    number += 1
    while let last = kept.last, last.sharpness <= sharpness { kept.removeLast() }
    kept.append((number, sharpness, frame))
    while let first = kept.first, first.number <= number - count { kept.removeFirst() }
    guard kept.count > most else { return }
    // The sharpest and the newest frame always stay.
    let index = (1..<kept.count - 1).min { loss(of: $0) < loss(of: $1) }
    if let index { kept.remove(at: index) }
  }

  /// The sharpness lost by dropping a frame, at the time when the one before it has become too old.
  private func loss(of index: Int) -> Double { kept[index].sharpness - kept[index + 1].sharpness }

  /// Forgets all frames.
  package mutating func removeAll() { kept = [] }
}
