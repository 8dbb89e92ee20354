import Foundation

/// A JSON value, in which `true` isn't 1.
indirect enum JSONValue: Decodable, Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .string(text)
    } else if let values = try? value.decode([JSONValue].self) {
      self = .array(values)
    } else {
      self = .object(try value.decode([String: JSONValue].self))
    }
  }

  init(_ text: some StringProtocol) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: Data(String(text).utf8))
  }

  subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[key]
  }

  var number: Double? {
    guard case .number(let number) = self else { return nil }
    return number
  }

  var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  var values: [JSONValue] {
    guard case .array(let values) = self else { return [] }
    return values
  }

  var members: [String: JSONValue] {
    guard case .object(let members) = self else { return [:] }
    return members
  }

  /// Whether the value is of a type of JSON Schema.
  func isA(_ type: String) -> Bool {
    switch self {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .number(let number): type == "number" || type == "integer" && number == number.rounded()
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    }
  }
}

/// The part of JSON Schema (2020-12) that the schemas of the JSON lines use. Other keywords are mistakes, and so are objects
/// that allow keys they don't list.
struct Schema {
  let root: JSONValue

  private static let keywords: Set = [
    "$schema", "$defs", "$ref", "title", "description", "type", "const", "enum", "properties", "required",
    "additionalProperties", "items", "minItems", "maxItems", "minimum", "maximum",
  ]

  /// What is wrong with a value; empty if nothing is.
  func mistakes(in value: JSONValue) -> [String] { mistakes(in: value, root, at: "") }

  private func mistakes(in value: JSONValue, _ schema: JSONValue, at place: String) -> [String] {
    var found = schema.members.keys.filter { !Self.keywords.contains($0) }.map { "\(place): unknown keyword \($0)" }
    if let name = schema["$ref"]?.text {
      guard let part = root["$defs"]?[name.replacing("#/$defs/", with: "")] else { return ["\(place): no \(name)"] }
      found += mistakes(in: value, part, at: place)
    }
    if let type = schema["type"] {
      let types = type.text.map { [$0] } ?? type.values.compactMap(\.text)
      if !types.contains(where: value.isA) { found.append("\(place): \(value) is no \(types)") }
    }
    if let only = schema["const"], value != only { found.append("\(place): \(value) isn't \(only)") }
    if let all = schema["enum"], !all.values.contains(value) { found.append("\(place): \(value) isn't one of \(all)") }
    switch value {
    case .number(let number):
      if let least = schema["minimum"]?.number, number < least { found.append("\(place): \(number) < \(least)") }
      if let most = schema["maximum"]?.number, number > most { found.append("\(place): \(number) > \(most)") }
    case .array(let values):
      let count = Double(values.count)
      if count < schema["minItems"]?.number ?? 0 || count > schema["maxItems"]?.number ?? .infinity {
        found.append("\(place): \(values.count) values")
      }
      for (index, value) in values.enumerated() {
        found += mistakes(in: value, schema["items"] ?? .null, at: "\(place)[\(index)]")
      }
    case .object(let members): found += mistakes(in: members, schema, at: place)
    case .null, .bool, .string: break
    }
    return found
  }

  private func mistakes(in members: [String: JSONValue], _ schema: JSONValue, at place: String) -> [String] {
    guard schema["$ref"] == nil else { return [] }
    var found = schema["additionalProperties"] == .bool(false) ? [] : ["\(place): other keys are allowed"]
    for key in (schema["required"]?.values ?? []).compactMap(\.text) where members[key] == nil {
      found.append("\(place): no \(key)")
    }
    for (key, value) in members {
      if let part = schema["properties"]?[key] {
        found += mistakes(in: value, part, at: "\(place).\(key)")
      } else {
        found.append("\(place): \(key) isn't listed")
      }
    }
    return found
  }
}
