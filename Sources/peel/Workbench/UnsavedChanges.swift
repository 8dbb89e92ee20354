import PeelFiles
import PeelScanning

/// Adjustments that weren't accepted when a signal ended a session, in a folder of the person's own, as sidecars.
struct UnsavedChanges: Sendable {
  /// Of photos in any folder; only its refuge is used.
  private let store: SidecarStore

  /// - Parameter folder: nil for none.
  init(in folder: Path?) { store = SidecarStore(refuge: folder) }

  static let none = UnsavedChanges(in: nil)

  /// Those in `$XDG_STATE_HOME/peel/unsaved`.
  static var ofPerson: UnsavedChanges { UnsavedChanges(in: PersonalFolder.state?.appending("unsaved")) }

  /// A photo's adjustments; nil if there are none that can be read.
  func sidecar(of photo: Path) -> Sidecar? {
    guard let path = store.inRefuge(photo),
      let bytes = try? Descriptor(reading: path).bytes(limit: Sidecar.byteLimit)
    else { return nil }
    return try? Sidecar(decoding: bytes)
  }

  /// Replaces a photo's adjustments, or removes them if nil. A failure is ignored.
  func keep(_ sidecar: Sidecar?, of photo: Path) {
    guard let path = store.inRefuge(photo) else { return }
    guard let sidecar else {
      try? remove(path)
      return
    }
    try? prepareFolder(path.folder)
    try? writeWhole(sidecar.bytes, to: path, force: true)
  }
}
