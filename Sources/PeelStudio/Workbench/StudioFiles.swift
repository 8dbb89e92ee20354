import PeelFiles
import PeelMessages
import PeelOutput
import PeelScanning
import PeelWorkbench
import Synchronization

/// A photo's file as a whole: opening it in a viewer, and giving it another name.
extension Studio {
  /// Opens an item's scan, or else its photo, in the system's viewer.
  func view(_ photo: ItemID) throws(Sentence) {
    #if os(macOS)
      let viewer = "open"
    #else
      let viewer = "xdg-open"
      guard CurrentProcess.environment("DISPLAY") ?? CurrentProcess.environment("WAYLAND_DISPLAY") != nil else {
        throw Sentence("there is no desktop to open a picture on")
      }
    #endif
    guard let path = scan(of: photo) ?? (try? photoPath(photo)), let whole = try? absolute(path.file) else { return }
    // The shell doesn't wait for the viewer, whose messages would spoil the screen.
    let script = "command -v \(viewer) >/dev/null || exit 127; \(viewer) \"$1\" >/dev/null 2>&1 </dev/null &"
    guard var shell = try? ChildProcess("sh", ["-c", script, "sh", whole.text]) else { return }
    if shell.end(isEnding: true) == .status(127) { throw Sentence("\(viewer) isn't installed") }
  }

  /// What an ending says about a picture: `jpg` of JPEG and `jpg`.
  private static func kind(of fileExtension: [UInt8]) -> String {
    let ending = String(decoding: fileExtension, as: UTF8.self).lowercased()
    return ["jpeg": "jpg", "jpe": "jpg", "heif": "heic", "tiff": "tif"][ending] ?? ending
  }

  /// The path of a photo that gets a name as it was typed. A name without an ending keeps the photo's.
  private func newPath(of path: Path, _ photo: ItemID, named name: String) throws(Sentence) -> Path {
    var bytes = roll.withLock { $0.rawNames[photo]?[name] } ?? Array(name.utf8)
    let fileExtension = path.stemAndExtension.fileExtension
    let typed = Path(bytes: bytes)
    let isWhole = path.hasClipExtension ? typed.hasClipExtension : typed.hasPhotoExtension
    if !isWhole, !fileExtension.isEmpty { bytes += [UInt8(ascii: ".")] + fileExtension }
    guard !name.isEmpty, name.first != ".", !bytes.contains(UInt8(ascii: "/")), !bytes.contains(0) else {
      throw Sentence("\(name.isEmpty ? "an empty name" : name) can't be a photo's name")
    }
    let ending = Path(bytes: bytes).stemAndExtension.fileExtension
    guard !path.hasPhotoExtension || Self.kind(of: ending) == Self.kind(of: fileExtension) else {
      throw Sentence("\(path.shown) keeps its name: it isn't a .\(Path(bytes: ending).shown) picture")
    }
    return path.folder.appending(bytes)
  }

  /// Gives a photo, its sidecar and its clip another name in the same folder.
  ///
  /// - Returns: the name.
  func rename(_ photo: ItemID, to name: String) throws(Sentence) -> String {
    guard let path = try? photoPath(photo), !isShot else { throw Sentence("this photo has no file to rename") }
    if path.page != nil || pages(in: path).count > 1 {
      throw Sentence("\(path.shown) keeps its name: the pages of \(path.file.shownName) are called after it")
    }
    let new = try newPath(of: path, photo, named: name)
    guard new != path else { return Path(bytes: new.name).text }
    let clips = path.hasClipExtension ? [] : LivePair.clips(of: path, renamedTo: new)
    let isKnown = roll.withLock { $0.files.areSidecarsKnown(of: path, in: sidecars) }
    var own = try mapping(
      { (error: SidecarError) in Sentence("\(path.shown) keeps its name: \(error.path.shown) \(error.reason)") },
      sidecars.ownSidecar(of: path))
    // The sidecar of a photo that had this name before stays, in case that photo comes back.
    if let digest = own?.sidecar.digest, (try? photoBytes(at: path)).map({ Digest($0) }) != digest { own = nil }
    let leftBehind = roll.withLock { $0.leftBehind }
    // What a renamed photo left may be there if nothing is written over it.
    let places = sidecars.paths(for: new).filter { place in
      !leftBehind.contains(place) || own.map { sidecars.replaces(place, with: $0.sidecar, of: new) } ?? true
    }
    if let taken = ([new] + places + clips.map(\.new)).first(where: exists) {
      throw Sentence("\(path.shown) keeps its name: \(taken.shown) is there already")
    }
    // First the new sidecar is written, and last the old one removed, so that the photo has its own at any time.
    var renamed: Path?
    if let own {
      var sidecar = own.sidecar
      // The sidecar names its photo, so it's written anew.
      sidecar.photo = Path(bytes: new.name).text
      do throws(SidecarError) {
        renamed =
          if case .refuge(let refuge, _) = try sidecars.save(sidecar, of: new) { refuge } else { sidecars.beside(new) }
      } catch {
        throw Sentence("\(path.shown) keeps its name: \(error.path.shown) \(error.reason)")
      }
    }
    do throws(SystemError) { try renameWithoutReplacing(path, to: new) } catch {
      if let renamed { try? remove(renamed) }
      throw Sentence("\(path.shown) keeps its name: \(exists(new) ? "\(new.shown) is there already" : error.reason)")
    }
    if let own { try? remove(own.path) }
    // Undo may give the photo the name again.
    let others = sidecars.paths(for: path).filter(exists)
    roll.withLock { $0.leftBehind.formUnion(others) }
    // A clip that can't be renamed stays; the still then has none.
    for clip in clips where (try? renameWithoutReplacing(clip.old, to: clip.new)) != nil {
      roll.withLock { $0.rename(clip.old, to: clip.new) }
    }
    let shown = Path(bytes: path.name).text
    if shown.contains("\u{FFFD}") { roll.withLock { $0.rawNames[photo, default: [:]][shown] = path.name } }
    follow(photo, from: path, to: new, own: renamed, isKnown: isKnown)
    return Path(bytes: new.name).text
  }
}
