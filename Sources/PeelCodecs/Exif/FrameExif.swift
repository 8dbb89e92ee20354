package import PeelImaging

/// What a clip tells about itself.
package struct ClipOrigin: Sendable, Equatable {
  /// When it began, as EXIF has it, with the offset from UTC: "2024:05:06 07:08:09+02:00"; nil if unknown.
  package var date: String?
  /// Where: degrees north and east, and metres above the sea if known; nil if unknown.
  package var place: (latitude: Double, longitude: Double, altitude: Double?)?
  /// The maker and the model of the camera; nil if unknown.
  package var (make, model): (String?, String?)

  package init() {}

  package static func == (a: ClipOrigin, b: ClipOrigin) -> Bool {
    a.date == b.date && a.make == b.make && a.model == b.model && a.place?.latitude == b.place?.latitude
      && a.place?.longitude == b.place?.longitude && a.place?.altitude == b.place?.altitude
  }
}

extension PhotoFile {
  /// A frame of a clip, in sRGB.
  ///
  /// - Parameters:
  ///   - still: a still that was taken with the clip, whose place, camera and date the frame has; nil takes the clip's.
  ///   - seconds: how much later than the still the frame was taken.
  ///   - origin: what the clip tells.
  ///   - time: when in the clip the frame is, in seconds.
  package init(
    frame: Photo, with still: PhotoFile?, secondsLater seconds: Double, in origin: ClipOrigin = ClipOrigin(),
    at time: Double = 0
  ) {
    self.init(frame)
    exif = still?.exif?.ofScene.moved(by: seconds) ?? Exif(origin)?.moved(by: time)
  }
}

/// Tags of the directory for the place (Exif 2.32, 4.6.6).
private enum PlaceTag {
  static let version: UInt16 = 0, latitudeRef: UInt16 = 1, latitude: UInt16 = 2, longitudeRef: UInt16 = 3
  static let longitude: UInt16 = 4, altitudeRef: UInt16 = 5, altitude: UInt16 = 6, time: UInt16 = 7, day: UInt16 = 29
}

extension Exif {
  /// The block with its dates moved, so that a frame of a clip tells when it was taken.
  ///
  /// - Parameter seconds: how much later it was.
  func moved(by seconds: Double) -> Exif {
    guard seconds.isFinite, let tiff = TIFFStructure(block), var first = tiff.directory(at: tiff.start) else {
      return self
    }
    var edit = TIFFEdit(block)
    let way = max(-Self.mostSeconds, min(Self.mostSeconds, seconds))
    let details = tiff.integer(first[Tag.exifDirectory]).flatMap(tiff.directory)
    var movedDetails = details
    /// A date that is moved, and its fraction, which is among the details.
    func moved(
      _ tag: UInt16, in directory: TIFFStructure.Directory?, fraction: UInt16
    ) -> (date: TIFFStructure.Entry, fraction: TIFFStructure.Entry?)? {
      guard let date = tiff.text(directory?[tag]) else { return nil }
      let part = tiff.text(details?[fraction]).flatMap { Double("0." + $0) } ?? 0
      guard let new = Self.date(date, fraction: part, movedBy: way) else { return nil }
      let hasFraction = new.thousandths > 0 || details?[fraction] != nil
      return (
        edit.text(tag, new.date), hasFraction ? edit.text(fraction, Self.padded(new.thousandths, 3)) : nil
      )
    }
    for (tag, fraction) in [
      (Tag.dateTimeOriginal, Tag.subSecTimeOriginal), (Tag.dateTimeDigitized, Tag.subSecTimeDigitized),
    ] {
      guard let new = moved(tag, in: details, fraction: fraction) else { continue }
      movedDetails?.set(new.date)
      if let fraction = new.fraction { movedDetails?.set(fraction) }
    }
    if let new = moved(Tag.dateTime, in: first, fraction: Tag.subSecTime) {
      first.set(new.date)
      if let fraction = new.fraction { movedDetails?.set(fraction) }
    }
    if let details, let movedDetails {
      first.set(
        edit.long(Tag.exifDirectory, edit.write(movedDetails, over: details.offset, roomFor: details.entries.count)))
    }
    if let place = tiff.integer(first[Tag.gpsDirectory]).flatMap(tiff.directory),
      let moved = Self.place(place, in: tiff, movedBy: way, &edit)
    {
      first.set(edit.long(Tag.gpsDirectory, edit.write(moved, over: place.offset, roomFor: place.entries.count)))
    }
    let room = tiff.directory(at: first.offset)?.entries.count ?? 0
    edit.put(edit.write(first, over: first.offset, roomFor: room), at: 4)
    return Exif(block: edit.bytes) ?? self
  }

  /// A clip isn't longer than a week.
  private static var mostSeconds: Double { 7 * 86_400 }
  /// `2024:05:06 07:08:09`.
  private static var dateLength: Int { 19 }

