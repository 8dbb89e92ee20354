/// How a scan's colours are corrected.
public enum WhiteBalance: String, Sendable, CaseIterable {
  /// Stretches each channel by itself, unless that colours the print's white frame, border or paper. Then as `frame`.
  case auto
  /// Makes the print's white frame neutral, then stretches all channels alike. A frame that isn't white stays as it is.
  case frame
  /// Stretches each channel by itself.
  case endsIn = "ends-in"
  /// Leaves pixels as they are.
  case none

  /// The curves of red, green and blue.
  ///
  /// - Parameters:
  ///   - histograms: the counts of red, green and blue over the print.
  ///   - clip: the percentage at each end.
  ///   - frame: the frame, if it was found. Without one, `.frame` stretches all channels alike.
  func curves(for histograms: [Histogram], clip: Double, frame: Frame?) -> [Curve] {
    guard self == .auto else { return curves(for: histograms, clip: clip, frame: frame, darkest: 1, leastWhite: 0) }
    let isBlank = histograms.allSatisfy {
      let levels = Levels(endsIn: $0, clip: clip)
      return Int(levels.high) - Int(levels.low) < Self.leastRange
    }
    return resolved(for: histograms, clip: clip, frame: frame).curves(
      for: histograms, clip: clip, frame: frame, darkest: isBlank ? Self.darkest : 1, leastWhite: Self.leastWhite)
  }

  /// A print of which no channel has as many levels as this is blank: paper or the back of a print, whose grain would be
  /// stretched from black to white. `auto` then makes nothing black that is lighter than `darkest` times white.
  private static let leastRange = 40
  private static let darkest = 0.5
  /// The least level to which `auto` brings a white frame. What is brighter than the paper is glare, and prints of one photo
  /// come out alike.
  private static let leastWhite = 240.0

  /// - Parameters:
  ///   - darkest: the greatest black point, relative to the white point.
  ///   - leastWhite: the least level of a white frame, with `.frame`.
  private func curves(
    for histograms: [Histogram], clip: Double, frame: Frame?, darkest: Double, leastWhite: Double
  ) -> [Curve] {
    func limited(_ levels: Levels) -> Levels {
      guard levels.high > levels.low else { return levels }
      return Levels(low: min(levels.low, UInt8(darkest * Double(levels.high))), high: levels.high)
    }
    switch self {
    case .none, .auto: return histograms.map { _ in .identity }
    case .endsIn: return histograms.map { limited(Levels(endsIn: $0, clip: clip)).curve }
    case .frame:
      let gains = frame?.gains ?? [1, 1, 1]
      let balanced = gains.map { gain in
        LinearLight.ofLevel.map { gain == 1 ? nil : LinearLight.level(of: gain * $0) }
      }
      let levelled = balanced.map { levels in
        Curve { levels[Int($0)] ?? $0 }
      }
      let pooled = zip(histograms, levelled).map { $0.mapped(by: $1) }.reduce(Histogram(), +)
      let common = limited(Levels(endsIn: pooled, clip: clip))
      guard common.high > common.low else { return levelled }
      let low = Double(common.low)
      var range = Double(common.high) - low
      if let frame, frame.kind == .white {
        let white = LinearLight.level(of: frame.light.luminance)
        if white > low { range = min(range, (white - low) * 255 / leastWhite) }
      }
      // Uses the exact level instead of the rounded one, so that no level is rounded twice.
      return balanced.map { levels in
        Curve { 255 * ((levels[Int($0)] ?? $0) - low) / range }
      }
    }
  }
}

extension WhiteBalance {
  /// How far from neutral a white may be after each channel was stretched by itself, in ΔE00. At 1.5, 47 of 71 rendered
  /// prints with white frames keep their own ends; at 2, whites at the 95th percentile are 1.9 from neutral instead of 1.6.
  private static let neutral = 1.5

  /// The white balance that `auto` chooses for a print; any other is itself.
  func resolved(for histograms: [Histogram], clip: Double, frame: Frame?) -> WhiteBalance {
    guard self == .auto else { return self }
    guard let frame, frame.kind == .white else { return .endsIn }
    let curves = WhiteBalance.endsIn.curves(for: histograms, clip: clip, frame: frame)
    return frame.differenceFromGrey(after: curves) > Self.neutral ? .frame : .endsIn
  }
}

extension Frame {
  /// Whether it is white, and neutral as it is.
  var isNeutral: Bool { kind == .white && differenceFromGrey(after: [.identity, .identity, .identity]) <= 1.5 }

  /// How far from neutral its light is once curves are applied, in ΔE00.
  func differenceFromGrey(after curves: [Curve]) -> Double {
    let levels = [light.red, light.green, light.blue].map { LinearLight.level(of: $0) }
    return LabColour(levels: zip(levels, curves).map { $1.exact(at: $0) }).differenceFromGrey
  }

  /// The factors on each channel's light that make a white frame neutral and keep its luminance (von Kries's rule on
  /// the camera's own channels). All 1 if the frame isn't white.
  var gains: [Double] {
    guard kind == .white else { return [1, 1, 1] }
    return [light.red, light.green, light.blue].map { light.luminance / max($0, Light.least) }
  }
}
