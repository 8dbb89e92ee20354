/// Luma and, unless there is no colour, chroma on the same grid, full-range BT.601.
struct YCC: Equatable {
  var luma: Plane<UInt8>
  var chroma: (blue: Plane<UInt8>, red: Plane<UInt8>)?

  static func == (a: YCC, b: YCC) -> Bool {
    a.luma == b.luma && a.chroma?.blue == b.chroma?.blue && a.chroma?.red == b.chroma?.red
  }

  /// All of it as it is drawn.
  var drawn: WarpedRows {
    WarpedRows(
      rows: 0..<luma.height, luma: luma,
      chroma: chroma.map { .init(blue: $0.blue, red: $0.red, first: 0, isHalved: false) })
  }
}
