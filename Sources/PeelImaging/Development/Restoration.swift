internal import PeelPlatform

/// Undoes the fading of a print: the dyes that were lost, and the stain that came instead.
///
/// A print fades by a share of each dye's density, and stains all over by a density that is the same everywhere (Wilhelm
/// and Brower, The Permanence and Care of Color Photographs, 1993, chapter 2). In densities both are linear in each
/// channel, so a line for each channel undoes them (Gschwind and Frey, Electronic Imaging, a Tool for the Reconstruction
/// of Faded Color Photographs, Journal of Imaging Science and Technology 38, 1994). Here the frame gives the line's one
/// end, because it was neutral, and the greatest densities the other.
struct Restoration: Sendable, Hashable {
  /// The limits, in densities: −log₁₀ of light. Measured on 93 rendered prints, as they are and faded by 10 to 55 % of
  /// each dye with stains of up to 0.18.
  struct Limits: Sendable, Hashable {
    /// The density to which the darkest parts of a print with a white frame are restored, over the frame's. Prints that
    /// haven't faded have 1.2 to 1.8.
    var range = 1.3
    /// The density to which a black frame is restored. Frames that haven't faded have 1.6 to 1.8.
    var black = 1.65
    /// The range of the tint of white frames, as in `Frame.Limits`. Stains make frames redder than any lamp does.
    var tint = -0.7...0.48
    /// The least density of a black frame over the lightest parts of its print.
    var leastBlack = 0.4
    /// The density of a restored white frame. Lighter frames stay as they are.
    var white = 0.11
    /// The greatest density of a white frame. Beyond it, the light or the exposure says more than the paper.
    var mostWhite = 0.6
    /// The difference of a white and of a black frame's channels from which on the print has faded, whatever its darkest
    /// parts are. Pictures without dark parts of some colour are told from faded ones by it.
    var (whiteTint, blackTint) = (0.04, 0.06)
    /// The range below which the print has faded, even if its frame is neutral.
    var fadedRange = 1.1
    /// The least share of a dye that is believed to be left. Below it, noise would become visible.
    var leastLeft = 0.4
    /// The greatest density of the lightest parts beside a black frame. Where they are darker, the stain isn't known.
    var mostStain = 0.5
    /// The share of the pixels that are at least as dark as the darkest parts, and the one for the lightest.
    var (darkest, lightest) = (0.001, 0.998)
  }

  /// The density that is taken off each channel: the stain, and what the light adds.
  let stain: [Double]
  /// The share of the density that is left in each channel, 0…1.
  let left: [Double]
  /// The density that is put back, so that a clean frame isn't whiter than paper is.
  let paper: [Double]

  /// The density of the least light.
  private static let mostDensity = 3.3

  /// Measures a print's fading; nil if its frame is neither white nor black, and so no measure.
  ///
  /// - Parameter histograms: the counts of red, green and blue over the whole print.
  init?(frame: Frame, histograms: [Histogram], limits: Limits = Limits()) {
    let densities = [frame.light.red, frame.light.green, frame.light.blue].map(Self.density)
    let tint = (densities.max() ?? 0) - (densities.min() ?? 0)
    func print(atShare share: Double) -> [Double] {
      histograms.map { Self.density(LinearLight.ofLevel[$0.level(atShare: share)]) }
    }
    let lightest = print(atShare: limits.lightest)
    let isDark = (densities.min() ?? 0) > max(limits.mostWhite, (lightest.max() ?? 0) + limits.leastBlack)
    if frame.kind == .black || isDark {
      let isStainKnown = (lightest.max() ?? 0) < limits.mostStain
      let isFaded = tint >= limits.blackTint
      stain = lightest.map { isFaded && isStainKnown ? $0 - (lightest.min() ?? 0) : 0 }
      left = zip(densities, stain).map { density, stain in
        isFaded ? min(max((density - stain) / limits.black, limits.leastLeft), 1) : 1
      }
      paper = [0, 0, 0]
    } else if Self.isWhite(frame, limits), (densities.max() ?? 0) <= limits.mostWhite {
      let ranges = zip(print(atShare: limits.darkest), densities).map { $0 - $1 }
      let isFaded = tint >= limits.whiteTint || (ranges.max() ?? 0) < limits.fadedRange
      stain = densities
      left = ranges.map { isFaded ? min(max($0 / limits.range, limits.leastLeft), 1) : 1 }
      paper = densities.map { min($0, limits.white) }
    } else {
      return nil
    }
  }

  /// Whether a frame is white, or was before it was stained.
  private static func isWhite(_ frame: Frame, _ limits: Limits) -> Bool {
    var white = Frame.Limits()
    white.tint = limits.tint
    return Frame(light: frame.light, picture: frame.light, limits: white).kind == .white
  }

  /// The curves of red, green and blue.
  var curves: [Curve] {
    (0..<3).map { channel in
      let (stain, left, paper) = (stain[channel], left[channel], paper[channel])
      if left == 1, stain == paper { return .identity }
      return Curve { level in
        let restored = (Self.density(LinearLight.ofLevel[Int(level)]) - stain) / left + paper
        return LinearLight.level(of: pow(10, -restored))
      }
    }
  }

  private static func density(_ light: Double) -> Double { min(-log10(max(light, Light.least)), mostDensity) }
}
