internal import PeelCodecs

extension ClipOrigin {
  /// The longest text that is taken from a tag, in bytes.
  private static let longestText = 200

  /// Reads the tags of a clip, as ffprobe names them.
  init(_ tags: [String: String]) {
    self.init()
    func text(_ names: String...) -> String? {
      names.lazy.compactMap { tags[$0] }.first.flatMap { value in
        let plain = value.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
        let text = String(String.UnicodeScalarView(plain))
        return text.isEmpty || text.utf8.count > Self.longestText ? nil : text
      }
    }
    date = text("com.apple.quicktime.creationdate", "creation_time").flatMap(Self.date)
    place = text("com.apple.quicktime.location.ISO6709", "location").flatMap(Self.place)
    make = text("com.apple.quicktime.make", "make", "com.android.manufacturer")
    model = text("com.apple.quicktime.model", "model", "com.android.model")
  }

  /// Reads `2024-05-06T07:08:09+0200`, or with a fraction and `Z`; nil for anything else and for the beginning of 1904 or
  /// 1970, which stand for no date.
  private static func date(_ text: String) -> String? {
    let (day, clock) = (text.prefix(10), text.dropFirst(11).prefix(8))
    guard day.utf8.count == 10, clock.utf8.count == 8, !day.hasPrefix("1904-01-01"), !day.hasPrefix("1970-01-01") else {
      return nil
    }
    let numbers = day.split(separator: "-").compactMap { Int($0) } + clock.split(separator: ":").compactMap { Int($0) }
    guard numbers.count == 6, (1...12).contains(numbers[1]), (1...31).contains(numbers[2]),
      (0...23).contains(numbers[3]), (0...59).contains(numbers[4]), (0...60).contains(numbers[5])
    else { return nil }
    let rest = text.dropFirst(19).drop { $0 == "." || ("0"..."9").contains($0) }.filter { $0 != ":" }
    let offset: String
    if rest == "Z" {
      offset = "+00:00"
    } else if rest.count == 5, let sign = rest.first, "+-".contains(sign), Int(rest.dropFirst()) != nil {
      offset = "\(rest.prefix(3)):\(rest.suffix(2))"
    } else {
      offset = ""
    }
    return "\(day.split(separator: "-").joined(separator: ":")) \(clock)\(offset)"
  }

  /// Reads a place by ISO 6709 in degrees: `+49.1989+016.6071+222.469/`; nil for anything else.
  private static func place(_ text: String) -> (latitude: Double, longitude: Double, altitude: Double?)? {
    var numbers: [Double] = []
    var rest = text.prefix { $0 != "/" && $0 != "C" }[...]
    while let sign = rest.first, "+-".contains(sign) {
      let digits = rest.dropFirst().prefix { !"+-".contains($0) }
      guard let number = Double(digits), number.isFinite else { return nil }
      numbers.append(sign == "-" ? -number : number)
      rest = rest.dropFirst(1 + digits.count)
    }
    guard rest.isEmpty, (2...3).contains(numbers.count), abs(numbers[0]) <= 90, abs(numbers[1]) <= 180 else {
      return nil
    }
    return (numbers[0], numbers[1], numbers.count == 3 ? numbers[2] : nil)
  }
}
