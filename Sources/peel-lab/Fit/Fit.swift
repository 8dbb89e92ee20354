import PeelFiles
import PeelScanning
import PeelCodecs
import PeelImaging

/// Fits the weights of the detector's evidence to photos with known prints, and measures the detector with them.
///
/// Two of three photos train, in the order of each folder; the third is held back. Each photo counts twice, as it is and
/// mirrored, since the evidence must not depend on how the grid's samples happen to fall. The weights of the reduced grid
/// are fitted first. The photos are then searched again with them, since they determine which quads are refined. Each
/// stage's weights are a `LogisticRegression` over the quads it scored (`Training` defines what counts). Finally, all photos
/// are searched with the weights as printed.
struct Fit {
  enum Stage: String, CaseIterable, Sendable { case judged, refined }

  /// A photo, and whether it is held back.
  struct Lesson: Sendable {
    var truth: TruePhoto
    var isHeldBack: Bool
    var isMirrored = false
  }

  /// One of this many photos is held back.
  static let fold = 3

  let lessons: [Lesson]
  private(set) var parameters = Detector.Parameters()
  private(set) var training = Ledger()
  private(set) var heldBack = Ledger()

  /// - Parameter folders: The photos of each folder, in their order.
  init(_ folders: [[TruePhoto]]) {
    lessons = folders.flatMap { photos in
      photos.enumerated().flatMap { number, truth in
        let isHeldBack = number % Self.fold == Self.fold - 1
        return [false, true].map { Lesson(truth: truth, isHeldBack: isHeldBack, isMirrored: $0) }
      }
    }
  }

  /// Fits the weights of one stage with the present weights of the other.
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
          Training.Row(one.quad.map { Double(trace.scale) * $0 }, one.evidence.features, truth)
        }
      case .refined: trace.refined.map { Training.Row($0.quad, $0.evidence.features, truth) }
      }
    } receive: { truth, _, rows in
      training.add(rows, truth)
    }
    guard let solution = training.weights else { throw .tooLittle(stage) }
    let weights = Evidence.Weights(bias: solution.bias, inOrder: solution.weights)
    switch stage {
    case .judged:
      // The features of refined quads are 0 on the grid, and so are their weights.
      parameters.weights = weights
    case .refined:
      parameters.refinedWeights = weights
    }
  }

  /// Searches all photos with the present weights.
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

  /// Searches photos on all cores.
  ///
  /// - Parameters:
  ///   - look: Extracts what is needed from a detection.
  ///   - receive: Called with the result for each photo, in order.
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
  /// The photos have no right quads, or no wrong ones.
  case tooLittle(Fit.Stage)
  case interrupted
}
