import PeelFiles
import PeelScanning

extension Complaint {
  /// Why there is no sheet.
  package init(_ error: SheetError, _ sheet: Path) {
    switch error {
    case .file(let error) where error.fault == .exists:
      self.init(
        error.path, "exists already", "choose another name with -o, or move it away", atDesk: "choose another name")
    case .file(let error): self.init(error)
    case .noScans: self.init(path: sheet, fact: "there is no scan to show", advice: "name scans, or a folder of them")
    case .tooMany(let scans, let columns):
      self.init(
        sheet, "\(scans) scans don't fit on one page" + (columns.map { " in \($0) column\($0 == 1 ? "" : "s")" } ?? ""),
        columns == nil ? "make a PDF: -o sheet.pdf" : "leave out --columns, or make a PDF: -o sheet.pdf",
        atDesk: "make a PDF: sheet.pdf")
    case .interrupted: self.init(path: sheet, fact: "was not finished", advice: "run the same command again")
    }
  }
}
