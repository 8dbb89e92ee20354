import ArgumentParser
import PeelImaging
import PeelMessages

/// The options that say what counts as a print.
struct SearchArguments: ParsableArguments, Sendable {
  @Option(
    help: ArgumentHelp("Maximum prints per photo, most confident first; 0 for no limit.", valueName: "number"),
    completion: .list(["0", "1", "2", "4"]))
  var maxPrints = 0

  @Option(
    help: ArgumentHelp(
      "The least size of a print's shortest side, as a share of the photo's shorter side, 0.02 to 1.",
      valueName: "share"), completion: .list(["0.02", "0.05", "0.1", "0.2"]))
  var minSize = Detector.Parameters().smallestPrint

  @Option(
    help: ArgumentHelp(
      "Leave out prints with less confidence than this, 0 to 1. (default: keep likely prints)",
      valueName: "confidence"), completion: .list(["0.5", "0.8", "0.9"]))
  var minConfidence: Double?

  @Flag(help: "Also take doubtful prints, in photos where no print is likely.")
  var doubtful = false

  @Flag(
    inversion: .prefixedNo,
    help: "Take photos for pages from a flatbed scanner. (default: those that look so, and tell a density)")
  var flatbed: Bool?

  /// What `--only` keeps.
  enum Kind: String, NamedValue { case films }

  @Option(help: "Leave out prints of no known film. (default: keep them)")
  var only: Kind?

  func validate() throws {
    if maxPrints < 0 { throw ValidationError("--max-prints must be 0 or more.") }
    if !(0.02...1).contains(minSize) { throw ValidationError("--min-size must be between 0.02 and 1.") }
    if doubtful, minConfidence != nil { throw ValidationError("--doubtful doesn't go with --min-confidence.") }
    if let minConfidence, !(0...1).contains(minConfidence) {
      throw ValidationError("--min-confidence must be between 0 and 1.")
    }
  }

  /// The words that give these options to another command.
  var options: [String] {
    var words = maxPrints == 0 ? [] : ["--max-prints", "\(maxPrints)"]
    if minSize != Detector.Parameters().smallestPrint { words += ["--min-size", "\(minSize)"] }
    if let minConfidence { words += ["--min-confidence", "\(minConfidence)"] }
    if doubtful { words.append("--doubtful") }
    if let only { words += ["--only", only.rawValue] }
    if let flatbed { words.append(flatbed ? "--flatbed" : "--no-flatbed") }
    return words
  }

  /// A detector that looks for prints of these films.
  func detector(_ films: [FilmFormat], _ curl: CurlArguments.Choice) -> Detector {
    var parameters = Detector.Parameters()
    parameters.films = films
    parameters.findsCurl = curl == .auto
    parameters.mostPrints = maxPrints
    parameters.smallestPrint = minSize
    parameters.isFilmRequired = only == .films
    if doubtful { parameters.leastPresence = 0 }
    if let flatbed { parameters.flatbed = flatbed ? .always : .never }
    if let minConfidence {
      parameters.leastConfidence = min(minConfidence, parameters.leastConfidence)
      parameters.leastConfidenceOfBest = min(minConfidence, parameters.leastConfidenceOfBest)
      (parameters.leastReported, parameters.leastPresence) = (minConfidence, 0)
    }
    return Detector(parameters)
  }
}

/// The option that limits the search to one film.
struct FilmArguments: ParsableArguments, Sendable {
  @Option(
    help: ArgumentHelp(
      "Only look for prints of this film, a name from `peel films`. (default: any)", valueName: "film"),
    completion: .list(FilmFormat.allValueStrings))
  var film: FilmFormat?

  /// The films to look for.
  var films: [FilmFormat] { film.map { [$0] } ?? FilmFormat.all }
}

/// The option that says whether prints may curl.
struct CurlArguments: ParsableArguments, Sendable {
  enum Choice: String, NamedValue { case auto, off }

  @Option(help: "Prints that curl: auto follows their curve; off takes all prints for flat.")
  var curl = Choice.auto
}
