import ArgumentParser
import PeelFiles
import PeelImaging
import PeelMessages
import PeelOutput
import PeelScanning

struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Measure how well and how fast prints are found in photos with known corners.",
    discussion: """
      peel-lab bench Samples
      peel-lab bench Samples --misses --json
      peel-lab bench --speed Photos

      The corners are read from a NAME.json beside each NAME.jpg, or from one truth.json for all; Samples/README.md \
      describes the format. A print counts as found if the intersection of its outline and the true one is at least 95 % \
      of their union (IoU 0.95), and as offered if its outline or a candidate is. A print's corner error is that of its \
      worst corner. The table also shows the time of each stage, how many reports are right at each confidence, and how \
      many prints are found for each tag.

      --speed needs no known corners. It measures each stage of a scan, from file to file, on one thread.
      """)

  @Argument(help: "The folder with the photos and, except for --speed, their true corners.")
  var folder: String

  @Flag(help: "List the prints that were not found.")
  var misses = false

  @Flag(help: "Measure how long each stage of a scan takes, instead of how well prints are found.")
  var speed = false

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    Interruption.begin()
    if speed { try printSpeed() } else { try printLedger() }
  }

  private func printSpeed() throws {
    var speed = Speed()
    do throws(Complaint) {
      for photo in try listed() {
        try speed.measure(photo)
        if Interruption.signal != nil { break }
      }
    } catch {
      try error.exit()
    }
    if let code = Interruption.exitCode { throw code }
    StandardStream.output.write(json ? speed.json.line + "\n" : speed.text)
  }

  private func listed() throws(Complaint) -> [Path] {
    do throws(PhotoError) {
      return try PeelScanning.photos(in: Path.given([folder])[0], isRecursive: false).map { photo throws(PhotoError) in
        try photo.get()
      }
    } catch {
      throw Complaint(error)
    }
  }

  private func printLedger() throws {
    let photos: [TruePhoto]
    do throws(TruthError) { photos = try truePhotos(in: Path.given([folder])[0]) } catch {
      try Complaint(error).exit()
    }
    var bench = Bench()
    let progress = Progress(count: photos.count)
    for photo in photos {
      progress.begin(photo.path)
      let outcome = bench.measure(photo)
      progress.end()
      progress.interrupt {
        if let complaint = outcome.complaint { StandardStream.error.write(complaint.line) }
        if misses { StandardStream.error.write(outcome.misses.map { $0 + "\n" }.joined()) }
      }
      if let code = Interruption.exitCode { throw code }
    }
    progress.clear()
    StandardStream.output.write(json ? bench.json.line + "\n" : bench.text)
    if bench.ledger.failed > 0 { throw ExitCode(Status.failure.rawValue) }
  }
}

extension Complaint {
  init(_ error: TruthError) {
    switch error {
    case .none(let folder):
      self.init(
        path: folder, fact: "no photos with known corners in this folder",
        advice: "name one with a NAME.json beside each NAME.jpg, such as Samples")
    case .malformed(let path, let reason):
      self.init(
        path: path, fact: "cannot be read as true corners: \(reason)", advice: "compare it with Samples/README.md")
    }
  }
}
