/// A JSON value whose objects keep the order of their keys.
indirect enum JSON: Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  /// Rounded to so many decimals, without zeros at the end. What is not finite becomes null.
  case number(Double, decimals: Int)
  /// With as few digits as bring back the very same number. What is not finite becomes null.
  case exact(Double)
  case string(String)
  case array([JSON])
  case object([(key: String, value: JSON)])

  /// On one line, without spaces.
  var line: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): "\(value)"
    case .number(let value, let decimals): value.rounded(to: decimals) ?? "null"
    case .exact(let value): value.isFinite ? "\(value)" : "null"
    case .string(let text): text.quoted
    case .array(let values): "[" + values.map(\.line).joined(separator: ",") + "]"
    case .object(let members): "{" + members.map { $0.key.quoted + ":" + $0.value.line }.joined(separator: ",") + "}"
    }
  }

  /// An object's members; a literal keeps their order.
  static func object(_ members: KeyValuePairs<String, JSON>) -> JSON { .object(members.map { ($0.key, $0.value) }) }

  static func string(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
  static func number(_ value: Double?, decimals: Int) -> JSON { value.map { .number($0, decimals: decimals) } ?? .null }
}

extension Double {
  /// In decimal, at most `decimals` places, without zeros at the end; nil for what is not finite or beyond 10¹⁵.
  func rounded(to decimals: Int) -> String? {
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
  /// Between quotes, escaped after RFC 8259, section 7.
  fileprivate var quoted: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
