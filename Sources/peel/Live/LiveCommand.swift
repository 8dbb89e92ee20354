import ArgumentParser
import PeelFiles
import PeelImaging
import PeelMessages
import PeelOutput
import PeelScanning
import PeelStudio
import PeelTerminal
import PeelWorkbench

struct LiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live", abstract: "Watch a camera, a video or a folder, and scan prints with one key.",
    discussion: """
      peel live                                  the first camera
      peel live /dev/video2 --size 1920x1080     another camera, and its frames' size
      peel live desk.mp4 -o scans                a video
      peel live rtsp://phone.local:8554/camera   a network stream
      peel live Phone/Camera                     photos that appear in a folder
      peel live --merge                          merge shots of a glossy print
      ffmpeg -nostdin … - | peel live -          any YUV4MPEG2 stream of frames

      Space saves the prints in sight, from the sharpest recent frame in which they kept still. A saves each new print \
      automatically; in a folder, that is on from the start. Enter opens the last shot in the workbench. ? shows all \
      keys. With --merge, Space takes a first shot; move the camera, and others follow until every part of the print was \
      seen without glare. Cameras and videos need ffmpeg. Without -nostdin, ffmpeg would read the keys that you press.
      """)

  @Argument(
    help: ArgumentHelp(
      "A camera, a video file, a network address, a folder, or - for a YUV4MPEG2 stream. (default: the first camera)",
      valueName: "source"), completion: .file())
  var source: String?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The folder for scans; it is made if missing.", valueName: "folder"),
    completion: .directory)
  var output = "scans"

  @Option(
    help: ArgumentHelp(
      "The size of a camera's frames, such as 1920x1080. (default: the camera's choice)", valueName: "size"),
    completion: .list(["1280x720", "1920x1080", "3840x2160"]))
  var size: FrameSize?

  @Option(
    help: ArgumentHelp(
      "A larger size for a camera's shots, which would be too slow to watch. (default: the frames' size)",
      valueName: "size"), completion: .list(["1920x1080", "3840x2160", "4000x3000"]))
  var stillSize: FrameSize?

  @Flag(
    inversion: .prefixedNo,
    help: "Save each new print automatically from the start. (default: if the source is a folder)")
  var automatic: Bool?

  @Flag(
    help: """
      Merge several shots of a glossy print into one scan without glare: move the camera until every part of the print \
      was seen clear.
      """)
  var merge = false

  @Flag(help: "At the end, print how many frames came and how long they took.")
  var stats = false

  @OptionGroup var graphics: GraphicsOption

  @OptionGroup(title: "Scan") var scan: ScanArguments
  @OptionGroup(title: "Search") var search: SearchArguments

  func run() throws {
    do throws(Complaint) {
      try watch()
    } catch {
      try error.exit()
    }
  }

  private func watch() throws(Complaint) {
    let source = try mapping(
      { (error: LiveSource.Failure) in Complaint(error) },
      LiveSource(self.source, path: self.source.map { Path.given([$0])[0] }))
    if source == .standardInput, StandardInput.isTerminal {
      throw Complaint(
        path: Path("-"), fact: "no stream comes on standard input",
        advice: "send one: ffmpeg -nostdin -i VIDEO -f yuv4mpegpipe - | peel live -")
    }
    let writer = ShotWriter(
      scanner: ItemScanner(
        detector: Detector(), maker: ScanMaker(scan.settings), folder: Path.given([output])[0]),
      stem: source.stem)
    let session = LiveSession(
      source, size: size, stillSize: stillSize, writer: writer,
      detector: search.detector(scan.settings.film.films, scan.prints.curl))
    // Until the terminal heeds signals.
    Interruption.begin()
    do throws(StreamError) { try session.begin() } catch {
      if Interruption.signal == nil { throw Complaint(video: source.title, error) }
    }
    if let signal = Interruption.signal { end(session, by: signal) }
    var isSteadySource = true
    if case .folder = source { isSteadySource = false }
    var model = LiveModel(
      source: source.title, isSteadySource: isSteadySource, canRestart: source != .standardInput,
      isAutomatic: automatic ?? (!isSteadySource && !merge), merges: merge)
    model.colours = ThemeColours.ofPerson().0
    var view = LiveRunner(model, session)
    let signal: Int32?
    do throws(TerminalError) {
      signal = try watch(session, &view, writer.scanner)
    } catch {
      session.end()
      throw Complaint(
        path: Path(source.title), fact: error.fact, advice: "find prints without it: peel detect --frames")
    }
    // The terminal has given signals back.
    Interruption.begin()
    session.end()
    if stats { StandardStream.error.write(view.times) }
    for file in view.files {
      StandardStream.output.write("\(file.folder)/\(file.name)".escapingControls + "\n")
    }
    if let signal { die(of: signal) }
  }

  /// Ends the program before the terminal was taken over.
  private func end(_ session: LiveSession, by signal: Int32) -> Never {
    session.end()
    // The reader may have just started a program.
    ChildProcess.endAll()
    die(of: signal)
  }

  /// Shows the live view, and the workbench when a shot is opened, until the person leaves or a signal asks the program
  /// to end: its number.
  private func watch(
    _ session: LiveSession, _ view: inout LiveRunner, _ scanner: ItemScanner
  ) throws(TerminalError) -> Int32? {
    while true {
      switch try view.run(graphics: graphics.wish) {
      case .left(.left): return nil
      case .signal(let number): return number
      case .left(.opened(let shot)):
        session.pause()
        defer { session.resume() }
        if let number = try OpenCommand.work(on: shot, scanner, graphics: graphics.wish) { return number }
      }
    }
  }
}
