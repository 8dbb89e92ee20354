import PeelCodecs
import PeelFiles
import PeelImaging
import PeelMessages
import PeelOutput
import PeelScanning
import PeelWorkbench
import Synchronization

/// Stereo pictures of photos with depth, as `peel stereo` makes them.
extension Studio {
  /// About how many pixels a picture's long side has at most on the screen.
  private static let longSide = 2048
  /// The resolution of a card on the screen, in pixels per inch.
  private static let cardDensity = 200.0

  func stereoPictures(_ order: StereoOrder, of photo: Photo?) throws(Sentence) -> StereoPictures {
    guard let photo else { throw Sentence("the photo isn't read") }
    guard shot == nil else { throw Sentence("a shot has no depth") }
    do throws(PhotoError) {
      let path = try photoPath(order.item)
      let scene = try scene(of: path, photo, for: order.opening)
      var settings = StereoSettings(order)
      settings.ppi = Self.cardDensity
      settings.caption = Path(bytes: path.stemAndExtension.stem).text
      return StereoPictures(
        pictures: scene.pictures(settings, threads: Cores.count).map { Rendition($0) },
        focus: scene.nearness(settings.focus).map { Int((100 * $0).rounded()) },
        map: scene.mapSize.map { PixelSize(width: $0.width, height: $0.height) })
    } catch {
      throw Sentence(Complaint(error).atDesk)
    }
  }

  /// A photo's depth, which is kept until the view is closed.
  private func scene(of path: Path, _ photo: Photo, for opening: Int) throws(PhotoError) -> StereoScene {
    if let known = roll.withLock({ $0.scene }), known.opening == opening { return known.scene }
    let bytes = try mapping(PhotoError.file, photoBytes(at: path, memory: scanner.limits.bytes))
    do throws(StereoError) {
      let scene = try StereoScene(of: bytes, photo, longSide: Self.longSide, limits: scanner.limits)
      roll.withLock { $0.scene = (opening, scene) }
      return scene
    } catch {
      throw error.photoError(path)
    }
  }

  func exportStereo(_ order: StereoOrder) throws(Sentence) -> ExportedStereo {
    do throws(PhotoError) {
      let path = try photoPath(order.item)
      let folder: OutputFolder = try mapping(
        { PhotoError.scan(photo: path, $0) }, .forOnePhoto(scanner.folder, since: finished.withLock { $0 }))
      finished.withLock { $0 = folder.finished }
      var maker = StereoMaker(StereoSettings(order))
      (maker.limits, maker.threads) = (scanner.limits, Cores.count)
      let run = StereoRun(maker: maker, folder: folder, inputs: InputFiles(roll.withLock { $0.photos }))
      let report =
        switch run.pictures(of: path, stem: stem(of: path, in: folder.finished)) {
        case .done(let report): report
        case .left(let write): write()
        }
      if let error = report.error { throw error }
      roll.withLock { $0.written.formUnion(report.pictures.compactMap { resolved($0.file) }) }
      let name = report.pictures.first.map { Path(bytes: folder.finished.name(of: $0.file)).text } ?? ""
      return ExportedStereo(
        name: name, folder: folder.path.text,
        change: report.isEarlier ? .none : report.replacesEarlier ? .replaced : .new)
    } catch {
      throw Sentence(Complaint(error).atDesk)
    }
  }
}

extension StereoSettings {
  /// The settings of an order, with the layout of the file that is written.
  fileprivate init(_ order: StereoOrder) {
    self.init()
    (shift, isSwapped) = (Double(order.shift) / 10, order.isSwapped)
    focus = order.focus.map { .nearness(Double($0) / 100) } ?? .subject
    layout =
      switch order.show {
      case .map: .depth
      case .anaglyph: .anaglyph
      case .wobble: .wiggle
      case .sideBySide: .parallel
      case .card: .card
      }
    // Exchanged, they are for crossed eyes.
    if order.show == .sideBySide, isSwapped { (layout, isSwapped) = (.crossed, false) }
  }
}
