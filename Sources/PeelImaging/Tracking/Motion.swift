/// The motion of the picture since the previous frame, in photo pixels.
struct Motion {
  /// The seconds since the previous frame.
  let pause: Double
  private let shift: Shift
  private let size: (width: Double, height: Double)
  private let scale: Double
  private let reach: Int
  private let surroundings: Double

  init(
    from before: Plane<Int16>, to now: Plane<Int16>, scale: Double, _ parameters: Tracker.Parameters, pause: Double
  ) {
    self.pause = pause
    self.scale = scale
    reach = parameters.motionReach
    surroundings = parameters.motionMargin
    shift = Shift(from: before, to: now)
    size = (Double(now.width), Double(now.height))
  }

  /// The motion of the whole picture.
  var overall: Point {
    let whole = Rectangle(around: Quad(x: 0, y: 0, width: size.width, height: size.height))
    return scale * (shift(whole, around: Point(0, 0), reach: reach) ?? Point(0, 0))
  }

  /// The motion of a print and its surroundings.
  func callAsFunction(of track: Track) -> Point {
    let guess = (pause / scale) * track.velocity
    let small = track.print.quad.map { (1 / scale) * $0 }
    let margin = surroundings * small.diagonal
    let box = Rectangle(around: small).outset(by: margin)
    return scale * (shift(box, around: guess, reach: reach) ?? guess)
  }
}
