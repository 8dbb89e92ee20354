import ArgumentParser
import PeelFiles
import PeelImaging
import PeelMessages
import PeelOutput
import PeelScanning
import PeelStudio
import PeelTerminal
import PeelWorkbench

struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Look at photos, correct the corners of their prints, and export them.",
    discussion: """
      peel                                the photos in the current folder
      peel desk.jpg                       a photo
      peel Pictures -o scans              a folder; scans go to the folder scans
      find . -name '*.jpg' | peel -       photos whose names are read

      Opens the workbench on the terminal; ? shows its keys. What you accept with Enter is saved \
      in desk.jpg.peel beside desk.jpg, and `peel scan` uses it. e and E write scans to the \
      folder scans, or to the folder given with -o. b shows the frames of a Live Photo or clip \
      with the scores of the faces in them, and Enter there writes one beside it as a photo.

      Lines such as `Ctrl-s snap-all` in $XDG_CONFIG_HOME/peel/keys change keys; `peel keys` \
      prints the keys in effect. The file theme beside it sets colours: light, dark, or lines such \
      as `chosen ffbe40`.
      """)

  @OptionGroup var photos: PhotoArguments

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The folder for scans; it is made if missing.", valueName: "folder"),
    completion: .directory)
  var output = "scans"

  @OptionGroup var names: NameArguments
  @OptionGroup(title: "Scan") var scan: ScanArguments
  @OptionGroup(title: "Search") var search: SearchArguments

  @Flag(help: "Leave the mouse to the terminal, to select text.")
  var noMouse = false

  @Flag(help: "Don't darken the photo around the chosen print.")
  var noDim = false

  @OptionGroup var graphics: GraphicsOption

  func validate() throws { try photos.requirePhoto() }

  func run() throws {
    let (keymaps, mistake) = Keymaps.ofPerson()
    let folder = Path.given([output])[0]
    let given = Path.given(photos.photos)
    let scans = try? FinishedScans(in: folder)
    // To find sheets would delay the first picture.
    let listed = photos.listed(isQuiet: true, includesClips: true, includesSheets: true).map(\.inFile)
    let items = Set(LivePair.withoutPaired(listed.compactMap { try? $0.get() }))
    let all = listed.filter { entry in (try? entry.get()).map(items.contains) ?? true }
    // The scans of earlier exports aren't photos of the roll, unless they are named or there are no others.
    let others = all.filter { photo in
      guard let path = try? photo.get(), !given.contains(path) else { return true }
      return scans?.made(path) != true
    }
    let list = others.isEmpty ? all : others
    let missing = list.compactMap { $0.missing }
    if missing.count == list.count {
      for error in missing { StandardStream.error.write(Complaint(error).line) }
      throw ExitCode(Status.failure.rawValue)
    }
    if list.count > 1, let path = list.last?.missing?.path, !exists(path),
      path.stemAndExtension.fileExtension.isEmpty, given.last == path
    {
      try Complaint(
        path: path, fact: "there is no such photo or folder", advice: "if the scans are to go there, write -o before it"
      ).exit()
    }
    let paths = list.map { photo in
      switch photo {
      case .success(let path): path
      case .failure(let error): error.path
      }
    }
    let bookmark = Bookmark(of: given)
    var roll = Roll(
      paths.enumerated().map { number, path in
        RollItem(ItemID(number), title: Path(bytes: path.name).text, kind: Item(ofRoll: path).kind.shown)
      }, at: bookmark.place(in: paths).map { ItemID($0) })
    roll.tellApart(by: paths.map(\.folder.text))
    var model = Model(roll, defaults: scan.settings.defaults, keymaps: keymaps)
    let (colours, error) = ThemeColours.ofPerson()
    (model.display.colours, model.display.dims) = (colours, !noDim)
    let mistakes = [mistake, error].compactMap(\.self)
    if !mistakes.isEmpty { model.say(mistakes.joined(separator: "; ")) }
    let studio = Studio(
      list.map { $0.map { Item(ofRoll: $0) } }, scanner(to: folder), bookmark,
      folders: RollFolders(folders: photos.folders, isRecursive: photos.recursive),
      drafts: .ofPerson)
    let end: (signal: Int32?, summary: String?, trouble: Sentence?)
    do throws(TerminalError) {
      end = try work(model, studio)
    } catch {
      StandardStream.say(error.sentence)
      throw ExitCode(Status.failure.rawValue)
    }
    if let trouble = end.trouble { StandardStream.say(trouble.text) }
    if let signal = end.signal { die(of: signal) }
    if let summary = end.summary { StandardStream.output.write(summary.escapingControls + "\n") }
  }

  private func scanner(to folder: Path) -> ItemScanner {
    let detector = search.detector(FilmFormat.all, scan.prints.curl)
    var scanner = ItemScanner(detector: detector, maker: ScanMaker(scan.settings), folder: folder)
    scanner.template = names.name
    scanner.limits = photos.limits.decoding
    return scanner
  }

  /// Opens the workbench on a shot of the live view. The terminal is given back when this returns.
  static func work(
    on shot: TakenShot, _ scanner: ItemScanner, graphics: GraphicsWish
  ) throws(TerminalError) -> Int32? {
    let studio = Studio([.success(Item(shot.name))], scanner, shot: shot)
    let item = RollItem(0, title: Path(bytes: shot.name.name).text)
    var model = Model(Roll([item]), defaults: scanner.maker.settings.defaults)
    (model.display.colours, model.keepsDrafts) = (ThemeColours.ofPerson().0, false)
    var runner = try Runner(model, studio: studio, hasMouse: true, graphics: graphics)
    return runner.run()
  }

  /// The terminal is given back when this returns.
  ///
  /// - Returns: the signal that ended the session, or nil, a line to end with, and what couldn't be kept.
  private func work(
    _ model: Model, _ studio: Studio
  ) throws(TerminalError) -> (signal: Int32?, summary: String?, trouble: Sentence?) {
    var runner = try Runner(model, studio: studio, hasMouse: !noMouse, graphics: graphics.wish)
    // A save or a look at the disk that waits for one would wait as long as it hangs.
    let signal = runner.run { ChildProcess.endAll() }
    return (signal, runner.summary, runner.trouble)
  }
}

extension ScanSettings {
  /// The settings of prints for which nothing else is chosen.
  fileprivate var defaults: PrintSettings {
    var defaults = prints
    defaults.crop = crop.parts[0]
    return defaults
  }
}

extension Result<Path, PhotoError> {
  /// An error instead of a photo on standard input, which can't be read again and keeps no adjustments.
  fileprivate var inFile: Self {
    if case .success(.standardInput) = self { .failure(.file(FileError(.notAFile, .standardInput))) } else { self }
  }

  /// The error if there is no such file or folder.
  fileprivate var missing: PhotoError? {
    switch self {
    case .success(let path): exists(path.file) ? nil : .file(FileError(.missing, path))
    case .failure(let error): error
    }
  }
}

extension TerminalError {
  fileprivate var sentence: String { "\(fact); make scans without it: peel scan PHOTO -o DIR" }

  private static let advice = "TERM=xterm-256color suits most"

  var fact: String {
    switch self {
    case .none: "there is no terminal to draw on"
    case .unnamed: "TERM is not set, so peel cannot tell how to draw on this terminal (\(Self.advice))"
    case .unknown(let name): "peel does not know this terminal, TERM=\(name) (\(Self.advice))"
    case .dumb(let name): "peel cannot draw on this terminal, TERM=\(name)"
    }
  }
}
