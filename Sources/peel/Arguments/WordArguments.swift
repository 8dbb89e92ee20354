import ArgumentParser
import PeelFiles
import PeelImaging
import PeelMessages

/// The options that say what prints show.
struct WordArguments: ParsableArguments, Sendable {
  @Option(
    help: ArgumentHelp("What the prints show, in one line: the description in the scans' metadata.", valueName: "text"))
  var caption: String?

  @Option(
    help: ArgumentHelp(
      "Keywords for the scans' metadata, separated by commas. The film's name is added.", valueName: "words"))
  var keywords: String?

  func validate() throws {
    try caption?.requireUTF8(of: "--caption")
    try keywords?.requireUTF8(of: "--keywords")
    _ = try mapping(
      { (error: LineFault) in ValidationError("--caption \(error.words).") },
      caption.map { text throws(LineFault) in try Caption(text) })
    _ = try mapping({ (error: LineFault) in ValidationError("Each of the --keywords \(error.words).") }, listed())
    if let wantedKeywords, wantedKeywords.count > Keyword.most {
      throw ValidationError("--keywords must be at most \(Keyword.most).")
    }
  }

  /// The caption; nil for none.
  var wantedCaption: Caption? { caption.flatMap { try? Caption($0) } }

  /// The keywords, each once; nil without the option.
  var wantedKeywords: [Keyword]? { keywords == nil ? nil : try? listed() }

  private func listed() throws(LineFault) -> [Keyword] {
    let texts = keywords.map { $0.split(separator: ",", omittingEmptySubsequences: false) } ?? []
    var listed: [Keyword] = []
    for text in texts {
      let keyword = try Keyword(String(text))
      if !listed.contains(keyword) { listed.append(keyword) }
      if listed.count > Keyword.most { break }
    }
    return listed
  }
}

extension LineFault {
  /// What must be different, to follow an option's name.
  var words: String {
    switch self {
    case .empty: "must not be empty"
    case .tooLong(let bytes, let most): "must have at most \(most) bytes; it has \(bytes)"
    case .controlCharacters: "must be one line without control characters"
    }
  }
}
