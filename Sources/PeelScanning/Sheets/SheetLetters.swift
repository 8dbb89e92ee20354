package import PeelImaging

extension SheetScan {
  private var texts: [String] { [title] + [date, caption].compactMap(\.self) }

  /// Whether a PDF's font has all letters of the texts.
  package var canBeWritten: Bool { texts.allSatisfy(PDFText.canWrite) }

  /// Whether a picture's letters suffice for the texts.
  package var canBeDrawn: Bool { texts.allSatisfy(SheetPicture.canDraw) }
}
