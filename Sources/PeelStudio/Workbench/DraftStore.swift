import PeelFiles
import PeelImaging
import PeelScanning
import PeelWorkbench

/// Drafts in a folder of the person's own. They outlive a session that doesn't end well.
package struct DraftStore: Sendable {
  /// Keeps sidecars of photos from all folders in one place: only its refuge is used.
  private let store: SidecarStore

  /// - Parameter folder: nil for none.
  init(in folder: Path?) { store = SidecarStore(refuge: folder) }

  package static let none = DraftStore(in: nil)

  /// Those in `$XDG_STATE_HOME/peel/unsaved`.
  package static var ofPerson: DraftStore { DraftStore(in: PersonalFolder.state?.appending("unsaved")) }

  /// A photo's draft; nil if there is none that can be read.
  func draft(of photo: Path) -> Draft? {
    guard let path = store.inRefuge(photo),
      let bytes = try? Descriptor(reading: path).bytes(limit: Sidecar.byteLimit)
    else { return nil }
    if let sidecar = try? Sidecar(decoding: bytes) { return .prints(Kept(sidecar)) }
    return ChosenSettings(decoding: bytes).map { .settings($0) }
  }

  /// Replaces a photo's draft, or removes it if nil. A failure is ignored.
  func keep(_ draft: Draft?, of photo: Path) {
    guard let path = store.inRefuge(photo) else { return }
    let bytes: [UInt8]
    switch draft {
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
