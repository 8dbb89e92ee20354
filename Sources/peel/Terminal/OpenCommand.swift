import ArgumentParser
import Codecs
import Imaging
import Synchronization
import Workbench

struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Look at photos, correct the corners of their prints, and export them.",
    discussion: """
      peel desk.jpg
      peel Pictures -o scans
      find . -name '*.jpg' -print0 | peel -0

      Opens the workbench on the terminal; ? shows its keys. Scans are written to the \
      folder scans, or to the one given with -o, when you ask for it with e.
      """)

  @OptionGroup var photos: PhotoArguments

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The folder for the scans; it is made if missing.", valueName: "folder"))
  var output = "scans"

  @OptionGroup(title: "Scan") var look: ScanLook

  @Flag(help: "Replace scans that were there before.")
  var force = false

  func run() throws {
    let list = photos.listed()
    let missing = list.compactMap { $0.missing }
    if missing.count == list.count {
      for complaint in missing { StandardStream.messages.write(complaint.line) }
      throw ExitCode(Status.failed.rawValue)
    }
    let desk = ExportDesk(list, scanner(to: Path.given([output])[0]))
    let names = list.map { photo in
      switch photo {
      case .success(let path): Path(bytes: path.name).text
      case .failure(let complaint): Path(bytes: complaint.path.name).text
      }
    }
    let signal: Int32?
    do throws(TerminalError) {
      signal = try work(Model(photos: names), desk.services)
    } catch {
      StandardStream.messages.write("peel: \(error.sentence)\n")
      throw ExitCode(Status.failed.rawValue)
    }
    if let signal { Terminal.die(of: signal) }
  }

  private func scanner(to folder: Path) -> PhotoScanner {
    var scanner = PhotoScanner(
      detector: Detector(), look: look, folder: folder, force: force, isDryRun: false, isSureOnly: false)
    scanner.limits = photos.limits.decoding
    return scanner
  }

  /// The workbench on one shot of the live view. The terminal is given back when this returns.
  static func work(on shot: TakenShot, _ scanner: PhotoScanner) throws(TerminalError) -> Int32? {
    let desk = ExportDesk([.success(shot.name)], scanner, shot: shot)
    var runner = try Runner(Model(photos: [Path(bytes: shot.name.name).text]), services: desk.services)
    return runner.run()
  }

  /// The terminal is given back when this returns.
  private func work(_ model: Model, _ services: Services) throws(TerminalError) -> Int32? {
    var runner = try Runner(model, services: services)
    return runner.run()
  }
}

/// Reads, develops and exports the photos of a roll the way `peel scan` does.
private final class ExportDesk: Sendable {
  private let photos: [Result<Path, Complaint>]
  private let names: ScanNames
  private let scanner: PhotoScanner
  /// What stands for the only photo, where that is no file.
  private let shot: TakenShot?
  /// Scans of this session, and those that a person has given leave to replace.
  private let replaceable = Mutex<Set<Path>>([])

  init(_ photos: [Result<Path, Complaint>], _ scanner: PhotoScanner, shot: TakenShot? = nil) {
    self.photos = photos
    self.scanner = scanner
    self.shot = shot
    replaceable.withLock { $0.formUnion(shot?.scans ?? []) }
    names = ScanNames(of: photos.map { (try? $0.get()) ?? Path("") })
  }

  var services: Services {
    Services(
      load: { photo throws(Sentence) in
        do throws(Complaint) {
          let file = try self.read(photo)
          return LoadedPhoto(file.photo, warnings: file.warnings)
        } catch {
          throw Sentence("\(error.path.shown): \(error.reason)")
        }
      },
      detect: { photo in
        var detection = Detector().detect(in: photo)
        if let shot = self.shot { detection.prints = shot.prints }
        return detection
      },
      develop: { photo, order throws(Sentence) in try self.preview(of: photo, order) },
      export: { order throws(Sentence) in
        do throws(Complaint) { return try self.export(order) } catch { throw Sentence(error.reason) }
      },
      rank: { await self.bursts() })
  }

  private func read(_ photo: Int, keepsDepth: Bool = false) throws(Complaint) -> PhotoFile {
    if let shot { return shot.file }
    let path = try photos[photo].get()
    do { return try readPhoto(at: path, keepsDepth: keepsDepth, limits: scanner.limits) } catch {
      throw Complaint(error)
    }
  }

