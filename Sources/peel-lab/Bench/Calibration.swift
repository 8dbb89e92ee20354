import PeelScanning

/// How often reports were right, by how sure they claimed to be.
struct Calibration: Equatable {
  /// The least confidence of each bin; the last one ends at 1. Finer where a report counts as sure.
  static let limits = [0, 0.5, 0.8, 0.9, 0.95, 0.97, 0.99]

  struct Bin: Equatable {
    /// Confidences from here on, up to the next bin's.
    let from: Double
    let to: Double
    var share = Ledger.Share()
  }

  private(set) var bins: [Bin] = zip(limits, limits.dropFirst() + [1]).map { Bin(from: $0, to: $1) }

  mutating func count(confidence: Double, isRight: Bool) {
    guard let place = bins.lastIndex(where: { confidence >= $0.from }) else { return }
    bins[place].share.count(isRight)
  }

  /// The bins that claim `confidence` or more, as one; `confidence` is one of the limits.
  func share(from confidence: Double) -> Ledger.Share {
    bins.filter { $0.from >= confidence }.reduce(into: Ledger.Share()) { sum, bin in
      sum.hits += bin.share.hits
      sum.of += bin.share.of
    }
  }

  /// A line for each bin that has reports.
  var rows: [(String, String)] {
    bins.filter { $0.share.of > 0 }.map { bin in
      ([bin.from, bin.to].map { $0.rounded(to: 2) ?? "" }.joined(separator: "–"), "\(bin.share)")
    }
  }

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
