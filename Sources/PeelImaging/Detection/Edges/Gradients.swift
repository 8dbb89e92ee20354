internal import PeelKernels

extension GradientRow {
  /// The weights of a Sobel mask sum to this on each side.
  private static let sobelWeight: Float = 8

  /// The gradients of a row that has neighbours above and below, in sixteenths of a level a sample.
  ///
  /// - Parameters:
  ///   - colourGain: the weight of colour differences relative to luma.
  ///   - still: the gradients where no channel changes.
  init(_ planes: ReducedPlanes, _ row: Int, colourGain: Float, else still: GradientRow) {
    self = still
    let channels = [(planes.luma, 1), (planes.blue, colourGain), (planes.red, colourGain)]
    for (channel, (plane, gain)) in channels.enumerated() {
      guard let plane else { continue }
      add(
        plane.row(row - 1), plane.row(row), plane.row(row + 1), factor: gain / Self.sobelWeight, channel: Float(channel)
      )
    }
  }
}
