import ArgumentParser
import Imaging

/// What is taken for a print.
struct SearchArguments: ParsableArguments, Sendable {
  @Option(help: ArgumentHelp("At most so many prints a photo, the surest; 0 for all.", valueName: "number"))
  var maxPrints = 0

  @Option(
    help: ArgumentHelp(
      "The shortest side of a print, as a share of the photo's short side: 0.02 to 1.", valueName: "share"))
  var minSize = Detector.Parameters().smallestPrint

  @Option(
    help: ArgumentHelp(
      "Leave out prints less sure than this, 0 to 1. (default: the likely ones, or else the best)",
      valueName: "confidence"))
  var minConfidence: Double?

  func validate() throws {
    if maxPrints < 0 { throw ValidationError("--max-prints is 0 or more.") }
    if !(0.02...1).contains(minSize) { throw ValidationError("--min-size is between 0.02 and 1.") }
    if let minConfidence, !(0...1).contains(minConfidence) {
      throw ValidationError("--min-confidence is between 0 and 1.")
    }
  }

  var detector: Detector {
    var parameters = Detector.Parameters()
    parameters.mostPrints = maxPrints
    parameters.smallestPrint = minSize
    if let minConfidence {
      parameters.leastConfidence = minConfidence
      parameters.leastConfidenceAlone = minConfidence
    }
    return Detector(parameters)
  }
}