  /// The directory of the place, with its time moved; nil if it has no time.
  private static func place(
    _ place: TIFFStructure.Directory, in tiff: TIFFStructure, movedBy seconds: Double, _ edit: inout TIFFEdit
  ) -> TIFFStructure.Directory? {
    guard let entry = place[PlaceTag.time], entry.count == 3, let range = tiff.range(of: entry), range.count == 24
    else {
      return nil
    }
    let parts = (0..<3).compactMap { index -> Double? in
      let at = range.lowerBound + 8 * index
      guard let a = tiff.long(at: at), let b = tiff.long(at: at + 4), b > 0 else { return nil }
      return Double(a) / Double(b)
    }
    guard parts.count == 3, parts.allSatisfy({ (0..<86_400).contains($0) }) else { return nil }
    let second = parts[2].rounded(.down)
    let day = tiff.text(place[PlaceTag.day])
    // Without a day, any will do.
    let clock = "\(padded(Int(parts[0]), 2)):\(padded(Int(parts[1]), 2)):\(padded(Int(second), 2))"
    guard let moved = date("\(day ?? "2000:01:01") \(clock)", fraction: parts[2] - second, movedBy: seconds) else {
      return nil
    }
    let numbers = moved.date.suffix(clock.count).split(separator: ":").compactMap { Double($0) }
    guard numbers.count == 3 else { return nil }
    var copy = place
    let time = [numbers[0], numbers[1], numbers[2] + Double(moved.thousandths) / 1000]
    copy.set(edit.fractions(PlaceTag.time, time, of: 1000))
    if day != nil { copy.set(edit.text(PlaceTag.day, String(moved.date.prefix(10)))) }
    return copy
  }

  /// A date, without what follows its seconds, moved by seconds; nil if it isn't one.
  static func date(_ date: String, movedBy seconds: Int) -> String? {
    Self.date(date, fraction: 0, movedBy: Double(seconds))?.date
  }

  /// A date moved by seconds, and the thousandths of a second that follow it; nil if it isn't one.
  private static func date(
    _ date: String, fraction: Double, movedBy seconds: Double
  ) -> (date: String, thousandths: Int)? {
    guard let time = Exif(width: 1, height: 1, ppi: nil, date: String(date.prefix(dateLength))).time else { return nil }
    let thousandths = Int(((time + fraction + seconds) * 1000).rounded())
    let moved = Int((Double(thousandths) / 1000).rounded(.down))
    let (days, second) = (Int((Double(moved) / 86_400).rounded(.down)), (moved % 86_400 + 86_400) % 86_400)
    let day = civil(days: days)
    return (
      "\(padded(day.year, 4)):\(padded(day.month, 2)):\(padded(day.day, 2)) "
        + "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))",
      thousandths - moved * 1000
    )
  }

  private static func padded(_ number: Int, _ count: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }

  /// The day so many days after 1 January 1970 (Hinnant, chrono-Compatible Low-Level Date Algorithms, civil_from_days).
  private static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  /// A block with what a clip tells; nil if it tells nothing.
  fileprivate init?(_ origin: ClipOrigin) {
    guard origin != ClipOrigin() else { return nil }
    var edit = TIFFEdit(Array("II*\0".utf8) + [0, 0, 0, 0])
    var details = TIFFStructure.Directory(offset: 0, entries: [], next: 0)
    var first = details
    if let date = origin.date {
      let (day, offset) = (String(date.prefix(Self.dateLength)), String(date.dropFirst(Self.dateLength)))
      for tag in [Tag.dateTimeOriginal, Tag.dateTimeDigitized] { details.set(edit.text(tag, day)) }
      first.set(edit.text(Tag.dateTime, day))
      if !offset.isEmpty {
        for tag in [Tag.offsetTimeOriginal, Tag.offsetTimeDigitized] { details.set(edit.text(tag, offset)) }
      }
    }
    details.set(edit.undefined(Tag.exifVersion, Array("0232".utf8)))
    if let make = origin.make { first.set(edit.text(Tag.make, make)) }
    if let model = origin.model { first.set(edit.text(Tag.model, model)) }
    if let place = origin.place {
      var gps = TIFFStructure.Directory(offset: 0, entries: [], next: 0)
      /// Degrees, minutes and seconds.
      func parts(_ degrees: Double) -> [Double] {
        let minutes = (abs(degrees) * 60).truncatingRemainder(dividingBy: 60)
        return [
          abs(degrees).rounded(.down), minutes.rounded(.down), (minutes * 60).truncatingRemainder(dividingBy: 60),
        ]
      }
      gps.set(edit.bytes(PlaceTag.version, [2, 3, 0, 0]))
      gps.set(edit.text(PlaceTag.latitudeRef, place.latitude < 0 ? "S" : "N"))
      gps.set(edit.fractions(PlaceTag.latitude, parts(place.latitude), of: 10_000))
      gps.set(edit.text(PlaceTag.longitudeRef, place.longitude < 0 ? "W" : "E"))
      gps.set(edit.fractions(PlaceTag.longitude, parts(place.longitude), of: 10_000))
      if let altitude = place.altitude {
        gps.set(edit.bytes(PlaceTag.altitudeRef, [altitude < 0 ? 1 : 0]))
        gps.set(edit.fractions(PlaceTag.altitude, [abs(altitude)], of: 1000))
      }
      first.set(edit.long(Tag.gpsDirectory, edit.write(gps, over: 0, roomFor: 0)))
    }
    first.set(edit.long(Tag.exifDirectory, edit.write(details, over: 0, roomFor: 0)))
    edit.put(edit.write(first, over: 0, roomFor: 0), at: 4)
    self.init(block: edit.bytes)
  }
}
