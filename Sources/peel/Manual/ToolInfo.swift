import FoundationEssentials

/// What the parser knows about the commands, as its JSON dump tells it.
struct ToolInfo: Decodable {
  let command: Command

  struct Command: Decodable {
    let commandName: String
    let abstract: String?
    let discussion: String?
    let shouldDisplay: Bool?
    let subcommands: [Command]?
    let arguments: [Argument]?
  }

  struct Argument: Decodable {
    enum Kind: String, Decodable { case positional, option, flag }

    struct Name: Decodable {
      let kind: String
      let name: String

      var typed: String { (kind == "long" ? "--" : "-") + name }
    }

    let kind: Kind
    let shouldDisplay: Bool
    /// The title of the group that the argument is in.
    let sectionTitle: String?
    let names: [Name]?
    let valueName: String?
    let defaultValue: String?
    /// The values to choose from.
    let allValues: [String]?
    let abstract: String?
    let discussion: String?
  }

  /// - Parameter json: the parser's dump.
  init(json: String) throws { self = try JSONDecoder().decode(ToolInfo.self, from: Data(json.utf8)) }
}
