internal import PeelCodecs
package import PeelFiles

/// Makes the only scan of a photo, which goes to one file or to standard output instead of a folder for scans.
///
/// Nothing is noted about it, and nothing is ever replaced. A dry run makes the scan too, and says what writing it would.
package struct OnlyScan: Sendable {
  private let scanner: ItemScanner
  private let isDryRun: Bool
  private let inputs: InputFiles
  private let tellsHistograms: Bool

  /// - Parameters:
  ///   - scanner: has the scan's file as its target.
  ///   - inputs: the photos of the run.
  ///   - tellsHistograms: reports the print's histograms.
  package init(scanner: ItemScanner, inputs: InputFiles, tellsHistograms: Bool) {
    isDryRun = scanner.isDryRun
    var scanner = scanner
    scanner.isDryRun = false
    self.scanner = scanner
    self.inputs = inputs
    self.tellsHistograms = tellsHistograms
  }

  /// Makes and writes the scan.
  ///
  /// - Returns: the report, with an error unless the photo has exactly one scan.
  package func report(on photo: Path) -> ScanReport {
    let developed: DevelopedItem
    do throws(FileError) {
      let bytes = try photoBytes(at: photo, memory: scanner.limits.bytes)
      developed = scanner.develop(Item(photo), bytes, Digest(bytes), stem: [])
    } catch {
      return ScanReport(.file(error))
    }
    var report = developed.report
    for (plan, scan) in developed.scans {
      guard let scan else { continue }
      do throws(FileError) { try write(scan.bytes, to: plan.path) } catch {
        report.error = .scan(photo: photo, error)
        return report
      }
      if isDryRun {
        report.scans.append(scanner.planned(plan))
        continue
      }
      let described = scanner.describe(scan.facts, Digest(scan.bytes), plan, tellsHistograms: tellsHistograms)
      report.scans.append(described.entry)
      report.warnings += described.warnings
    }
    return report
  }

  private func write(_ bytes: [UInt8], to path: Path) throws(FileError) {
    if path == .standardOutput { return StandardStream.output.write(bytes) }
    if inputs.contains(path) { throw .isPhoto(path) }
    if isDryRun {
      try checkFolder(path.folder)
      if exists(path), !holds(path, bytes) { throw .taken(path) }
      return
    }
    try prepareFolder(path.folder)
    do throws(FileError) { try writeWhole(bytes, to: path, force: false) } catch {
      if case .exists = error { throw .taken(path) }
      throw error
    }
  }
}
