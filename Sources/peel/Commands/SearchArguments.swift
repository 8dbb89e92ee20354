import ArgumentParser
import PeelImaging

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

  /// - Parameter films: those that the prints can be of.
  func detector(_ films: [FilmFormat]) -> Detector {
    var parameters = Detector.Parameters()
    parameters.films = films
    parameters.mostPrints = maxPrints
    parameters.smallestPrint = minSize
    if let minConfidence {
      parameters.leastConfidence = minConfidence
      parameters.leastConfidenceAlone = minConfidence
    }
    return Detector(parameters)
  }
}

/// The film of the prints that are looked for.
struct FilmArguments: ParsableArguments, Sendable {
  @Option(
    help: ArgumentHelp(
      "Look for prints of this film only, a name of `peel films`. (default: any)", valueName: "film"))
  var film: FilmFormat?

  var films: [FilmFormat] { film.map { [$0] } ?? FilmFormat.all }
}

extension FilmFormat: ExpressibleByArgument {
  public init?(argument: String) {
    guard let film = FilmFormat.named(argument) else { return nil }
    self = film
  }

  public static var allValueStrings: [String] { all.map(\.name) }
}

extension FilmChoice {
  /// Those that are looked for.
  var films: [FilmFormat] {
    switch self {
    case .auto, .free: FilmFormat.all
    case .film(let film): [film]
    }
  }
}
