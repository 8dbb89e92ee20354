/// The sharpest of the last frames, without keeping all of them.
///
/// A frame that is followed by a sharper one is dropped, because it can never become the sharpest.
public struct SharpestFrames<Frame: Sendable>: Sendable {
  /// The number of last frames considered.
  public let count: Int
  /// The most frames kept. If the picture keeps getting softer, there would be `count` of them; then the one that is
  /// closest in sharpness to the next is dropped.
  public let most: Int

  private var kept: [(number: Int, sharpness: Double, frame: Frame)] = []
  private var number = 0

  /// No frames yet. ¶ - Parameters:
  ///   - count: the number of last frames considered, 1 or more.
  ///   - most: the most frames kept, 2 or more.
  public init(count: Int, most: Int) {
    precondition(count >= 1 && most >= 2, "there is a frame to keep, and one that follows it")
    self.count = count
    self.most = most
  }

  /// The sharpest of the last frames; nil if none was added.
  public var sharpest: Frame? { kept.first?.frame }

  /// Adds the next frame. ¶ - Parameters:
  ///   - frame: the frame.
  ///   - sharpness: its sharpness, on any scale.
  public mutating func add(_ frame: Frame, sharpness: Double) {
    number += 1
    while let last = kept.last, last.sharpness <= sharpness { kept.removeLast() }
    kept.append((number, sharpness, frame))
    while let first = kept.first, first.number <= number - count { kept.removeFirst() }
    guard kept.count > most else { return }
    // Neither the sharpest nor the newest.
    let index = (1..<kept.count - 1).min { loss(of: $0) < loss(of: $1) }
    if let index { kept.remove(at: index) }
  }

  /// The sharpness lost if this frame is missing once the one before it is too old.
  private func loss(of index: Int) -> Double { kept[index].sharpness - kept[index + 1].sharpness }

  /// Forgets all frames.
  public mutating func removeAll() { kept = [] }
}
