/// The sharpest of the last so many frames, without keeping them all: one that is followed by a sharper one is let go, as
/// it can never be the sharpest any more.
public struct SharpestFrames<Frame: Sendable>: Sendable {
  /// Frames that are looked back over.
  public let count: Int
  /// Frames kept at most. Where the picture keeps getting blurred there would be `count` of them; then one is let go
  /// that is nearly as sharp as the one before it.
  public let most: Int

  private var kept: [(number: Int, sharpness: Double, frame: Frame)] = []
  private var number = 0

  public init(count: Int, most: Int) {
    precondition(count >= 1 && most >= 2, "there is a frame to keep, and one that follows it")
    self.count = count
    self.most = most
  }

  public var sharpest: Frame? { kept.first?.frame }

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

  /// Of sharpness, should the one before be too old some day and this one be missing.
  private func loss(of index: Int) -> Double { kept[index].sharpness - kept[index + 1].sharpness }

  public mutating func removeAll() { kept = [] }
}
