import PeelImaging

/// The preview of the chosen print.
extension View {
  mutating func drawPrint(in area: Area) {
    guard item.photo != nil, model.outline != nil else {
      if layout.photo.columns == 0 { drawPhoto(in: area) }
      return
    }
    guard let shown = model.desk.proof.shown, shown.item == model.current, let result = model.desk.proof.result else {
      writeCentred("developing…", in: area, .quiet)
      return
    }
    switch result {
    case .failure(let sentence): writeCentred(sentence.text, in: area, .trouble)
    case .success(let preview):
      let frame = Area(
        column: area.column + 1, row: area.row, columns: area.columns - 2, rows: area.rows)
      let viewport = Viewport(
        photoWidth: preview.rendition.width, preview.rendition.height, in: frame,
        zoom: model.show == .print ? model.desk.scanZoom : 0,
        focus: Point(
          model.desk.scanFocus.x * Double(preview.rendition.width),
          model.desk.scanFocus.y * Double(preview.rendition.height)),
        shape: capabilities.cellShape)
      show(preview.rendition, viewport, in: .print, remembering: \.print)
    }
  }
}
