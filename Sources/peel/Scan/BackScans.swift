import ArgumentParser
import PeelFiles
import PeelMessages
import PeelOutput
import PeelScanning

/// Scanning fronts and backs that were taken in turn.
extension ScanCommand {
  /// Scans pairs of photos into a folder.
  func scanWithBacks(_ list: [Result<Path, PhotoError>], to output: OutputFolder) async throws {
    let finished = output.finished
    let photos = list.filter { photo in !((try? photo.get()).map { finished.made($0) } ?? false) }
    guard let pairs = PhotoPair.pairs(of: photos) else {
      StandardStream.say(
        "fronts and backs in turn are an even number of photos, not \(photos.count); add the one that is missing, or take "
          + "one out")
      throw ExitCode(Status.failure.rawValue)
    }
    let settings = scan.settings
    let stems = finished.stems(for: photos.map { photo in (try? photo.get()).map { Item($0) } }, template: nil)
    let scanner = scanner(settings, to: output.path, count: pairs.count)
    let inputs = InputFiles(photos.compactMap { try? $0.get() })
    let run = ScanRun(
      scanner: scanner.scanner, folder: output, inputs: inputs,
      isAnew: force, tellsHistograms: histogram)
    let entries = pairs.enumerated().map { index, pair in
      Result<(index: Int, pair: PhotoPair), PhotoError>.success((index, pair))
    }
    let shared = entries.filter { entry in
      (try? entry.get().pair.front.get()).map { shard.contains($0) } ?? (shard.number == 1)
    }
    @Sendable func front(_ entry: (index: Int, pair: PhotoPair)) -> Path { (try? entry.pair.front.get()) ?? Path("") }
    let outcome = await batch.run(shared, photo: front) { _, entry in
      defer { scanner.left.subtract(1) }
      let first = 2 * entry.index
      return run.scan(entry.pair, stems: (stems[first], stems[first + 1]))
    }
    let stemOfPhoto = Dictionary(
      zip(photos, stems).compactMap { photo, stem in (try? photo.get()).map { ($0, stem) } },
      uniquingKeysWith: { a, _ in a })
    try summarize(outcome, in: output, stems: stemOfPhoto, of: "pairs")
    try outcome.exit()
  }
}
