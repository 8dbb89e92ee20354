/// Luma and chroma on the same grid, full-range BT.601; chroma is nil if the picture is grey.
struct YCC: Equatable {
  var luma: Plane<UInt8>
  var chroma: (blue: Plane<UInt8>, red: Plane<UInt8>)?

  static func == (a: YCC, b: YCC) -> Bool {
    a.luma == b.luma && a.chroma?.blue == b.chroma?.blue && a.chroma?.red == b.chroma?.red
  }

  /// The planes as rows of a scan.
  var drawn: DrawnRows {
    DrawnRows(
      rows: 0..<luma.height, luma: luma,
      chroma: chroma.map { .init(blue: $0.blue, red: $0.red, first: 0, isHalved: false) })
  }
}

extension Photo {
  /// A small copy of a print as a photo.
  init(_ planes: YCC) {
    self.init(
      luma: planes.luma,
      chroma: planes.chroma.map { Chroma(blue: $0.blue, red: $0.red, scale: (1, 1), origin: (0, 0)) })
  }
}
