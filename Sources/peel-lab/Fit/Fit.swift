import PeelFiles
import PeelScanning
import PeelCodecs
import PeelImaging

/// Fits the evidence's weights to photos with known prints, and measures what becomes of the detector with them.
///
/// Two photos of three train, in the order of each folder; the third is held back. Each comes twice, as it is and
/// mirrored: what a quad's evidence says must not hang on where the samples of the grid happen to lie. The weights of the reduced grid come
/// first, and with them the photos are searched anew, since they choose what is refined. Each stage's weights are a
/// `LogisticRegression` over what it weighed (`Training` says what counts). At last all photos are searched with the
/// weights as they are printed.
struct Fit {
  enum Stage: String, CaseIterable, Sendable { case judged, refined }

  /// A photo and whether it trains.
  struct Lesson: Sendable {
    var truth: TruePhoto
    var isHeldBack: Bool
    var isMirrored = false
  }

  /// Photos of which one is held back.
  static let fold = 3

  let lessons: [Lesson]
  private(set) var parameters = Detector.Parameters()
  private(set) var training = Ledger()
  private(set) var heldBack = Ledger()

  /// - Parameter folders: the photos of each, in their order.
  init(_ folders: [[TruePhoto]]) {
    lessons = folders.flatMap { photos in
      photos.enumerated().flatMap { number, truth in
        let isHeldBack = number % Self.fold == Self.fold - 1
        return [false, true].map { Lesson(truth: truth, isHeldBack: isHeldBack, isMirrored: $0) }
      }
    }
  }

  mutating func fit(_ stage: Stage) async throws(FitError) {
    let rules: Training.Rules =
      switch stage {
      case .judged: .judged
      case .refined: .refined
      }
    var training = Training(rules)
    try await search(lessons.filter { !$0.isHeldBack }) { truth, detection -> [Training.Row] in
      guard let trace = detection.trace else { return [] }
      return switch stage {
      case .judged:
        trace.judged.map { one in
          Training.Row(one.quad.map { Double(trace.scale) * $0 }, one.evidence.values, truth)
        }
      case .refined: trace.refined.map { Training.Row($0.quad, $0.evidence.values, truth) }
      }
    } receive: { truth, _, rows in
      training.add(rows, truth)
    }
    guard let weights = training.weights else { throw .tooLittle(stage) }
    switch stage {
    case .judged:
      // The last numbers are known only of refined quads, and the same for all others: they got no weight.
      parameters.weights.values = Array(weights.weights.reversed().drop { $0 == 0 }.reversed())
      parameters.weights.bias = weights.bias
    case .refined:
      parameters.refinedWeights.values = weights.weights
      parameters.refinedWeights.bias = weights.bias
    }
  }

  /// Searches all photos with the weights as they are.
  mutating func measure() async throws(FitError) {
    var training = Ledger()
    var heldBack = Ledger()
    try await search(lessons) { _, detection in
      var detection = detection
      detection.trace = nil
      return detection
    } receive: { truth, isHeldBack, detection in
      if isHeldBack { heldBack.add(truth, detection) } else { training.add(truth, detection) }
    }
    (self.training, self.heldBack) = (training, heldBack)
  }

  /// Hands on what `look` takes from each detection, in the order of the photos, which are searched on all cores.
  private func search<Finding: Sendable>(
    _ lessons: [Lesson], look: @escaping @Sendable (TruePhoto, Detection) -> Finding,
    receive: (_ truth: TruePhoto, _ isHeldBack: Bool, Finding) -> Void
  ) async throws(FitError) {
    let detector = Detector(parameters)
    var failure: PhotoError?
    typealias Look = (truth: TruePhoto, isHeldBack: Bool, finding: Finding)
    let isInterrupted = await inOrder(lessons, jobs: Cores.count) { lesson -> Result<Look, PhotoError> in
      do throws(PhotoError) {
        let photo = try PhotoFile(lesson.truth.path).photo
        let isMirrored = lesson.isMirrored
        let truth = isMirrored ? lesson.truth.mirrored(width: Double(photo.width)) : lesson.truth
        let detection = detector.detect(in: isMirrored ? photo.mirrored : photo)
        return .success((truth, lesson.isHeldBack, look(truth, detection)))
      } catch {
        return .failure(error)
      }
    } receive: { outcome in
      switch outcome {
      case .success(let look): receive(look.truth, look.isHeldBack, look.finding)
      case .failure(let error): failure = failure ?? error
      }
    }
    if isInterrupted { throw .interrupted }
    if let failure { throw .unread(failure) }
  }
}

enum FitError: Error {
  case unread(PhotoError)
  /// No print was found right in any photo, or nothing else was found.
  case tooLittle(Fit.Stage)
  case interrupted
}