  private func preview(of photo: Photo, _ order: PreviewOrder) throws(Sentence) -> Preview {
    do {
      let wanted = WantedPrint(order.outline)
      let part = wanted.crop ?? scanner.look.crop.parts[0]
      let scan = try scanner.scan(wanted, part: part, of: photo, longSide: order.longSide)
      return Preview(rendition: Rendition(scan.picture), ppi: scan.ppi)
    } catch {
      throw Sentence(Complaint(photo: Path(""), error).fact)
    }
  }

  private func export(_ order: ExportOrder) throws(Complaint) -> [ExportedFile] {
    let photo = try photos[order.photo].get()
    let file = try read(order.photo, keepsDepth: scanner.look.format == .png)
    do { try prepareFolder(scanner.folder) } catch { throw Complaint(error) }
    let plan = scanner.plan(order.outlines.map { WantedPrint($0) }, stem: names.stems[order.photo])
    try askForLeave(to: plan.map(\.path))
    var files: [ExportedFile] = []
    for planned in plan {
      let isOurs = replaceable.withLock { $0.contains(planned.path) }
      let scan = try scanner.write(planned, of: file, at: photo, force: scanner.force || isOurs)
      replaceable.withLock { _ = $0.insert(planned.path) }
      files.append(
        ExportedFile(
          name: Path(bytes: planned.path.name).text, folder: scanner.folder.text, width: scan.width,
          height: scan.height))
    }
    return files
  }

  /// Photos that cannot be read, or show no print, belong to no burst.
  private func bursts() async -> [RankedBurst] {
    let reading = await ShotReading(
      photos, search: PrintSearch(), isOneBurst: false, jobs: coreCount, limits: scanner.limits)
    let numbers = Dictionary(
      photos.indices.compactMap { index in (try? photos[index].get()).map { ($0, index) } },
      uniquingKeysWith: { first, _ in first })
    let shots = reading.shots.compactMap { shot in
      shot.print.flatMap { print in numbers[shot.path].map { (photo: $0, print: print, time: shot.time) } }
    }
    return Burst.all(in: shots.map { ($0.print, $0.time) }).filter { $0.shots.count > 1 }.map { burst in
      let members = burst.shots.map { shots[$0] }
      return RankedBurst(
        shots: Ranking(of: members.map(\.print)).places.map { place in
          let member = members[place.shot]
          return RankedShot(
            photo: member.photo, thumbnail: Rendition(member.print.thumbnail),
            edges: Rendition(Photo(luma: member.print.edgePicture)), score: place.score, relative: place.relative,
            why: place.shortcomings.map(\.words).joined(separator: ", "))
        })
    }
  }

  /// Refuses the first time where other files have the scans' names; asking once more is the leave to replace them.
  private func askForLeave(to paths: [Path]) throws(Complaint) {
    let taken = replaceable.withLock { known in
      let taken = paths.filter { !known.contains($0) && exists($0) }
      known.formUnion(taken)
      return taken
    }
    guard !scanner.force, let first = taken.first else { return }
    throw Complaint(
      path: first, fact: "\(Path(bytes: first.name).shown) is there already", advice: "export again to replace it")
  }
}

extension WantedPrint {
  fileprivate init(_ outline: Outline) {
    self.init(
      print: Print(quad: outline.quad, confidence: 1, film: outline.film, isUpright: outline.isUpright),
      turn: outline.turn)
  }
}

extension Result<Path, Complaint> {
  /// What to say where there is no such file, or no such folder.
  fileprivate var missing: Complaint? {
    switch self {
    case .success(let path): exists(path) ? nil : Complaint(FileError.missing(path))
    case .failure(let complaint): complaint
    }
  }
}

extension TerminalError {
  fileprivate var sentence: String { "\(fact); make scans without it: peel scan PHOTO -o DIR" }

  var fact: String {
    switch self {
    case .none: "there is no terminal to draw on"
    case .unnamed: "TERM is not set, so peel cannot tell how to draw on this terminal"
    case .unknown(let name): "peel does not know this terminal, TERM=\(name.escapingControls)"
    case .dumb(let name): "peel cannot draw on this terminal, TERM=\(name.escapingControls)"
    }
  }
}
