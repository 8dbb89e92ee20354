import ArgumentParser
import PeelImaging

struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "How well and how fast the prints are found, over photos with known corners.",
    discussion: """
      peel bench Samples
      peel bench Samples --misses --json
      peel bench --speed Photos

      The folder holds NAME.json beside each NAME.jpg, or one truth.json. A print is found when its outline and the true \
      one share 95 % of the area they cover (IoU 0.95); offered counts the candidates, too. The corner error is the \
      greatest of the four. Beside them stand the time of each stage, how many of the reports were right by how sure they \
      were, and how many prints were found of those with each tag. With --speed the folder may hold any photos: what each \
      stage of a scan takes, from file to file on one thread.
      """)

  @Argument(help: "The folder with the photos and, but for --speed, their true corners.")
  var folder: String

  @Flag(help: "Name the prints that were not found.")
  var misses = false

  @Flag(help: "Tell how long each stage of a scan takes instead.")
  var speed = false

  @Flag(help: "One JSON object.")
  var json = false

  func run() throws {
    Interruption.heed()
    if speed { try tellSpeed() } else { try tellLedger() }
  }

  private func tellSpeed() throws {
    var speed = Speed()
    do throws(Complaint) {
      for photo in try listed() {
        try speed.measure(photo)
        if Interruption.signal != nil { break }
      }
    } catch {
      StandardStream.messages.write(error.line)
      throw ExitCode(Status.failed.rawValue)
    }
    if let code = Interruption.exitCode { throw code }
    StandardStream.output.write(json ? speed.json.line + "\n" : speed.text)
  }

  private func listed() throws(Complaint) -> [Path] {
    do throws(FileError) {
      return try peel.photos(in: Path.given([folder])[0], isRecursive: false).map { photo throws(FileError) in
        try photo.get()
      }
    } catch {
      throw Complaint(error)
    }
  }

  private func tellLedger() throws {
    let photos: [TruePhoto]
    do throws(TruthError) { photos = try truePhotos(in: Path.given([folder])[0]) } catch {
      StandardStream.messages.write(Complaint(error).line)
      throw ExitCode(Status.failed.rawValue)
    }
    var bench = Bench()
    let progress = Progress(count: photos.count)
    for photo in photos {
      progress.begin(photo.path)
      let outcome = bench.measure(photo)
      progress.end()
      progress.interrupt {
        if let complaint = outcome.complaint { StandardStream.messages.write(complaint.line) }
        if misses { StandardStream.messages.write(outcome.misses.map { $0 + "\n" }.joined()) }
      }
      if let code = Interruption.exitCode { throw code }
    }
    progress.clear()
    StandardStream.output.write(json ? bench.json.line + "\n" : bench.text)
    if bench.ledger.failed > 0 { throw ExitCode(Status.failed.rawValue) }
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
