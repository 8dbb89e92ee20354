import PeelImaging
import PeelScanning

extension MergeFacts.Reason {
  package var words: String {
    switch self {
    case .unreadable: "it can't be read"
    case .noPrint: "no print found"
    case .otherPrint: "it shows another print, or the same one too differently"
    case .blurred: "it is much less sharp than the others"
    case .colourless: "it has no colours, and the others have"
    case .copy: "it is a copy of another shot"
    case .severalPrints: "it shows several prints"
    }
  }
}

extension Shortcoming {
  /// The reason in a few words, such as "glare on 3 %".
  package var words: String {
    switch self {
    case .blur: "blur"
    case .motion(let direction): "motion blur \(Self.words(for: direction))"
    case .glare(let share): "glare on \(share.percent)"
    case .shadow(let share): "shadow on \(share.percent)"
    case .cutOff(let share): "\(share.percent) cut off"
    case .small(let size): "too small, \(size.percent) of the largest"
    }
  }

  private static func words(for direction: Double) -> String {
    switch direction {
    case 22.5..<67.5: "from upper left to lower right"
    case 67.5..<112.5: "up and down"
    case 112.5..<157.5: "from lower left to upper right"
    case _: "sideways"
    }
  }
}

extension Double {
  /// A share as "3 %" or, below one percent, "0.4 %".
  package var percent: String { "\((100 * self).rounded(to: self < 0.01 ? 1 : 0) ?? "-") %" }
}
