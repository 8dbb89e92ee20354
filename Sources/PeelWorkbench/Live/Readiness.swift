import PeelImaging

/// Decides whether the prints in front of the camera are steady and sharp enough to take.
package struct Readiness: Equatable, Sendable {
  package enum State: Equatable, Sendable {
    /// No print is visible.
    case searching
    /// A print moves, or isn't sharp yet.
    case holdStill
    /// All prints keep still and are sharp.
    case ready
    /// All prints keep still, are sharp, and have been taken.
    case taken
  }

  package struct Parameters: Equatable, Sendable {
    /// The least sharpness that counts as sharp, as a share of the recent best.
    package var sharpShare = 0.7
    /// The share by which the best sharpness fades per second, as the light or the print's distance may change.
    package var forgetting = 0.1
    /// The number of steady and sharp frames in a row after which automatic capture takes a print.
    package var automaticFrames = 20
    /// The number of steady and sharp frames in a row that make a print ready. With fewer, the state flickers.
    package var readyFrames = 3

    package init() {}

    /// Parameters for photos of a folder, each of which is a single frame.
    static var ofPhotos: Parameters {
      var parameters = Parameters()
      (parameters.automaticFrames, parameters.readyFrames) = (1, 1)
      return parameters
    }
  }

  package private(set) var state = State.searching
  /// The sharpness as a share of the recent best, 0…1.
  package private(set) var sharpness = 0.0
  /// The number of steady and sharp frames in a row.
  private var run = 0
  private var best = 0.0
  private var time: Double?
  private var numbers: Set<Int> = []
  private var taken: Set<Int> = []
  private let parameters: Parameters

  package init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

  /// Updates the state with the next frame.
  ///
  /// - Parameter time: in seconds.
  /// - Returns: whether automatic capture takes a shot now. It's true until `take` is called.
  package mutating func see(_ prints: [TrackedPrint], sharpness: Double, at time: Double) -> Bool {
    let seen = Set(prints.map(\.number))
    if !seen.isSubset(of: numbers) { (best, run) = (0, 0) }
    numbers = seen
    let pause = max(0, time - (self.time ?? time))
    self.time = time
    best = max(sharpness, best * max(0, 1 - parameters.forgetting * pause))
    self.sharpness = best > 0 ? sharpness / best : 0
    guard !prints.isEmpty else {
      run = 0
      state = .searching
      return false
    }
    let isGood = prints.allSatisfy(\.isSteady) && self.sharpness >= parameters.sharpShare
    run = isGood ? run + 1 : 0
    let isTaken = seen.isSubset(of: taken)
    state = run < parameters.readyFrames ? (isTaken ? .taken : .holdStill) : isTaken ? .taken : .ready
    return run >= parameters.automaticFrames && !isTaken
  }

  /// Marks the visible prints as taken.
  package mutating func take() {
    taken.formUnion(numbers)
    if state != .searching { state = .taken }
  }

  /// Marks the visible prints as not taken, after their shot failed.
  package mutating func fail() { taken.subtract(numbers) }
}
