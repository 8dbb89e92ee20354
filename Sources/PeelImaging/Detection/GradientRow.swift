internal import PeelKernels

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
}
