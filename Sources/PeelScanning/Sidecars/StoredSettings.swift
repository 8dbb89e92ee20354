internal import FoundationEssentials
package import PeelImaging

extension PrintSettings {
  /// The members of a print in a sidecar. The first five are always there; null chooses nothing.
  var members: [(key: String, value: JSON)] {
    let always: Set<Key> = [.film, .turn, .crop, .whiteBalance, .clip]
    return Key.allCases.compactMap { key in
      let value = key.setting.value(self)
      return value != nil || always.contains(key) ? (key.rawValue, JSON(value)) : nil
    }
  }

  /// - Throws: `PrintSetting.Fault` for a value that can't be, `DecodingError` for one of another type.
  init(from record: KeyedDecodingContainer<Key>) throws {
    self.init()
    for key in Key.allCases { try key.setting.read(record, &self) }
  }
}

/// Settings as JSON, with the keys of a print in a sidecar. Those that weren't chosen are left out.
extension ChosenSettings {
  private struct Record: Decodable {
    let settings: Values

    struct Values: Decodable {
      let chosen: ChosenSettings

      init(from decoder: any Decoder) throws {
        let record = try decoder.container(keyedBy: PrintSettings.Key.self)
        let isAnyFilm = (try? record.decode(String.self, forKey: .film)) == anyFilm
        var settings = PrintSettings()
        for key in PrintSettings.Key.allCases where key != .film || !isAnyFilm {
          try key.setting.read(record, &settings)
        }
        chosen = ChosenSettings(settings, keys: Set(PrintSettings.Key.allCases.filter(record.contains)))
      }
    }
  }

  /// Stands for any film.
  private static let anyFilm = "any"

  package var bytes: [UInt8] {
    let members = PrintSettings.Key.allCases.filter(keys.contains).map { key in
      (
        key.rawValue,
        key == .film && settings.film == nil ? JSON.string(Self.anyFilm) : JSON(key.setting.value(settings))
      )
    }
    return Array(JSON.object(["settings": .object(members)]).line.utf8)
  }

  /// Nil if the bytes aren't settings.
  package init?(decoding bytes: [UInt8]) {
    guard let record = try? JSONDecoder().decode(Record.self, from: Data(bytes)) else { return nil }
    self = record.settings.chosen
  }
}

extension JSON {
  /// A setting's value, or null.
  fileprivate init(_ value: PrintSetting.StoredValue?) {
    self =
      switch value {
      case .text(let text): .string(text)
      case .integer(let value): .integer(value)
      case .number(let value): .exact(value)
      case .flag(let value): .bool(value)
      case .list(let texts): .array(texts.map { .string($0) })
      case nil: .null
      }
  }
}
