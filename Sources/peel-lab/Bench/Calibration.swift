import PeelScanning

/// How often reported prints were right, by their confidence.
struct Calibration: Equatable {
  /// The lowest confidence of each bin; the last one ends at 1. Bins are narrower where a report counts as sure.
  static let limits = [0, 0.5, 0.8, 0.9, 0.95, 0.97, 0.99]

  /// The reports whose confidence is in a range.
  struct Bin: Equatable {
    /// The lowest confidence of the bin.
    let from: Double
    /// The lowest confidence of the next bin, or 1.
    let to: Double
    /// How many of the reports are right.
    var share = Ledger.Share()
  }

  /// The bins, lowest confidence first.
  private(set) var bins: [Bin] = zip(limits, limits.dropFirst() + [1]).map { Bin(from: $0, to: $1) }

  /// Adds a report.
  mutating func count(confidence: Double, isRight: Bool) {
    guard let place = bins.lastIndex(where: { confidence >= $0.from }) else { return }
    bins[place].share.count(isRight)
  }

  /// How many of the reports with at least this confidence are right. `confidence` must be one of `limits`.
  func share(from confidence: Double) -> Ledger.Share {
    bins.filter { $0.from >= confidence }.reduce(into: Ledger.Share()) { sum, bin in
      sum.hits += bin.share.hits
      sum.of += bin.share.of
    }
  }

  /// The bins that have reports, as name and value.
  var rows: [(String, String)] {
    bins.filter { $0.share.of > 0 }.map { bin in
      ([bin.from, bin.to].map { $0.rounded(to: 2) ?? "" }.joined(separator: "–"), "\(bin.share)")
    }
  }

  /// The bins as a JSON array.
  var json: JSON {
    .array(
      bins.map {
        .object([
          "from": .number($0.from, decimals: 2), "to": .number($0.to, decimals: 2), "reports": .integer($0.share.of),
          "right": .integer($0.share.hits),
        ])
      })
  }
}
