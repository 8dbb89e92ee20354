/// How near each part of a photo is, upright like the photo and of any size.
package struct DepthMap: Sendable, Equatable {
  /// 0 for the farthest to 65535 for the nearest, linear in disparity, the inverse of the distance.
  package var nearness: Plane<UInt16>
  /// The outline of the people in the photo, 255 inside, of any size; nil if the file has none.
  package var matte: Plane<UInt8>?

  /// A map of nearness that is used as it is.
  package init(nearness: Plane<UInt16>, matte: Plane<UInt8>? = nil) {
    self.nearness = nearness
    self.matte = matte
  }

  /// A map from levels, normalised: the share of `outliers` at each end becomes the farthest and the nearest, unless the
  /// levels beyond lie close.
  ///
  /// - Parameters:
  ///   - levels: the map's samples as stored.
  ///   - disparity: the disparity of each level that occurs, in any unit. NaN counts as the farthest.
  /// - Returns: nil if all samples have the same disparity.
  package init?(levels: Plane<UInt16>, disparity: (Int) -> Double) {
    var counts = [Int](repeating: 0, count: Int(UInt16.max) + 1)
    for level in levels.samples { counts[Int(level)] += 1 }
    let known = counts.indices.filter { counts[$0] > 0 }.map { (level: $0, disparity: disparity($0)) }
    let ordered = known.filter(\.disparity.isFinite).sorted { $0.disparity < $1.disparity }
    guard let range = Self.range(ordered.map { ($0.disparity, counts[$0.level]) }) else { return nil }
    var nearness = [UInt16](repeating: 0, count: counts.count)
    for (level, disparity) in known where !disparity.isNaN {
      let share = (disparity - range.lowerBound) / (range.upperBound - range.lowerBound)
      nearness[level] = UInt16((65535 * min(max(share, 0), 1)).rounded())
    }
    self.init(
      nearness: Plane(width: levels.width, height: levels.height, samples: levels.samples.map { nearness[Int($0)] }))
  }

  /// The share of the samples at each end that may be faults of the camera's, 0…1.
  private static let outliers = 0.01
  /// Levels beyond those ends are kept if they lie within this share of the distance between the ends.
  private static let reach = 0.5

  /// - Parameter ordered: values in ascending order, and how often each occurs.
  private static func range(_ ordered: [(value: Double, count: Int)]) -> ClosedRange<Double>? {
    guard let least = ordered.first?.value, let most = ordered.last?.value, least < most else { return nil }
    let wanted = outliers * Double(ordered.reduce(0) { $0 + $1.count })
    func end(_ values: some Sequence<(value: Double, count: Int)>) -> Double? {
      var count = 0.0
      for (value, number) in values {
        count += Double(number)
        if count > wanted { return value }
      }
      return nil
    }
    guard let low = end(ordered), let high = end(ordered.reversed()), low < high else { return least...most }
    let margin = reach * (high - low)
    return (low - least <= margin ? least : low)...(most - high <= margin ? most : high)
  }

  /// The nearness at the centre of a photo pixel, by nearest sample.
  func nearest(x: Int, y: Int, of photo: (width: Int, height: Int)) -> UInt16 {
    nearness[
      min((2 * x + 1) * nearness.width / (2 * photo.width), nearness.width - 1),
      min((2 * y + 1) * nearness.height / (2 * photo.height), nearness.height - 1)]
  }

  /// Whether the map has the proportions of a photo of this size.
  ///
  /// - Parameter tolerance: how much the proportions may differ.
  package func fits(width: Int, height: Int, tolerance: Double = 0.02) -> Bool {
    let ratio = Double(nearness.width * height) / Double(nearness.height * width)
    return (1 - tolerance...1 + tolerance).contains(ratio)
  }
}
