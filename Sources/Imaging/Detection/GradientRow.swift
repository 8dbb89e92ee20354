internal import Kernels

extension GradientRow {
  /// Of a row that has neighbours above and below, in sixteenths of a level a sample; the channels are 0 luma, 1 blue and
  /// 2 red. Where none changes, it is that of `still`.
  init(_ planes: ReducedPlanes, _ row: Int, colourGain: Float, else still: GradientRow) {
    self = still
    let channels = [(planes.luma, 1), (planes.blue, colourGain), (planes.red, colourGain)]
    for (channel, (plane, gain)) in channels.enumerated() {
      guard let plane else { continue }
      // Sobel's masks weigh eight samples.
      add(plane.row(row - 1), plane.row(row), plane.row(row + 1), factor: gain / 8, channel: Float(channel))
    }
  }

  /// The tangent of 67.5°, where the next neighbour is nearer.
  private static let steep = 1 + Float(2).squareRoot()

  /// To the neighbour ahead along a gradient, of the eight around.
  @inline(__always)
  static func course(_ x: Float, _ y: Float) -> (x: Float, y: Float) {
    let isAcross = abs(x) > steep * abs(y)
    let isDown = abs(y) > steep * abs(x)
    return (isDown ? 0 : 1, isAcross ? 0 : isDown || x * y > 0 ? 1 : -1)
  }
}
