import ArgumentParser
import PeelImaging
import PeelTerminal
import PeelWorkbench

struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Look at photos, correct the corners of their prints, and export them.",
    discussion: """
      peel desk.jpg
      peel Pictures -o scans
      find . -name '*.jpg' -print0 | peel -0

      Opens the workbench on the terminal; ? shows its keys. What you accept with Enter is kept in \
      desk.jpg.peel beside desk.jpg, and `peel scan` goes by it. Scans are written to the folder scans, \
      or to the one given with -o, when you ask for them with e or E.

      Lines such as `Ctrl-s snap-all` in $XDG_CONFIG_HOME/peel/keys give keys other commands; \
      `peel keys` prints those they have now.
      """)

  @OptionGroup var photos: PhotoArguments

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The folder for the scans; it is made if missing.", valueName: "folder"))
  var output = "scans"

  @OptionGroup(title: "Scan") var look: ScanLook

  @Flag(help: "Replace scans that were there before.")
  var force = false

  @Flag(help: "Leave the mouse to the terminal, for selecting text.")
  var noMouse = false

  func run() throws {
    let (keymaps, mistake) = Keymaps.ofPerson()
    let list = photos.listed()
    let missing = list.compactMap { $0.missing }
    if missing.count == list.count {
      for complaint in missing { StandardStream.messages.write(complaint.line) }
      throw ExitCode(Status.failed.rawValue)
    }
    let paths = list.map { photo in
      switch photo {
      case .success(let path): path
      case .failure(let complaint): complaint.path
      }
    }
    let bookmark = Bookmark(of: paths)
    var model = Model(
      photos: paths.map { Path(bytes: $0.name).text },
      at: bookmark.photo.flatMap { paths.firstIndex(of: $0) } ?? 0, defaults: look.defaults, keymaps: keymaps)
    if let mistake { model.say(mistake) }
    let studio = Studio(list, scanner(to: Path.given([output])[0]), bookmark)
    let signal: Int32?
    do throws(TerminalError) {
      signal = try work(model, studio.services)
    } catch {
      StandardStream.messages.write("peel: \(error.sentence)\n")
      throw ExitCode(Status.failed.rawValue)
    }
    if let signal { die(of: signal) }
  }

  private func scanner(to folder: Path) -> PhotoScanner {
    var scanner = PhotoScanner(
      detector: Detector(), look: look, folder: folder, force: force, isDryRun: false, isSureOnly: false)
    scanner.limits = photos.limits.decoding
    return scanner
  }

  /// The workbench on one shot of the live view. The terminal is given back when this returns.
  static func work(on shot: TakenShot, _ scanner: PhotoScanner) throws(TerminalError) -> Int32? {
    let studio = Studio([.success(shot.name)], scanner, shot: shot)
    var runner = try Runner(
      Model(photos: [Path(bytes: shot.name.name).text], defaults: scanner.look.defaults), services: studio.services,
      hasMouse: true)
    return runner.run()
  }

  /// The terminal is given back when this returns.
  private func work(_ model: Model, _ services: Services) throws(TerminalError) -> Int32? {
    var runner = try Runner(model, services: services, hasMouse: !noMouse)
    return runner.run()
  }
}

extension ScanLook {
  fileprivate var defaults: Defaults {
    var defaults = Defaults()
    defaults.crop = crop.parts[0]
    defaults.whiteBalance = whiteBalance
    defaults.clip = clip
    return defaults
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
