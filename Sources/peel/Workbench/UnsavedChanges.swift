import FoundationEssentials
import PeelFiles
import PeelImaging
import PeelScanning
import PeelWorkbench

/// Changes that weren't accepted when a signal ended a session, in a folder of the person's own.
struct UnsavedChanges: Sendable {
  /// The changes of a photo.
  enum Change: Equatable {
    /// Kept as a sidecar.
    case prints(Sidecar)
    /// Settings pasted before the photo's prints were found.
    case settings(ChosenSettings)
  }

  /// Of photos in any folder; only its refuge is used.
  private let store: SidecarStore

  /// - Parameter folder: nil for none.
  init(in folder: Path?) { store = SidecarStore(refuge: folder) }

  static let none = UnsavedChanges(in: nil)

  /// Those in `$XDG_STATE_HOME/peel/unsaved`.
  static var ofPerson: UnsavedChanges { UnsavedChanges(in: PersonalFolder.state?.appending("unsaved")) }

  /// A photo's changes; nil if there are none that can be read.
  func change(of photo: Path) -> Change? {
    guard let path = store.inRefuge(photo),
      let bytes = try? Descriptor(reading: path).bytes(limit: Sidecar.byteLimit)
    else { return nil }
    if let sidecar = try? Sidecar(decoding: bytes) { return .prints(sidecar) }
    return ChosenSettings(decoding: bytes).map { .settings($0) }
  }

  /// Replaces a photo's changes, or removes them if nil. A failure is ignored.
  func keep(_ change: Change?, of photo: Path) {
    guard let path = store.inRefuge(photo) else { return }
    let bytes: [UInt8]
    switch change {
    case .prints(let sidecar): bytes = sidecar.bytes
    case .settings(let settings): bytes = settings.bytes
    case nil:
      try? remove(path)
      return
    }
    try? prepareFolder(path.folder)
    try? writeWhole(bytes, to: path, force: true)
  }
}

/// Settings as JSON, with the keys of a sidecar's print. Those that weren't chosen are left out.
extension ChosenSettings {
  private struct Record: Codable {
    var settings: Values

    struct Values: Codable {
      var film: String?
      var turn: Int?
      var crop: String?
      var whiteBalance: String?
      var clip: Double?
      var taken: String?
    }
  }

  /// Stands for any film.
  private static let anyFilm = "any"

  fileprivate var bytes: [UInt8] {
    let values = Record.Values(
      film: hasFilm ? settings.film?.name ?? Self.anyFilm : nil, turn: hasTurn ? settings.turn : nil,
      crop: settings.crop?.rawValue, whiteBalance: settings.whiteBalance?.rawValue, clip: settings.clip,
      taken: settings.taken?.text)
    return (try? JSONEncoder().encode(Record(settings: values))).map { Array($0) } ?? []
  }

  /// Nil if the bytes aren't settings.
  fileprivate init?(decoding bytes: [UInt8]) {
    guard let values = (try? JSONDecoder().decode(Record.self, from: Data(bytes)))?.settings else { return nil }
    let film = values.film.flatMap { FilmFormat.named($0) }
    guard (0...3).contains(values.turn ?? 0), (0..<50).contains(values.clip ?? 0),
      film != nil || [nil, Self.anyFilm].contains(values.film)
    else { return nil }
    self.init(
      Settings(
        film: film, turn: values.turn ?? 0, crop: values.crop.flatMap { Crop(rawValue: $0) },
        whiteBalance: values.whiteBalance.flatMap { WhiteBalance(rawValue: $0) }, clip: values.clip,
        taken: values.taken.flatMap { PartialDate($0) }),
      hasFilm: values.film != nil, hasTurn: values.turn != nil)
  }
}
