extension Exif {
  /// When the photo was taken, in seconds since 1 January 1970: in UTC if the camera wrote its offset from UTC, else in the
  /// camera's local time. nil if `date` is missing or invalid.
  package var time: Double? {
    guard let date else { return nil }
    let text = date.utf8.prefix(19).split(whereSeparator: { $0 == 0x3A || $0 == 0x20 })
    let numbers = text.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    guard text.count == 6, numbers.count == 6, (0...9999).contains(numbers[0]), (1...12).contains(numbers[1]),
      (1...31).contains(numbers[2]), numbers[3...].allSatisfy({ (0...60).contains($0) })
    else { return nil }
    let days = Self.days(year: numbers[0], month: numbers[1], day: numbers[2])
    let seconds = ((days * 24 + numbers[3]) * 60 + numbers[4]) * 60 + numbers[5]
    // ".042", "+02:00", or both.
    let rest = date.dropFirst(19)
    let sign = rest.firstIndex { "+-".contains($0) } ?? rest.endIndex
    let fraction = rest[..<sign].first == "." ? Double("0" + rest[..<sign]) ?? 0 : 0
    let offset = rest[sign...].dropFirst().split(separator: ":").compactMap { Int($0) }
    guard offset.count == 2, offset.allSatisfy({ (0...60).contains($0) }) else { return Double(seconds) + fraction }
    let ahead = (offset[0] * 60 + offset[1]) * (rest[sign] == "-" ? -60 : 60)
    return Double(seconds - ahead) + fraction
  }

  /// Days since 1 January 1970 (Hinnant, chrono-Compatible Low-Level Date Algorithms, days_from_civil). Years begin in
  /// March, so that a leap day is the last day of its year.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year + 399 : year + 400
    let (era, yearOfEra) = (shifted / 400 - 1, shifted % 400)
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
