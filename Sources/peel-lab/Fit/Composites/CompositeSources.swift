import PeelCodecs
import PeelImaging
import PeelScanning

/// What composites are made of: photos, and the prints in them.
struct CompositeSources: Sendable {
  /// Photos of all kinds, for what prints show.
  private(set) var pictures: [Canvas] = []
  /// Photos without a print, and without anything that could be argued to be one.
  private(set) var grounds: [Canvas] = []
  /// Prints as if seen from straight above.
  private(set) var prints: [Canvas] = []

  /// The long sides of photos and of prints, in samples.
  private static let (photo, print) = (1024, 480)
  /// Prints are cut out this much smaller, so that nothing of the table is seen.
  private static let inset = 0.015

  /// - Parameter photos: of which those that aren't rendered are used.
  init(_ photos: [TruePhoto]) throws(PhotoError) {
    for truth in photos where truth.isReal { add(try PhotoFile(truth.path).photo, truth) }
  }

  private mutating func add(_ photo: Photo, _ truth: TruePhoto) {
    let canvas = Canvas(photo, longSide: Self.photo)
    pictures.append(canvas)
    if truth.prints.isEmpty, truth.ignored.isEmpty { grounds.append(canvas) }
    let scale = Double(canvas.width) / Double(photo.width)
    for print in truth.prints {
      if let cut = canvas.cut(print.quad.clockwise.map { scale * $0 }, longSide: Self.print, inset: Self.inset) {
        prints.append(cut)
      }
    }
  }
}

extension Canvas {
  /// What a quad shows, as a rectangle; nil if it is too small.
  fileprivate func cut(_ quad: Quad, longSide: Int, inset: Double) -> Canvas? {
    let width = (quad.length(of: .top) + quad.length(of: .bottom)) / 2
    let height = (quad.length(of: .left) + quad.length(of: .right)) / 2
    let scale = min(1, Double(longSide) / max(width, height))
    guard min(width, height) >= 40, let map = Homography(unitSquareTo: quad) else { return nil }
    var cut = Canvas(width: Int(scale * width), height: Int(scale * height), filledWith: .zero)
    func place(_ index: Int, _ count: Int) -> Double {
      inset + (1 - 2 * inset) * (Double(index) + 0.5) / Double(count)
    }
    for y in 0..<cut.height {
      for x in 0..<cut.width { cut[x, y] = colour(at: map(Point(place(x, cut.width), place(y, cut.height)))) }
    }
    return cut
  }
}
