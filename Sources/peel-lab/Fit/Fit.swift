import PeelCodecs
import PeelFiles
import PeelImaging
import PeelScanning

/// Fits the trees and the network that score quads to photos with known prints, and measures the detector with them.
///
/// Each photo trains in several variants. The trees of the reduced grid are fitted first. The photos are then searched again
/// with them, since they determine which quads are refined; composites of the photos are searched, too. The trees for a
/// quad alone come next, then the trees for a quad among the others, and the network.
struct Fit {
  /// How well the prints of photos that didn't train were found.
  struct HeldBack {
    var rendered = Ledger()
    var real = Ledger()
    /// What became of the prints of real photos.
    var losses = Losses()
    /// The real photos as they are and changed.
    var curve = PresenceCurve()
  }

  /// The sources are divided into this many parts.
  static let folds = 5
  /// Subtracted from the score. A photo has many wrong quads, and only the best of them is reported, so that reports are
  /// wrong more often than the trees say. With this and the network's weight, 5 to 6 of 217 real photos without a print had
  /// a report outside regions to ignore when they didn't train.
  private static let caution = 1.6

  /// Greatest size of a model's file.
  private static let mostBytes = 16 << 20
  /// How many composites there are, and how much each counts for the network; for trees it counts 1.
  private static let composites = (count: 4000, networkWeight: 2.0)

  let photos: [TruePhoto]
  /// The folder where what was fitted for each part is kept, to be used again; nil for none.
  var kept: Path?
  /// A network that was fitted before, to fit the trees alone; nil to fit one.
  var network: PatchNetwork?
  /// Called with what is begun.
  var note: (String) -> Void = { _ in }
  private var gathered: Lessons?

  init(photos: [TruePhoto]) { self.photos = photos }

  /// The part that a photo belongs to: that of its source's name, so that a source stays where it is when others are added.
  static func fold(of photo: TruePhoto) -> Int { Int(Digest(Array(photo.source.utf8)).number % UInt64(folds)) }

  /// What the photos and composites of them teach.
  struct Lessons {
    /// Trees of the reduced grid, without the sources of each part, and for all.
    fileprivate var judgedTrees: [Int?: BoostedTrees] = [:]
    /// The refined quads. The trees that chose them weren't fitted to the photo's part.
    fileprivate var ofPhotos: [Lesson] = []
    fileprivate var ofComposites: [Lesson] = []
  }

  /// Searches the photos with trees of the reduced grid, which it fits, and composites of them.
  private func lessons() async throws(FitError) -> Lessons {
    var lessons = Lessons()
    note("searches \(photos.count) photos and their variants")
    let judged = try await self.lessons(photos, Detector(), Lesson.judged)
    for part in [nil] + (0..<Self.folds).map(Optional.init) {
      note("fits the trees of the reduced grid")
      lessons.judgedTrees[part] = try Self.trees(Training(judged.filter { $0.part != part }, .judged))
    }
    for part in 0..<Self.folds {
      note("searches the photos and the composites of part \(part + 1) of \(Self.folds)")
      var detector = Detector()
      lessons.judgedTrees[part].map { detector.model.judgedTrees = $0 }
      let photos = photos.filter { Self.fold(of: $0) == part }
      lessons.ofPhotos += try await self.lessons(photos, detector, Lesson.refined)
      lessons.ofComposites += try await compositeLessons(photos, part, detector)
    }
    return lessons
  }

  /// Trees and a network fitted to the photos.
  ///
  /// - Parameter fold: the part of the sources to leave out; nil to use all.
  mutating func model(without fold: Int? = nil) async throws(FitError) -> Detector.Model {
    let lessons: Lessons
    if let gathered { lessons = gathered } else { lessons = try await self.lessons() }
    gathered = lessons
    let ofPhotos = lessons.ofPhotos.filter { $0.part != fold }
    let ofComposites = lessons.ofComposites.filter { $0.part != fold }
    let refined = ofPhotos + ofComposites
    note("fits the trees of \(refined.count) photos")
    guard let judgedTrees = lessons.judgedTrees[fold] else { throw .tooLittle }
    let refinedTrees = try Self.trees(Training(refined: refined))
    // Trees fitted to a photo score its quads too well, so each part's quads get the scores of trees fitted to the others.
    var inContext: [Lesson] = []
    for part in 0..<Self.folds {
      let own = refined.filter { $0.part == part }
      guard !own.isEmpty else { continue }
      let trees = try Self.trees(Training(refined: refined.filter { $0.part != part }))
      inContext += own.map { $0.inContext(trees) }
    }
    var contextTrees = try Self.trees(Training(refined: inContext))
    contextTrees.bias -= Self.caution
    note("fits the network")
    let looks = ofPhotos + ofComposites.map { $0.weighted(Self.composites.networkWeight) }
    guard let network = network ?? Training(looks, .looks).network else { throw .tooLittle }
    var model = Detector.Model.embedded
    (model.judgedTrees, model.refinedTrees, model.contextTrees) = (judgedTrees, refinedTrees, contextTrees)
    model.network = network
    return model
  }

  private static func trees(_ training: Training) throws(FitError) -> BoostedTrees {
    guard let trees = training.trees else { throw .tooLittle }
    return trees
  }

  private func lessons(
    _ photos: [TruePhoto], _ detector: Detector,
    _ lesson: @escaping @Sendable (Detection, Detector.Parameters, TruePhoto) -> Lesson
  ) async throws(FitError) -> [Lesson] {
    var lessons: [Lesson] = []
    for variant in Variant.allCases {
      let photos = photos.filter { $0.isReal || variant.isForAll }
      try await search(photos.map { Sample($0, variant) }, detector) { truth, detection in
        lesson(detection, detector.parameters, truth)
      } receive: { _, lesson in
        lessons.append(lesson)
      }
    }
    return lessons
  }

