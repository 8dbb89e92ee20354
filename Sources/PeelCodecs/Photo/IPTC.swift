internal import PeelImaging

/// The metadata of news photos (IPTC Information Interchange Model 4.2), bounds-checked.
struct IPTC {
  /// A dataset of the second record.
  enum Dataset: UInt8 {
    case keywords = 25
    case dateCreated = 55
    case timeCreated = 60
    case byline = 80
    case copyright = 116
    case caption = 120
  }

  /// The texts of the datasets that are read, in the file's order.
  private var values: [(dataset: Dataset, text: String)] = []

  private static let marker: UInt8 = 0x1C
  /// The most datasets.
  private static let most = 1000

  /// - Parameter bytes: datasets: each a marker, a record, a number and two bytes for the length before its data.
  init(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    for _ in 0..<Self.most {
      guard rest.count >= 5, rest.first == Self.marker else { return }
      let head = Array(rest.prefix(5))
      let length = Int(head[3]) << 8 | Int(head[4])
      // Datasets of 32 kB and more store their length otherwise. None of those that are read is so long.
      guard length < 0x8000, rest.count >= 5 + length else { return }
      let data = rest.dropFirst(5).prefix(length)
      if head[1] == 2, let dataset = Dataset(rawValue: head[2]) { values.append((dataset, Self.text(data))) }
      rest = rest.dropFirst(5 + length)
    }
  }

  /// Reads a JPEG. The datasets are one of Photoshop's resources, of which each is "8BIM", a number, a name, a length and its
  /// data; name and data are padded to even lengths (Adobe Photoshop File Formats).
  init(_ segments: JPEGSegments) {
    let resources = segments.payloads(marker: JPEGSegments.Marker.app13, signature: Array("Photoshop 3.0\0".utf8))
    var rest = Array(resources.joined())[...]
    for _ in 0..<Self.most {
      guard rest.count >= 12, rest.starts(with: "8BIM".utf8) else { break }
      let number = rest.dropFirst(4).prefix(2).reduce(0) { $0 << 8 | Int($1) }
      let name = Int(rest.dropFirst(6).first ?? 0) + 1
      rest = rest.dropFirst(6 + name + name & 1)
      guard rest.count >= 4 else { break }
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      guard rest.count >= 4 + length else { break }
      if number == 0x0404 {
        self.init(Array(rest.dropFirst(4).prefix(length))[...])
        return
      }
      rest = rest.dropFirst(4 + length + length & 1)
    }
    self.init([])
  }

  func texts(_ dataset: Dataset) -> [String] { values.filter { $0.dataset == dataset }.map(\.text) }

  /// The date, such as `19990506`, with the time of `070809+0200`, if there is one.
  var created: PartialDate? {
    guard let day = texts(.dateCreated).first.map(Array.init), day.count == 8 else { return nil }
    let date = [day[0..<4], day[4..<6], day[6..<8]].map { String($0) }.joined(separator: "-")
    let time = texts(.timeCreated).first.map { Array($0.prefix(6)) } ?? []
    let clock =
      time.count == 6 ? "T" + [time[0..<2], time[2..<4], time[4..<6]].map { String($0) }.joined(separator: ":") : ""
    return PartialDate(date + clock) ?? PartialDate(date)
  }

  /// The text, in UTF-8 or else in Latin-1: few programs write which one it is.
  private static func text(_ data: ArraySlice<UInt8>) -> String {
    String(validating: data, as: UTF8.self) ?? String(String.UnicodeScalarView(data.map { UnicodeScalar($0) }))
  }
}
