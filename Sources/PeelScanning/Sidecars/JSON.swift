internal import FoundationEssentials
package import PeelFiles

/// A JSON value. Objects keep the order of their keys, which no encoder of Foundation does.
package indirect enum JSON: Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  /// A number rounded to this many decimals, without trailing zeros. NaN and infinity become null.
  case number(Double, decimals: Int)
  /// A number with as few digits as give back the same number. NaN and infinity become null.
  case exact(Double)
  case string(String)
  /// A path as text. In an object, if it isn't UTF-8, its bytes follow in Base64, with the key `…Bytes`.
  case path(Path)
  case array([JSON])
  case object([(key: String, value: JSON)])

  /// The value on one line, without spaces.
  package var line: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): "\(value)"
    case .number(let value, let decimals): value.rounded(to: decimals) ?? "null"
    case .exact(let value): value.isFinite ? "\(value)" : "null"
    case .string(let text): text.quoted
    case .path(let path): path.text.quoted
    case .array(let values): "[" + values.map(\.line).joined(separator: ",") + "]"
    case .object(let members):
      "{"
        + members.flatMap { Self.exact($0.key, $0.value) }.map { $0.key.quoted + ":" + $0.value.line }.joined(
          separator: ",")
        + "}"
    }
  }

  /// A member, and the bytes of a path that isn't UTF-8.
  private static func exact(_ key: String, _ value: JSON) -> [(key: String, value: JSON)] {
    guard case .path(let path) = value, String(validating: path.bytes, as: UTF8.self) == nil else {
      return [(key, value)]
    }
    return [(key, value), (key + "Bytes", .string(Data(path.bytes).base64EncodedString()))]
  }

  /// An object with its members in the given order.
  package static func object(_ members: KeyValuePairs<String, JSON>) -> JSON {
    .object(members.map { ($0.key, $0.value) })
  }

  /// The text, or null.
  package static func string(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
  /// The rounded number, or null.
  package static func number(_ value: Double?, decimals: Int) -> JSON {
    value.map { .number($0, decimals: decimals) } ?? .null
  }
}

extension Double {
  /// The number in decimal with at most `decimals` places and without trailing zeros; nil for NaN, infinity and numbers
  /// whose digits exceed 10¹⁵.
  package func rounded(to decimals: Int) -> String? {
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (self * Double(scale)).rounded()
    guard scaled.isFinite, abs(scaled) < 1e15 else { return nil }
    let whole = Int(scaled)
    let fraction = String(whole.magnitude % UInt(scale))
    let padded = String(repeating: "0", count: decimals - min(decimals, fraction.count)) + fraction
    let kept = padded.reversed().drop { $0 == "0" }.reversed()
    let digits = "\(whole.magnitude / UInt(scale))" + (kept.isEmpty ? "" : "." + String(kept))
    return whole < 0 ? "-" + digits : digits
  }
}

extension String {
  /// The text in quotes, escaped as RFC 8259, section 7, says. Characters that aren't safe on a terminal are escaped too.
  fileprivate var quoted: String {
    let escaped = unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      case _ where scalar.isUnsafe:
        String(scalar).utf16.map { unit in
          let digits = String(unit, radix: 16)
          return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
      default: String(scalar)
      }
    }
    return "\"" + escaped.joined() + "\""
  }
}
