/// A step of a network: what is done with which tensors.
struct Operation: Sendable, Equatable {
  var kind: Kind
  /// Indices of tensors.
  var inputs: [Int]
  var output: Int

  enum Kind: Sendable, Equatable {
    /// Inputs: picture, weights and, if there is one, bias.
    case convolution(Window)
    /// A convolution of each channel with weights of its own. Inputs as for `convolution`.
    case depthwise(Window)
    case greatest(Window, width: Int, height: Int)
    case each(Function)
    case pair(Arithmetic)
    /// Inputs: numbers, axes.
    case sum(isMean: Bool)
    /// Only the shape changes.
    case reshape
    /// Inputs: numbers, the order of the axes.
    case transpose
    /// Inputs: numbers, and how many zeros come before and after them along each axis.
    case pad
    /// Inputs: numbers, begin, end, step. Each bit of the masks stands for an axis.
    case slice(beginMask: Int, shrinkMask: Int)
    case concatenation(axis: Int)
  }

  enum Function: Sendable, Equatable { case rectified, logistic, negative, root, inverseRoot }

  /// A function of two numbers. One operand may repeat along axes in which its length is 1.
  enum Arithmetic: Sendable, Equatable {
    case sum, difference, product, quotient, squaredDifference
    /// The first number where it is positive, else its product with the second.
    case leaky
  }

  /// How the window of a convolution moves.
  struct Window: Sendable, Equatable {
    /// Whether the picture is surrounded by zeros, so that its size changes only by the steps.
    var isPadded: Bool
    var stepX: Int
    var stepY: Int

    /// The length of the output along an axis of `length`, and the zeros before it; nil if the window doesn't fit.
    static func fit(_ length: Int, window: Int, step: Int, isPadded: Bool) -> (count: Int, before: Int)? {
      guard step > 0, window > 0 else { return nil }
      guard isPadded else { return window <= length ? ((length - window) / step + 1, 0) : nil }
      let count = (length - 1) / step + 1
      return (count, max(0, (count - 1) * step + window - length) / 2)
    }
  }
}
