internal import PeelCodecs
package import PeelFiles
package import PeelOutput

/// Makes the stereo pictures of photos and writes them into a folder. What an earlier run made from the same photo with the
/// same settings stays.
package struct StereoRun: Sendable {
  private let folder: OutputFolder
  private let inputs: InputFiles
  private let maker: StereoMaker
  private let isAnew: Bool
  /// The file that comes with the only photo; nil if there is none.
  private let companion: Companion?

  /// Raised when a version of peel makes other pictures from the same photo and settings, so that the next run makes them
  /// anew.
  static let generation = 2

  /// A file that comes with a photo.
  package enum Companion: Sendable {
    /// Its depth map.
    case map(Path)
    /// What the right eye sees, the photo being what the left eye sees.
    case right(Path)

    package var path: Path {
      switch self {
      case .map(let path), .right(let path): path
      }
    }
  }

  /// - Parameters:
  ///   - inputs: the files of the run.
  ///   - companion: a file that comes with the only photo; nil if there is none.
  ///   - isAnew: makes all pictures anew, even those that are up to date.
  package init(
    maker: StereoMaker, folder: OutputFolder, inputs: InputFiles, companion: Companion? = nil, isAnew: Bool = false
  ) {
    self.maker = maker
    self.folder = folder
    self.inputs = inputs
    self.companion = companion
    self.isAnew = isAnew
  }

  /// Makes a photo's pictures. The returned value's work writes them.
  ///
  /// - Parameter stem: the stem of their names, from `FinishedScans.stems`.
  package func pictures(of photo: Path, stem: [UInt8]) -> Progressed<StereoReport> {
    do throws(PhotoError) {
      let (place, bytes, more) = try read(photo)
      let content = Digest(bytes)
      let work = work(content, more, stem: stem)
      let claim = Claim(stem: stem, photo: content, bytes: bytes, file: place)
      if !isAnew, let earlier = try earlier(work, claim, of: photo) { return .done(earlier) }
      var needed = PhotoMemory(of: bytes, limits: maker.limits)?.peak ?? 0
      if case .right(let right) = more { needed += PhotoMemory(of: right, limits: maker.limits)?.peak ?? 0 }
      let memory = try mapping(
        { PhotoError.codec(photo, $0) }, maker.limits.claimed(needed * maker.settings.memoryFactor))
      defer { withExtendedLifetime(memory.share) {} }
      var maker = maker
      maker.limits = memory.limits
      let outcome = try mapping(
        { (error: StereoError) in error.photoError(photo, companion?.path) },
        maker.files(of: bytes, with: more, named: Path(bytes: photo.name).text))
      return .left { write(outcome, of: photo, claim, work) }
    } catch {
      var report = StereoReport(photo)
      report.error = error
      return .done(report)
    }
  }

  private func read(
    _ photo: Path
  ) throws(PhotoError) -> (place: PhotoPlace?, bytes: [UInt8], more: StereoMaker.Companion?) {
    do throws(FileError) {
      let place = PhotoPlace(of: photo)
      let bytes = try photoBytes(at: photo, memory: maker.limits.bytes)
      let more = try companion.map { (file) throws(FileError) in
        let bytes = try photoBytes(at: file.path, memory: maker.limits.bytes)
        return switch file {
        case .map: StereoMaker.Companion.map(bytes)
        case .right: StereoMaker.Companion.right(bytes)
        }
      }
      return (place, bytes, more)
    } catch {
      throw .file(error)
    }
  }

  /// The report of an earlier run's pictures that are up to date; nil if they have to be made.
  private func earlier(_ work: Digest, _ claim: Claim, of photo: Path) throws(PhotoError) -> StereoReport? {
    let receipt: Receipt<ScanReport.Facts>? = try mapping(
      { PhotoError.scan(photo: photo, $0) }, folder.receipt(of: work, claim))
    guard let receipt else { return nil }
    var report = StereoReport(photo)
    (report.isEarlier, report.pictures) = (true, receipt.files)
    return report
  }

  private func write(_ outcome: StereoMaker.Outcome, of photo: Path, _ claim: Claim, _ work: Digest) -> StereoReport {
    var report = StereoReport(photo)
    report.source = outcome.source
    report.warnings = outcome.warnings
    let products = outcome.files.map {
      Product(
        folder.path.appending(claim.stem + Array($0.suffix.utf8)), $0.bytes, ScanReport.Scan(size: $0.size))
    }
    report.replacesEarlier = products.contains { exists($0.file) }
    let delivery = folder.deliver(
      products, of: claim, as: work, ScanReport(photo).facts, sparing: inputs, isWhole: true)
    report.pictures = delivery.files.compactMap { try? $0.get() }
    report.error = delivery.failure.map { .scan(photo: photo, $0) }
    return report
  }

  /// The digest of everything that decides what the pictures are like and what they are called.
  private func work(_ photo: Digest, _ companion: StereoMaker.Companion?, stem: [UInt8]) -> Digest {
    let more =
      switch companion {
      case nil: "own"
      case .map(let bytes): Digest(bytes).text
      case .right(let bytes): "right \(Digest(bytes).text)"
      }
    let facts = ["\(Self.generation)", photo.text, more, maker.settings.recipe]
    return Digest(stem + [0] + Array(facts.joined(separator: " ").utf8))
  }
}

/// The result of making one photo's stereo pictures.
package struct StereoReport: Sendable {
  package let photo: Path
  package var pictures: [ScanReport.Entry] = []
  /// nil if an earlier run made the files, or there are none.
  package var source: StereoMaker.Source?
  package var warnings: [String] = []
  package var error: PhotoError?
  /// Whether an earlier run made the files.
  package var isEarlier = false
  /// Whether files that an earlier run made of the photo were replaced.
  package var replacesEarlier = false

  package init(_ photo: Path) { self.photo = photo }

  package init(_ error: PhotoError) {
    photo = error.path
    self.error = error
  }
}

extension StereoError {
  /// The error of a photo and the file that comes with it.
  package func photoError(_ photo: Path, _ companion: Path? = nil) -> PhotoError {
    switch self {
    case .depth(let error): .depth(photo, error)
    case .map(let error): .depth(companion ?? photo, error)
    case .right(let error): .codec(companion ?? photo, error)
    case .noPair: .noPair(left: photo, right: companion ?? photo)
    case .codec(let error): .codec(photo, error)
    case .video(.interrupted): .interrupted(photo)
    case .video(let error): .animation(photo, reason: error.sentence)
    }
  }
}

extension StreamError {
  /// What went wrong, as a message.
  fileprivate var sentence: String {
    switch self {
    case .noProgram: "ffmpeg, which makes videos, isn't installed"
    case .cannotStart(let reason): "ffmpeg cannot be started: \(reason)"
    case .damaged(let reason), .failed(let reason): "ffmpeg failed: \(reason)"
    case .interrupted: "interrupted"
    case .stalled: "ffmpeg doesn't answer"
    case .video(let error): error.description
    case .file(let error): "\(error.path.shown) cannot be read"
    }
  }
}
