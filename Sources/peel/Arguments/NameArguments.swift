import ArgumentParser
import PeelMessages
import PeelScanning

/// The option that names scans.
struct NameArguments: ParsableArguments, Sendable {
  @Option(
    help: ArgumentHelp(
      "How to name scans, without the extension: text with {stem}, {n}, {film}, {date}, {time}, {year}, {month}, {day} "
        + "and {folder}; / makes folders, and an unknown date or film is written as unknown. (default: {stem}-{n})",
      valueName: "template"),
    completion: .list(["{stem}-{n}", "{stem}-{n}-{film}", "{year}/{stem}-{n}", "{date}/{stem}-{n}"]),
    transform: NameTemplate.init(argument:))
  var name: NameTemplate?

  func validate() throws { try name?.text.requireUTF8(of: "--name") }
}

extension NameTemplate {
  fileprivate init(argument: String) throws {
    do throws(Fault) { try self.init(argument) } catch {
      throw ValidationError("\(error.sentence) For example: --name '{date}/{stem}-{n}'")
    }
  }

  /// The template as words of a command line.
  var options: [String] { ["--name", text] }
}

extension NameTemplate.Fault {
  /// What to do about it.
  fileprivate var sentence: String {
    switch self {
    case .unknownField(let name):
      "There is no field {\(name)}; there are \(NameTemplate.Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: " "))."
    case .brace: "A { or } has no counterpart."
    case .noStem: "Add {stem}, so that two photos never get the same name."
    case .emptyPart: "A folder or file in it has no name; it must not begin or end with /, or contain //."
    case .hidden: "No folder or file in it may begin with a dot."
    case .tooDeep: "It has too many folders."
    case .unsafe: "It contains characters that can't be seen."
    case .fileExtension: "Leave out the extension; --as chooses the format."
    }
  }
}
