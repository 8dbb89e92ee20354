/// The shapes of an operation that moves a window over a picture. Pictures are rows of pixels, each with all its
/// channels.
struct WindowedShapes: Sendable {
  let (width, height, channels): (Int, Int, Int)
  let (outputWidth, outputHeight, outputChannels): (Int, Int, Int)
  let (windowWidth, windowHeight): (Int, Int)
  let (stepX, stepY): (Int, Int)
  /// The zeros before the first column and the first row.
  let (beforeX, beforeY): (Int, Int)

  var window: Int { windowWidth * windowHeight }
  /// The numbers that the operation reads for all its results, if each result reads one channel.
  var samples: Int { outputWidth * outputHeight * outputChannels * window }

  /// The longest side of a window, in pixels, which keeps `samples` and products within an `Int`. The models' is 5.
  private static let longestWindow = 1024

  /// The shapes of a convolution, whose second tensor is its weights.
  init(
    _ tensors: [Tensor], _ result: Tensor, _ window: Operation.Window, isDepthwise: Bool
  ) throws(NetworkError) {
    guard tensors.count >= 2, tensors[0].shape.count == 4, tensors[1].shape.count == 4, result.shape.count == 4 else {
      throw .damaged("a convolution doesn't fit its tensors")
    }
    let weights = tensors[1].shape
    let filters = isDepthwise ? weights[3] : weights[0]
    guard result.shape[3] == filters, tensors[0].shape[3] == weights[3], !isDepthwise || weights[0] == 1 else {
      throw .damaged("a convolution doesn't fit its tensors")
    }
    try self.init(tensors, result, window, width: weights[2], height: weights[1])
  }

  /// The shapes of an operation with a window of this size.
  init(
    _ tensors: [Tensor], _ result: Tensor, _ window: Operation.Window, width: Int, height: Int
  ) throws(NetworkError) {
    guard let picture = tensors.first?.shape, picture.count == 4, result.shape.count == 4, picture[0] == 1,
      result.shape[0] == 1, max(width, height) <= Self.longestWindow,
      window.stepX <= Tensor.mostNumbers, window.stepY <= Tensor.mostNumbers,
      let across = Operation.Window.fit(picture[2], window: width, step: window.stepX, isPadded: window.isPadded),
      let down = Operation.Window.fit(picture[1], window: height, step: window.stepY, isPadded: window.isPadded),
      result.shape[2] == across.count, result.shape[1] == down.count
    else { throw .damaged("a window doesn't fit its tensors") }
    (self.width, self.height, channels) = (picture[2], picture[1], picture[3])
    (outputWidth, outputHeight, outputChannels) = (result.shape[2], result.shape[1], result.shape[3])
    (windowWidth, windowHeight) = (width, height)
    (stepX, stepY) = (window.stepX, window.stepY)
    (beforeX, beforeY) = (across.before, down.before)
  }

  /// The columns of the window that lie within the picture, for a column of the output.
  func columns(_ x: Int) -> Range<Int> { Self.inside(x * stepX - beforeX, windowWidth, width) }

  /// The rows of the window that lie within the picture, for a row of the output.
  func rows(_ y: Int) -> Range<Int> { Self.inside(y * stepY - beforeY, windowHeight, height) }

  private static func inside(_ first: Int, _ window: Int, _ length: Int) -> Range<Int> {
    let start = min(max(0, -first), window)
    return start..<max(start, min(window, length - first))
  }
}