  /// The refined quads of a part's composites, which are made of its photos alone.
  private func compositeLessons(
    _ photos: [TruePhoto], _ part: Int, _ detector: Detector
  ) async throws(FitError) -> [Lesson] {
    let sources: CompositeSources
    do throws(PhotoError) { sources = try CompositeSources(photos) } catch { throw .unread(error) }
    // Without real photos there is nothing to make them of.
    guard !sources.grounds.isEmpty else { return [] }
    var lessons: [Lesson] = []
    let numbers = stride(from: part, to: Self.composites.count, by: Self.folds)
    try await search(numbers.map { Sample(composite: $0, of: sources) }, detector) { truth, detection in
      Lesson.refined(detection, detector.parameters, truth)
    } receive: { _, lesson in
      var lesson = lesson
      lesson.part = part
      lesson.isComposite = true
      lessons.append(lesson)
    }
    return lessons
  }

  /// Measures each photo once, with trees that were fitted to the other parts of the sources.
  ///
  /// - Parameter report: called after each part with its number and the figures so far.
  mutating func heldBack(report: (Int, HeldBack) -> Void) async throws(FitError) -> HeldBack {
    var heldBack = HeldBack()
    for fold in 0..<Self.folds {
      let photos = photos.filter { Self.fold(of: $0) == fold }
      guard !photos.isEmpty else { continue }
      var fitted = Detector()
      if let model = keptModel(fold) {
        fitted.model = model
      } else {
        fitted.model = try await model(without: fold)
        try keep(fitted.model, fold)
      }
      try await search(photos.map { Sample($0) }, fitted) { truth, detection in
        (detection: detection.withoutTrace, fates: Losses.fates(truth, detection))
      } receive: { truth, finding in
        if truth.isReal {
          heldBack.real.add(truth, finding.detection)
          heldBack.losses.add(finding.fates, of: truth, finding.detection)
        } else {
          heldBack.rendered.add(truth, finding.detection)
        }
      }
      fitted.parameters.leastPresence = 0
      let samples = PresenceCurve.variants.flatMap { variant in
        photos.filter(\.isReal).map { Sample($0, variant) }
      }
      try await search(samples, fitted) { _, detection in
        detection.withoutTrace
      } receive: { truth, detection in
        heldBack.curve.add(truth, detection)
      }
      report(fold + 1, heldBack)
    }
    return heldBack
  }

  private func keptFile(_ fold: Int) -> Path? { kept?.appending(Array("part-\(fold + 1).bin".utf8)) }

  /// What was fitted to the other parts before; nil if nothing was kept, or it can't be read.
  private func keptModel(_ fold: Int) -> Detector.Model? {
    keptFile(fold).flatMap(Self.model)
  }

  /// The model in a file; nil if it isn't one.
  static func model(in file: Path) -> Detector.Model? {
    guard let bytes = try? Descriptor(reading: file).bytes(limit: mostBytes) else { return nil }
    return try? Detector.Model(file: bytes.span)
  }

  private func keep(_ model: Detector.Model, _ fold: Int) throws(FitError) {
    guard let file = keptFile(fold) else { return }
    do throws(FileError) { try writeWhole(model.file, to: file, force: true) } catch { throw .unwritten(error) }
  }

  /// A photo to search, which is opened when its turn comes.
  private struct Sample: Sendable {
    /// Opens it; nil if it is left out.
    let open: @Sendable () throws(PhotoError) -> (Photo, TruePhoto)?

    init(_ truth: TruePhoto, _ variant: Variant = .plain) {
      open = { () throws(PhotoError) in variant.applied(to: try PhotoFile(truth.path).photo, truth) }
    }

    init(composite number: Int, of sources: CompositeSources) {
      open = { () throws(PhotoError) in
        let composite = Composite(sources, number: number)
        return (composite.photo, composite.truth)
      }
    }
  }

  /// Searches photos on all cores.
  ///
  /// - Parameters:
  ///   - look: Extracts what is needed from a detection.
  ///   - receive: Called with the result for each photo, in order.
  private func search<Finding: Sendable>(
    _ samples: [Sample], _ detector: Detector,
    look: @escaping @Sendable (TruePhoto, Detection) -> Finding, receive: (TruePhoto, Finding) -> Void
  ) async throws(FitError) {
    var failure: PhotoError?
    let isInterrupted = await inOrder(samples, jobs: Cores.count) {
      sample -> Result<(TruePhoto, Finding)?, PhotoError> in
      do throws(PhotoError) {
        guard let (photo, truth) = try sample.open() else { return .success(nil) }
        return .success((truth, look(truth, detector.detect(in: photo))))
      } catch {
        return .failure(error)
      }
    } receive: { outcome in
      switch outcome {
      case .success((let truth, let finding)?): receive(truth, finding)
      case .success(nil): break
      case .failure(let error): failure = failure ?? error
      }
    }
    if isInterrupted { throw .interrupted }
    if let failure { throw .unread(failure) }
  }
}

extension Detection {
  /// The trace holds the photo's planes, which are too large to keep for many photos.
  fileprivate var withoutTrace: Detection {
    var detection = self
    detection.trace = nil
    return detection
  }
}

enum FitError: Error {
  case unread(PhotoError)
  case unwritten(FileError)
  /// The photos have no right quads, or no wrong ones.
  case tooLittle
  case interrupted
}
