import ArgumentParser
import PeelFiles
import PeelMessages
import PeelOutput
import PeelScanning

/// Writing the only scan of a photo to a file or to standard output.
extension ScanCommand {
  /// Where scans go.
  var destination: ScanOutput { ScanOutput(Path.given([output])[0]) }

  /// The options given that need a folder for scans, and those that print something.
  var limitedOptions: (folder: [String], output: [String]) {
    let folder = [
      ("--name", names.name != nil), ("--shard", shard != .whole), ("--best-of-burst", bestOfBurst),
      ("--merge-bursts", mergeBursts), ("--with-backs", withBacks), ("--force", force),
    ]
    let output = [("--json", batch.json), ("--dry-run", dryRun)]
    return (folder.filter(\.1).map(\.0), output.filter(\.1).map(\.0))
  }

  func writeOnlyScan(to target: Path) async throws {
    if target == .standardOutput { try StandardStream.refuseTerminal(for: "scan") }
    let list = photos.listed(isQuiet: batch.quiet)
    let name = target == .standardOutput ? Path("standard output") : target
    if list.count > 1 {
      if !batch.json { try Complaint(.notOnePhoto(name, count: list.count)).exit() }
      let refused = list.map { photo in
        photo.flatMap { Result<Path, PhotoError>.failure(.notOnePhoto($0, count: list.count)) }
      }
      return try await batch.run(refused, photo: \.self) { _, photo in .done(ScanReport(photo)) }.exit()
    }
    var settings = scan.settings
    settings.format = destination.format ?? settings.format
    var scanner = scanner(settings, to: target.folder, count: list.count).scanner
    scanner.target = target
    let only = OnlyScan(
      scanner: scanner, inputs: InputFiles(list.compactMap { try? $0.get() }), tellsHistograms: histogram)
    try await batch.run(list, photo: \.self) { _, photo in .done(only.report(on: photo)) }.exit()
  }
}
