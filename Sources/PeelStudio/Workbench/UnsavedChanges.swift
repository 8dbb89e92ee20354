import PeelFiles
import PeelImaging
import PeelScanning
import PeelWorkbench

/// Changes that aren't accepted, in a folder of the person's own. They outlive a session that a signal ends.
package struct UnsavedChanges: Sendable {
  /// Keeps sidecars of photos from all folders in one place: only its refuge is used.
  private let store: SidecarStore

  /// - Parameter folder: nil for none.
  init(in folder: Path?) { store = SidecarStore(refuge: folder) }

  package static let none = UnsavedChanges(in: nil)

  /// Those in `$XDG_STATE_HOME/peel/unsaved`.
  package static var ofPerson: UnsavedChanges { UnsavedChanges(in: PersonalFolder.state?.appending("unsaved")) }

  /// A photo's changes; nil if there are none that can be read.
  func changes(of photo: Path) -> Unsaved? {
    guard let path = store.inRefuge(photo),
      let bytes = try? Descriptor(reading: path).bytes(limit: Sidecar.byteLimit)
    else { return nil }
    if let sidecar = try? Sidecar(decoding: bytes) { return .prints(Kept(sidecar)) }
    return ChosenSettings(decoding: bytes).map { .settings($0) }
  }

  /// Replaces a photo's changes, or removes them if nil. A failure is ignored.
  func keep(_ changes: Unsaved?, of photo: Path) {
    guard let path = store.inRefuge(photo) else { return }
    let bytes: [UInt8]
    switch changes {
    case .prints(let kept): bytes = Sidecar(of: photo, kept).bytes
    case .settings(let settings): bytes = settings.bytes
    case nil:
      try? remove(path)
      return
    }
    try? prepareFolder(path.folder)
    try? writeWhole(bytes, to: path, force: true)
  }
}
