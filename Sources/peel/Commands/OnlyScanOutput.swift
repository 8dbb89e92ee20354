import ArgumentParser
import PeelCommandLine
import PeelFiles
import PeelScanning

/// Writing the only scan of a photo to a file or to standard output.
extension ScanCommand {
  /// Where scans go.
  var destination: ScanOutput { ScanOutput(Path.given([output])[0]) }

  /// The options given that need a folder for scans, and those that print something.
  var limitedOptions: (folder: [String], output: [String]) {
    let folder = [
      ("--name", names.name != nil), ("--shard", shard != .whole), ("--best-of-burst", bestOfBurst),
      ("--merge-bursts", mergeBursts), ("--with-backs", withBacks),
    ]
    let output = [("--json", batch.json), ("--dry-run", dryRun)]
    return (folder.filter(\.1).map(\.0), output.filter(\.1).map(\.0))
  }

  func writeOnlyScan(to target: Path) async throws {
    if target == .standardOutput, StandardStream.output.isTerminal {
      StandardStream.say("standard output is a terminal; send the scan to a file or a program: -o - > scan.jpg")
      throw ExitCode(Status.failure.rawValue)
    }
    let list = photos.listed(isQuiet: batch.quiet)
    let name = target == .standardOutput ? Path("standard output") : target
    if list.isEmpty { try Complaint(path: name, fact: "no photo to make it from", advice: "name a photo").exit() }
    if list.count > 1 {
      try Complaint(
        path: name, fact: "the scans of \(list.count) photos cannot go to one file", advice: "name a folder: -o scans"
      ).exit()
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
