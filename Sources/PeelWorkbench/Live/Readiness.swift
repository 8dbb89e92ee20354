import PeelImaging

/// Whether the prints before the camera can be taken: what the person has to do is read off its state.
public struct Readiness: Equatable, Sendable {
  public enum State: Equatable, Sendable {
    /// There is no print.
    case searching
    /// One moves, or is not sharp yet.
    case holdStill
    /// All keep still and are sharp.
    case ready
    /// The same, and all have been taken.
    case taken
  }

  public struct Parameters: Equatable, Sendable {
    /// Share of the best sharpness of the last while that counts as sharp.
    public var sharpShare = 0.7
    /// How much of the best sharpness is forgotten in a second: the light may change, or a print that was near go away.
    public var forgetting = 0.1
    /// Frames, all steady and sharp, after which automatic capture takes a print.
    public var automaticFrames = 20
    /// Frames, all steady and sharp, from which on it says so: less would flicker.
    public var readyFrames = 3

    public init() {}

    /// A photo comes once and keeps still.
    static var ofPhotos: Parameters {
      var parameters = Parameters()
      (parameters.automaticFrames, parameters.readyFrames) = (1, 1)
      return parameters
    }
  }

  public private(set) var state = State.searching
  /// Sharpness beside the best of the last while, 0…1.
  public private(set) var sharpness = 0.0
  /// Steady and sharp frames in a row.
  private var run = 0
  private var best = 0.0
  private var time: Double?
  private var numbers: Set<Int> = []
  private var taken: Set<Int> = []
  private let parameters: Parameters

  public init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

  /// Takes the next frame into account.
  ///
  /// - Parameter time: in seconds.
  /// - Returns: whether automatic capture would take it: once for each print.
  public mutating func see(_ prints: [TrackedPrint], sharpness: Double, at time: Double) -> Bool {
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

  /// A shot of the prints in sight is being taken.
  public mutating func take() {
    taken.formUnion(numbers)
    if state != .searching { state = .taken }
  }

  /// What was taken was lost.
  public mutating func fail() { taken.subtract(numbers) }
}
