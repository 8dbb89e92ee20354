/// The operators that are supported, by their numbers in TensorFlow Lite's schema (`BuiltinOperator`).
enum OperatorCode: Int {
  case add = 0
  case concatenation = 2
  case convolution = 3
  case depthwise = 4
  case dequantize = 6
  case logistic = 14
  case maxPool = 17
  case multiply = 18
  case relu = 19
  case reshape = 22
  case pad = 34
  case transpose = 39
  case mean = 40
  case subtract = 41
  case divide = 42
  case stridedSlice = 45
  case prelu = 54
  case negate = 59
  case sum = 74
  case root = 75
  case inverseRoot = 76
  case squaredDifference = 99

  /// What the operator does with its options, and whether negative results become 0.
  func kind(_ options: FlatTable?) throws(NetworkError) -> (Operation.Kind, isRectified: Bool) {
    switch self {
    case .convolution: return (.convolution(try window(options)), try isRectified(options, 3))
    case .depthwise: return (.depthwise(try window(options)), try isRectified(options, 4))
    case .maxPool:
      let (width, height) = (try options?.integer(3) ?? 0, try options?.integer(4) ?? 0)
      return (.greatest(try window(options), width: width, height: height), try isRectified(options, 5))
    case .add: return (.pair(.sum), try isRectified(options, 0))
    case .subtract: return (.pair(.difference), try isRectified(options, 0))
    case .multiply: return (.pair(.product), try isRectified(options, 0))
    case .divide: return (.pair(.quotient), try isRectified(options, 0))
    case .squaredDifference: return (.pair(.squaredDifference), false)
    case .prelu: return (.pair(.leaky), false)
    case .relu: return (.each(.rectified), false)
    case .logistic: return (.each(.logistic), false)
    case .negate: return (.each(.negative), false)
    case .root: return (.each(.root), false)
    case .inverseRoot: return (.each(.inverseRoot), false)
    case .mean: return (.sum(isMean: true), false)
    case .sum: return (.sum(isMean: false), false)
    case .reshape: return (.reshape, false)
    case .transpose: return (.transpose, false)
    case .pad: return (.pad, false)
    case .concatenation: return (.concatenation(axis: try options?.integer(0) ?? 0), try isRectified(options, 1))
    case .stridedSlice:
      guard try options?.integer(2) ?? 0 == 0, try options?.integer(3) ?? 0 == 0 else {
        throw .unsupported("a slice with new axes")
      }
      return (.slice(beginMask: try options?.integer(0) ?? 0, shrinkMask: try options?.integer(4) ?? 0), false)
    case .dequantize: throw .unsupported("numbers that are quantized while it runs")
    }
  }

  /// The first three options of an operator with a window: padding and steps.
  private func window(_ options: FlatTable?) throws(NetworkError) -> Operation.Window {
    // The spread of a window's samples comes after the number of filters a channel and the activation.
    let spread = self == .depthwise ? 5 : 4
    if self != .maxPool {
      guard try options?.integer(spread, default: 1) ?? 1 == 1, try options?.integer(spread + 1, default: 1) ?? 1 == 1
      else { throw .unsupported("a window with gaps") }
    }
    return Operation.Window(
      isPadded: try options?.byte(0) ?? 0 == 0, stepX: try options?.integer(1) ?? 0,
      stepY: try options?.integer(2) ?? 0)
  }

  /// The activation that an operator ends with: none or 0 for negative numbers.
  private func isRectified(_ options: FlatTable?, _ field: Int) throws(NetworkError) -> Bool {
    switch try options?.byte(field) ?? 0 {
    case 0: return false
    case 1: return true
    case let activation: throw .unsupported("activation \(activation)")
    }
  }
}
