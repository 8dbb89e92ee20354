internal import PeelPlatform

/// The border around a print's picture, as the photo shows it.
package struct Frame: Sendable, Hashable {
  /// The kinds of frame.
  package enum Kind: String, Sendable, CaseIterable { case white, coloured, black }

  /// The limits of white. Measured on 93 rendered prints under daylight, shade, lamps, fluorescent and coloured light.
  package struct Limits: Sendable, Hashable {
    /// The luminance below which a frame that is also darker than the picture is black. White frames had 0.30 or more,
    /// black ones 0.08 or less.
    package var black = 0.12
    /// The luminance, relative to the picture's mean, below which a dark frame is black. White frames had 0.68 or more.
    package var blackBesidePicture = 0.65
    /// The luminance below which a frame is black beside any picture.
    package var blackAlways = 0.05
    /// The range of log₂(red/green) + 0.6 · log₂(blue/green) for white frames. It stays near 0 under daylight and
    /// lamps; greener frames are below it, more magenta ones above. White and cream frames had −0.54 to 0.30, white cards in
    /// a greenish photo −0.84, coloured frames 0.34 or more.
    package var tint = -0.9...0.32
    /// The range of log₂(blue/green) for white frames. Below it a frame is more orange than any lamp makes it, above it
    /// bluer than shade does.
    package var warmth = -1.6...0.8

    /// How much darker the darker parts of a strip along the rim may be than its lighter ones, as a share, to be taken
    /// for a border or paper.
    package var unevenness = 0.35
    /// The least luma of such a strip, as a share of the print's lightest parts. White rims of rendered prints had 0.69 or
    /// more; three views of one blue frame, which warm light made look white, 0.56 to 0.69.
    package var brightness = 0.7
    /// How much the colours of such a strip may vary, as a standard deviation in log₂ of light.
    package var variety = 0.25

    /// The limits that `peel` uses.
    package init() {}
  }

  /// The weight of log₂(blue/green) in `Limits.tint`. With it, the sum is almost the same under daylight and lamps.
  private static let blueWeight = 0.6
  /// The shares of the proof's shorter side left out: along its rim and the picture's edges, inside the picture's edge, and
  /// where the frame ends if the picture isn't known.
  private static let (rim, pictureRim, unknownFrame) = (0.012, 0.05, 0.042)
  /// The fewest frame pixels to classify a frame by.
  private static let leastPixels = 16
  /// The ranks, as shares of the frame's pixels from the darkest on, between which pixels count as evenly lit.
  private static let (darkest, brightest) = (0.2, 0.9)
  /// The rank of the print's lightest parts.
  private static let lightest = 0.98

  /// The mean light of the frame's evenly lit part.
  package let light: Light
  /// Whether the frame is white, coloured or black. Only a white one can serve as white.
  package let kind: Kind
  /// Whether it is of one colour, as a border is.
  let isEven: Bool
  /// Whether it is also as bright as white paper.
  let isPaper: Bool

  /// Classifies a frame by its light.
  ///
  /// - Parameters:
  ///   - light: the frame's mean light.
  ///   - picture: the picture's mean light, for telling a black frame from a dark photo.
  ///   - limits: the limits of white.
  package init(light: Light, picture: Light, limits: Limits = Limits()) {
    self.init(light: light, picture: picture, limits, isEven: false, isBright: false)
  }

  private init(light: Light, picture: Light, _ limits: Limits, isEven: Bool, isBright: Bool) {
    (self.light, self.isEven, isPaper) = (light, isEven, isEven && isBright)
    let green = max(light.green, Light.least)
    let redness = log2(max(light.red, Light.least) / green)
    let blueness = log2(max(light.blue, Light.least) / green)
    let luminance = light.luminance
    let isDark = luminance < limits.black && luminance < limits.blackBesidePicture * picture.luminance
    if isDark || luminance < limits.blackAlways {
      kind = .black
    } else if !limits.tint.contains(redness + Self.blueWeight * blueness) || !limits.warmth.contains(blueness) {
      kind = .coloured
    } else {
      kind = .white
    }
  }

  /// Measures and classifies the frame in an upright proof of a whole print; nil if the proof is too small to have a frame.
  ///
  /// - Parameters:
  ///   - proof: the whole print.
  ///   - picture: the picture's outline in proof pixels; nil takes the outermost strip as the frame.
  ///   - limits: the limits of white.
  init?(in proof: YCC, picture: Rectangle?, limits: Limits = Limits()) {
    let (width, height) = (Double(proof.luma.width), Double(proof.luma.height))
    let side = min(width, height)
    // The rim may be rounded, in shadow, or table, so it is left out, as are pixels next to the picture.
    let rim = Self.rim * side
    let inner =
      picture.map { $0.inset(by: -rim) }
      ?? Rectangle(x: 0, y: 0, width: width, height: height).inset(by: Self.unknownFrame * side)
    let outer = Rectangle(x: 0, y: 0, width: width, height: height).inset(by: rim)
    let middle = inner.inset(by: Self.pictureRim * side)
    var frameSamples: [(luma: UInt8, light: Light)] = []
    var pictureSum = LightSum()
    let drawn = proof.drawn
    for y in 0..<proof.luma.height {
      let row = drawn.colours(y..<y + 1)
      let luma = proof.luma.row(y)
      for x in 0..<proof.luma.width {
        let pixel = Point(Double(x) + 0.5, Double(y) + 0.5)
        let isFrame = outer.contains(pixel) && !inner.contains(pixel)
        guard isFrame || middle.contains(pixel) else { continue }
        let light = Light(
          red: LinearLight.ofLevel[Int(row.red[x])], green: LinearLight.ofLevel[Int(row.green[x])],
          blue: LinearLight.ofLevel[Int(row.blue[x])])
        if isFrame { frameSamples.append((luma[x], light)) } else { pictureSum.add(light) }
      }
    }
    guard frameSamples.count >= Self.leastPixels else { return nil }
    // Captions, glare and shadows are the darkest and brightest parts.
    let histogram = Histogram(of: frameSamples.lazy.map(\.luma))
    let (low, high) = (histogram.level(atShare: Self.darkest), histogram.level(atShare: Self.brightest))
    let lit = frameSamples.filter { (low...high).contains(Int($0.luma)) }
    var sum = LightSum()
    for sample in lit { sum.add(sample.light) }
    let lightest = Histogram(of: proof.luma.samples).level(atShare: Self.lightest)
    let isEven =
      Double(high - low) < limits.unevenness * Double(high) && variety(of: lit.map(\.light)) < limits.variety
    let isBright = Double(histogram.level(atShare: 0.5)) > limits.brightness * Double(lightest)
    self.init(light: sum.mean, picture: pictureSum.mean, limits, isEven: isEven, isBright: isBright)
  }
}

/// A sum of light, for its mean.
private struct LightSum {
  private var sum = Light(red: 0, green: 0, blue: 0)
  private var count = 0.0

  mutating func add(_ light: Light) {
    sum.red += light.red
    sum.green += light.green
    sum.blue += light.blue
    count += 1
  }

  var mean: Light {
    let count = max(count, 1)
    return Light(red: sum.red / count, green: sum.green / count, blue: sum.blue / count)
  }
}

/// How much colours vary, whatever their brightness: the standard deviation in log₂ of light.
private func variety(of lights: [Light]) -> Double {
  let logs = lights.map { light in
    let logs = SIMD3(light.red, light.green, light.blue).clamped(
      lowerBound: SIMD3(repeating: Light.least), upperBound: SIMD3(repeating: 1))
    return SIMD3(log2(logs.x), log2(logs.y), log2(logs.z))
  }
  let mean = logs.reduce(SIMD3(repeating: 0), +) / Double(max(logs.count, 1))
  let squares = logs.reduce(0) { sum, logs in
    let colour = logs - mean - (logs - mean).sum() / 3
    return sum + (colour * colour).sum()
  }
  return (squares / Double(max(logs.count, 1))).squareRoot()
}
