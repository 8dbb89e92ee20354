/// Samples of one kind, row by row without gaps, with the first row on top.
public struct Plane<Sample: BitwiseCopyable & Sendable>: Sendable {
  /// The samples in a row.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// The `width * height` samples, row by row.
  public private(set) var samples: [Sample]

  /// A plane of these `width * height` samples.
  public init(width: Int, height: Int, samples: [Sample]) {
    precondition(width >= 0 && height >= 0 && samples.count == width * height, "the samples fill the plane")
    self.width = width
    self.height = height
    self.samples = samples
  }

  /// A plane in which all samples are equal.
  public init(width: Int, height: Int, filledWith sample: Sample) {
    self.init(width: width, height: height, samples: Array(repeating: sample, count: width * height))
  }

  /// Makes a plane row by row.
  ///
  /// - Parameters:
  ///   - width: the samples in a row.
  ///   - height: the number of rows.
  ///   - appendRow: appends `width` samples for row `y`.
  package init(width: Int, height: Int, appendRow: (_ y: Int, inout OutputSpan<Sample>) -> Void) {
    self.width = width
    self.height = height
    samples = [Sample](capacity: width * height) { output in
      for y in 0..<height { appendRow(y, &output) }
    }
    precondition(samples.count == width * height, "the samples fill the plane")
  }

  /// The samples of row `y`, from left to right.
  @_lifetime(borrow self)
  public func row(_ y: Int) -> Span<Sample> {
    samples.span.extracting(y * width..<(y + 1) * width)
  }

  /// The sample in column `x` of row `y`.
  public subscript(x: Int, y: Int) -> Sample {
    get { samples[y * width + x] }
    set { samples[y * width + x] = newValue }
  }
}

extension Plane: Equatable where Sample: Equatable {}
