import PeelCommandLine
import PeelFiles
import PeelScanning
import PeelWorkbench
import Synchronization

/// A photo's file as a whole: opening it in a viewer, and giving it another name.
extension Studio {
  /// Opens an item's scan, or else its photo, in the system's viewer.
  func view(_ photo: Int) throws(Sentence) {
    #if os(macOS)
      let viewer = "open"
    #else
      let viewer = "xdg-open"
      guard CurrentProcess.environment("DISPLAY") ?? CurrentProcess.environment("WAYLAND_DISPLAY") != nil else {
        throw Sentence("there is no desktop to open a picture on")
      }
    #endif
    guard let path = scan(of: photo) ?? (try? photoPath(photo)), let whole = try? absolute(path) else { return }
    // The shell doesn't wait for the viewer, whose messages would spoil the screen.
    let script = "command -v \(viewer) >/dev/null || exit 127; \(viewer) \"$1\" >/dev/null 2>&1 </dev/null &"
    guard var shell = try? ChildProcess("sh", ["-c", script, "sh", whole.text]) else { return }
    if shell.end(isEnding: true) == .status(127) { throw Sentence("\(viewer) isn't installed") }
  }

  /// Gives a photo and its sidecar another name in the same folder. A name without an ending keeps the photo's.
  ///
  /// - Returns: the name.
  func rename(_ photo: Int, to name: String) throws(Sentence) -> String {
    guard let path = try? photoPath(photo), !isShot else { throw Sentence("this photo has no file to rename") }
    var bytes = roll.withLock { $0.rawNames[photo]?[name] } ?? Array(name.utf8)
    let fileExtension = path.stemAndExtension.fileExtension
    if !Path(bytes: bytes).hasPhotoExtension, !fileExtension.isEmpty { bytes += [UInt8(ascii: ".")] + fileExtension }
    guard !name.isEmpty, name.first != ".", !bytes.contains(UInt8(ascii: "/")), !bytes.contains(0) else {
      throw Sentence("\(name.isEmpty ? "an empty name" : name) can't be a photo's name")
    }
    let new = path.folder.appending(bytes)
    guard new != path else { return Path(bytes: new.name).text }
    if let taken = sidecars.paths(for: new).first(where: exists) {
      throw Sentence("\(path.shown) keeps its name: \(taken.shown) is there already")
    }
    var kept: Sidecar?
    do throws(SidecarError) { kept = try sidecars.ownSidecar(of: path) } catch {
      throw Sentence("\(path.shown) keeps its name: \(error.path.shown) \(error.reason)")
    }
    let old = sidecars.paths(for: path)
    do throws(SystemError) { try renameWithoutReplacing(path, to: new) } catch {
      throw Sentence("\(path.shown) keeps its name: \(exists(new) ? "\(new.shown) is there already" : error.reason)")
    }
    // The sidecar names its photo, so it's written anew.
    kept?.photo = Path(bytes: new.name).text
    if let kept {
      do throws(SidecarError) { _ = try sidecars.save(kept, of: new) } catch {
        try? renameWithoutReplacing(new, to: path)
        throw Sentence("\(path.shown) keeps its name: \(error.path.shown) \(error.reason)")
      }
      for sidecar in old { try? remove(sidecar) }
    }
    let shown = Path(bytes: path.name).text
    if shown.contains("\u{FFFD}") { roll.withLock { $0.rawNames[photo, default: [:]][shown] = path.name } }
    follow(photo, from: path, to: new)
    return Path(bytes: new.name).text
  }
}
