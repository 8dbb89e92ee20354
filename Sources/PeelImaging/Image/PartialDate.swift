/// A day, a month or a year, with a time of day if the day is known: what is written on the back of a print.
public struct PartialDate: Sendable, Hashable {
  /// 1800…2199.
  public let year: Int
  /// 1…12; nil if unknown.
  public let month: Int?
  /// 1…31; nil if unknown.
  public let day: Int?
  /// Seconds since midnight; nil if unknown.
  public let second: Int?

  private static let years = 1800...2199

  /// Reads `1984`, `1984-07`, `1984-07-21` or `1984-07-21 15:30`, with seconds if wanted. `-00` stands for an unknown month
  /// or day, and `T` may stand before the time.
  ///
  /// - Returns: nil if the text isn't a date, or if the month hasn't so many days.
  public init?(_ text: String) {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == " " || $0 == "T" }
    let fields = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    let numbers = fields.compactMap { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int($0) : nil }
    guard (1...3).contains(fields.count), numbers.count == fields.count, fields[0].count == 4,
      fields.dropFirst().allSatisfy({ $0.count == 2 }), Self.years.contains(numbers[0])
    else { return nil }
    let known = (numbers + [0, 0]).prefix(3).map { $0 == 0 ? nil : $0 }
    guard known[1] ?? 1 <= 12, known[2] == nil || known[1] != nil,
      known[2] ?? 1 <= Self.days(year: numbers[0], month: known[1] ?? 1)
    else { return nil }
    (year, month, day) = (numbers[0], known[1], known[2])
    guard parts.count > 1 else {
      second = nil
      return
    }
    guard parts.count == 2, day != nil, let second = Self.second(parts[1]) else { return nil }
    self.second = second
  }

  /// Reads a date as metadata have it: EXIF's `2024:07:01 12:30:00` or XMP's `2024-07-01T12:30:00.5+02:00`, also with slashes
  /// or without zeros. Fractions and zones are left out.
  package init?(inMetadata text: String) {
    /// The first numbers before another character than those between them, with two digits each.
    func numbers(_ text: Substring, between separators: String) -> [String] {
      let numbers = text.prefix { $0.isASCII && $0.isNumber || separators.contains($0) }
        .split { separators.contains($0) }.prefix(3)
      return numbers.map { $0.count == 1 ? "0\($0)" : String($0) }
    }
    let parts = text.prefix(Self.longest).split(maxSplits: 1) { $0 == " " || $0 == "T" }
    guard let day = parts.first.map({ numbers($0, between: ":-/.").joined(separator: "-") }) else { return nil }
    let time = parts.count > 1 ? numbers(parts[1], between: ":").joined(separator: ":") : ""
    guard let date = PartialDate("\(day) \(time)") ?? PartialDate(day) else { return nil }
    self = date
  }

  /// The most characters of a date in metadata that are read.
  private static let longest = 40

  /// Seconds since midnight of a time such as `15:30` or `15:30:05`.
  private static func second(_ text: Substring) -> Int? {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = fields.compactMap { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int($0) : nil }
    guard (2...3).contains(fields.count), numbers.count == fields.count, fields.allSatisfy({ $0.count == 2 }),
      numbers[0] < 24, numbers[1] < 60, numbers.count < 3 || numbers[2] < 60
    else { return nil }
    return (numbers[0] * 60 + numbers[1]) * 60 + (numbers.count == 3 ? numbers[2] : 0)
  }

  /// The number of days of a month in the Gregorian calendar.
  private static func days(year: Int, month: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    case _: 31
    }
  }

  /// The date as ISO 8601 has it, without what is unknown: `1984-07` or `1984-07-21T15:30:05`. Reading it gives the same date.
  public var text: String {
    let days = [month, day].compactMap { $0 }.map { "-" + Self.padded($0) }.joined()
    return "\(year)\(days)" + (second.map { "T" + time(of: $0) } ?? "")
  }

  /// The date as EXIF has it: `1984:07:01 00:00:00`. What is unknown is the earliest possible, so that sorting works.
  public var exif: String {
    "\(year):\(Self.padded(month ?? 1)):\(Self.padded(day ?? 1)) \(time(of: second ?? 0))"
  }

  private func time(of second: Int) -> String {
    [second / 3600, second / 60 % 60, second % 60].map(Self.padded).joined(separator: ":")
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
