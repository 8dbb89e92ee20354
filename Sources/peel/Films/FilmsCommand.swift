import ArgumentParser
import PeelFiles
import PeelImaging
import PeelMessages
import PeelOutput
import PeelScanning

struct FilmsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "films", abstract: "List the film formats and their sizes.",
    discussion: """
      peel films          print a table
      peel films --json   print a JSON object for each film

      Sizes are width × height in millimetres: the whole print, and the picture in it.
      """)

  @Flag(help: "Print one JSON object per film, each on a line.")
  var json = false

  func run() {
    let lines = json ? FilmFormat.all.map(\.json.line) : table
    StandardStream.output.write(lines.map { $0 + "\n" }.joined())
  }

  private var table: [String] {
    let rows =
      [["film", "print", "picture", ""]]
      + FilmFormat.all.map {
        [$0.name, Self.size($0.width, $0.height), Self.size($0.picture.width, $0.picture.height), $0.title]
      }
    let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      return (cells + row.suffix(1)).joined(separator: "  ").trimmingEnd
    }
  }

  private static func size(_ width: Double, _ height: Double) -> String {
    [width, height].map { $0.rounded(to: 2) ?? "" }.joined(separator: " × ")
  }
}

extension FilmFormat {
  fileprivate var json: JSON {
    func size(_ width: Double, _ height: Double) -> JSON {
      .array([.number(width, decimals: 2), .number(height, decimals: 2)])
    }
    return .object([
      "schema": .integer(1), "film": .string(name), "title": .string(title), "print": size(width, height),
      "picture": size(picture.width, picture.height),
    ])
  }
}

extension String {
  fileprivate var trimmingEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}
