import PeelFiles
import PeelImaging
import PeelScanning
import PeelWorkbench

/// Changes that weren't accepted when a signal ended a session, in a folder of the person's own.
package struct UnsavedChanges: Sendable {
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

  package static let none = UnsavedChanges(in: nil)

  /// Those in `$XDG_STATE_HOME/peel/unsaved`.
  package static var ofPerson: UnsavedChanges { UnsavedChanges(in: PersonalFolder.state?.appending("unsaved")) }

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
