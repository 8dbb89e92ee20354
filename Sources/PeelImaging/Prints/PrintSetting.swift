/// How one of a print's settings is compared, said and stored. The table is `PrintSettings.Key.setting`.
package struct PrintSetting: Sendable {
  /// The stored value; nil if nothing is chosen.
  package let value: @Sendable (PrintSettings) -> StoredValue?
  /// What a person reads: `clip 1.5 %`.
  package let words: @Sendable (PrintSettings) -> String
  /// Copies the value from one print's settings to another's.
  package let copy: @Sendable (PrintSettings, inout PrintSettings) -> Void
  /// Reads the value, which may be null.
  package let read: @Sendable (KeyedDecodingContainer<PrintSettings.Key>, inout PrintSettings) throws -> Void

  /// A value as JSON has it.
  package enum StoredValue: Equatable, Sendable {
    case text(String)
    case integer(Int)
    case number(Double)
    case flag(Bool)
    case list([String])
  }

  /// What is wrong with a stored value.
  package struct Fault: Error, Equatable {
    package let words: String
  }

  /// - Parameters:
  ///   - path: where the value is; nil there chooses nothing.
  ///   - fault: what is wrong with a value that `load` refuses.
  ///   - store: the value as JSON has it.
  fileprivate init<Value: Sendable, Stored: Decodable & SendableMetatype>(
    _ key: PrintSettings.Key, _ path: any WritableKeyPath<PrintSettings, Value?> & Sendable,
    words: @escaping @Sendable (Value?) -> String, store: @escaping @Sendable (Value) -> StoredValue,
    load: @escaping @Sendable (Stored) -> Value?, fault: @escaping @Sendable (Stored) -> String
  ) {
    value = { $0[keyPath: path].map(store) }
    self.words = { words($0[keyPath: path]) }
    copy = { $1[keyPath: path] = $0[keyPath: path] }
    read = { container, settings in
      guard let stored = try container.decodeIfPresent(Stored.self, forKey: key) else { return }
      guard let value = load(stored) else { throw Fault(words: fault(stored)) }
      settings[keyPath: path] = value
    }
  }

  /// A setting whose values have names.
  fileprivate init<Value: RawRepresentable<String> & Sendable>(
    _ key: PrintSettings.Key, _ path: any WritableKeyPath<PrintSettings, Value?> & Sendable,
    words: @escaping @Sendable (Value?) -> String, fault: String
  ) {
    self.init(
      key, path, words: words, store: { .text($0.rawValue) }, load: { Value(rawValue: $0) }, fault: { _ in fault })
  }
}

extension PrintSettings.Key {
  /// The setting. A new one is a member of `PrintSettings` and a row here.
  package var setting: PrintSetting {
    switch self {
    case .film:
      PrintSetting(
        self, \.film, words: { "film \($0?.name ?? "any")" }, store: { .text($0.name) },
        load: { FilmFormat.named($0) }, fault: { "there is no film \($0)" })
    case .turn:
      PrintSetting(
        self, \.anyTurn, words: { "turn \(90 * ($0 ?? 0))°" }, store: { .integer($0) },
        load: { (0...3).contains($0) ? $0 : nil }, fault: { (_: Int) in "turn isn't 0, 1, 2 or 3" })
    case .crop:
      PrintSetting(
        self, \.crop, words: { ($0 ?? .print).words },
        fault: "crop is neither print nor picture")
    case .whiteBalance:
      PrintSetting(
        self, \.whiteBalance, words: { "white balance \($0?.rawValue ?? "")" }, fault: "there is no such whiteBalance")
    case .clip:
      PrintSetting(
        self, \.clip, words: { "clip \(($0 ?? 0).tenths) %" }, store: { .number($0) },
        load: { (0..<50).contains($0) ? $0 : nil },
        fault: { (_: Double) in "clip isn't at least 0 and less than 50" })
    case .taken:
      PrintSetting(
        self, \.taken, words: { "date \($0?.text ?? "")" }, store: { .text($0.text) }, load: { PartialDate($0) },
        fault: { (_: String) in "taken isn't a date" })
    case .caption:
      PrintSetting(
        self, \.caption, words: { "caption “\($0?.text ?? "")”" }, store: { .text($0.text) },
        load: { try? Caption($0) },
        fault: { (_: String) in "caption isn't a line of at most \(Caption.mostBytes) bytes" })
    case .keywords:
      PrintSetting(
        self, \.keywords, words: { "keywords \(($0 ?? []).map(\.text).joined(separator: ", "))" },
        store: { .list($0.map(\.text)) }, load: { [Keyword](texts: $0) },
        fault: { (_: [String]) in
          "keywords aren't at most \(Keyword.most) lines of at most \(Keyword.mostBytes) bytes each"
        })
    case .restore:
      PrintSetting(
        self, \.restoresFading, words: { $0 == true ? "fading undone" : "fading left" }, store: { .flag($0) },
        load: { $0 }, fault: { (_: Bool) in "" })
    }
  }
}

extension PrintSettings {
  /// `turn` as a setting that chooses something even if it is none.
  fileprivate var anyTurn: Int? {
    get { turn }
    set { turn = newValue ?? 0 }
  }
}

extension Crop {
  /// What a scan shows.
  package var words: String {
    switch self {
    case .print: "the whole print"
    case .picture: "the picture"
    }
  }
}

extension [Keyword] {
  /// nil if one of the texts isn't a keyword, or if there are too many. Repeated ones are left out.
  package init?(texts: [String]) {
    self = []
    for text in texts {
      guard let keyword = try? Keyword(text) else { return nil }
      if !contains(keyword) { append(keyword) }
    }
    if count > Keyword.most { return nil }
  }
}

extension Double {
  /// The value with one decimal.
  package var tenths: String {
    guard isFinite, abs(self) < 1e9 else { return "?" }
    let tenths = Int((abs(self) * 10).rounded())
    return (self < 0 && tenths > 0 ? "-" : "") + "\(tenths / 10).\(tenths % 10)"
  }
}
