/// How a scan's colours are set right.
public enum WhiteBalance: String, Sendable, CaseIterable {
  /// Each channel is stretched by itself.
  case endsIn = "ends-in"
  /// The print's white frame is made neutral, then all channels are stretched alike. A frame that is not white stays as
  /// it is.
  case frame
  /// Pixels are left as they are.
  case none

  /// The curve of each channel, red, green and blue.
  ///
  /// - Parameters:
  ///   - histograms: of red, green and blue over the print.
  ///   - clip: percent at each end.
  ///   - frame: what is known of the frame; without one, `frame` stretches all channels alike.
  func curves(for histograms: [Histogram], clip: Double, frame: Frame?) -> [Curve] {
    switch self {
    case .none: return histograms.map { _ in .identity }
    case .endsIn: return histograms.map { Levels(endsIn: $0, clip: clip).curve }
    case .frame:
      let gains = frame?.gains ?? [1, 1, 1]
      let balanced = gains.map { gain in
        LinearLight.ofLevel.map { gain == 1 ? nil : LinearLight.level(of: gain * $0) }
      }
      let levelled = balanced.map { levels in
        Curve { levels[Int($0)] ?? $0 }
      }
      let pooled = zip(histograms, levelled).map { $0.mapped(by: $1) }.reduce(Histogram(), +)
      let common = Levels(endsIn: pooled, clip: clip)
      guard common.high > common.low else { return levelled }
      let low = Double(common.low)
      let range = Double(common.high) - low
      // From the level as computed and not as rounded, so that no level is rounded twice.
      return balanced.map { levels in
        Curve { 255 * ((levels[Int($0)] ?? $0) - low) / range }
      }
    }
  }
}

extension Frame {
  /// What each channel's light is multiplied with to make a white frame neutral and keep its luminance (von Kries's
  /// rule on the camera's own channels). A frame that is not white changes nothing.
  var gains: [Double] {
    guard kind == .white else { return [1, 1, 1] }
    return [light.red, light.green, light.blue].map { light.luminance / max($0, 1e-4) }
  }
}
