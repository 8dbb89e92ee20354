import PeelFiles
import PeelMessages
import PeelScanning
import PeelWorkbench
import Synchronization

/// Contact sheets and albums of exported scans.
extension Studio {
  /// Makes a sheet in the folder for scans, unless its name has a folder.
  ///
  /// - Returns: what was made, in words.
  func makeSheet(_ order: SheetOrder) throws(Sentence) -> Sentence {
    let name = Path(order.name)
    guard let output = SheetOutput(order.name.contains("/") ? name : scanner.folder.appending(name.name)) else {
      throw Sentence("\(order.name) isn't a sheet's name: it must end in .pdf, .jpg or .html")
    }
    let files = roll.withLock { $0.scans }
    let parts = scanner.maker.settings.crop.parts.count
    let paths = order.scans.compactMap { files[$0.item]?.path(ofPrint: $0.number, parts: parts) }
    let left = Mutex<[PhotoError]>([])
    let sheet = SheetRun(SheetSettings(), limits: scanner.limits, sidecars: sidecars) { error in
      left.withLock { $0.append(error) }
    }
    let shown = try mapping(
      { (error: SheetError) in Sentence(Complaint(error, output.path).atDesk) }, sheet.write(paths, to: output))
    let rest = left.withLock { $0 }
    let words = rest.first.map { "; \(rest.count) left out: \(Complaint($0).atDesk)" } ?? ""
    return Sentence(
      "made \(output.shown.shown) of \(shown.count) scan\(shown.count == 1 ? "" : "s")\(order.wordsForLeft)\(words)")
  }
}
