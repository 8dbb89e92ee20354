internal import PeelCodecs
package import PeelFiles
internal import PeelOutput

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
      let content = Digest(bytes)
      let merge = scanner.rememberedMerge(of: photo, holding: content)
      if let merged = merge.flatMap({ scanner.mergedAgain($0, on: photo) }), let reference = merged.reference {
        developed = scanner.develop(reference.wanted, merging: merged, stem: [])
      } else {
        developed = scanner.develop(Item(photo), bytes, content, stem: [], lost: merge)
      }
    } catch {
      return ScanReport(.file(error))
    }
    var report = developed.report
    for (plan, scan) in developed.scans {
      guard let scan else { continue }
      do throws(OutputError) {
        if plan.path == .standardOutput {
          StandardStream.output.write(scan.bytes)
        } else {
          try deliver(scan.bytes, to: plan.path, sparing: inputs, isDryRun: isDryRun)
        }
      } catch {
        report.error = .scan(photo: photo, error)
        return report
      }
      let entry = scanner.entry(plan, isDryRun ? nil : scan.facts, tellsHistograms: tellsHistograms)
      report.scans.append(Delivered(file: plan.path, content: isDryRun ? nil : Digest(scan.bytes), facts: entry))
      if !isDryRun { report.warnings += scanner.warnings(about: plan, scan.facts) }
    }
    return report
  }
}
