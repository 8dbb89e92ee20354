import PeelCodecs
import PeelFiles
import PeelMessages
import PeelScanning
import PeelWorkbench

/// The photos of a folder that were read, and what is wrong with those that can't be. They may not be whole yet.
struct ArrivingPhotos {
  /// Why a photo can't be read.
  private struct Fault {
    let reason: Sentence
    let since: ContinuousClock.Instant
    var isTold = false
  }

  private var contents: [Path: Digest] = [:]
  private var faults: [Path: Fault] = [:]

  /// How long a photo that can't be read must stay as it is until that is told. A copy over a network pauses, too.
  static let patience = Duration.seconds(3)

  /// Reads a photo that no longer grows.
  ///
  /// - Returns: nil if it can't be read, or holds what it held when it was read last.
  mutating func read(_ photo: Result<Path, PhotoError>, at now: ContinuousClock.Instant) -> (
    file: PhotoFile, path: Path
  )? {
    do throws(PhotoError) {
      let path = try photo.get()
      let bytes = try mapping(PhotoError.file, photoBytes(at: path))
      let content = Digest(bytes)
      if contents[path] == content, faults[path] == nil { return nil }
      let file = try PhotoFile(bytes, of: path)
      (contents[path], faults[path]) = (content, nil)
      return (file, path)
    } catch {
      faults[error.path] = Fault(reason: Sentence(Complaint(error).fact.escapingControls), since: now)
      return nil
    }
  }

  /// What has to be told now: photos that couldn't be read for a while, and those that are gone meanwhile.
  mutating func news(at now: ContinuousClock.Instant) -> [LiveAction] {
    var news: [LiveAction] = []
    for (path, fault) in faults.sorted(by: { $0.key.text < $1.key.text }) {
      if !exists(path.file) {
        faults[path] = nil
        if fault.isTold { news.append(.forgotten(path.shownName)) }
      } else if !fault.isTold, now - fault.since >= Self.patience {
        faults[path]?.isTold = true
        news.append(.refused(path.shownName, fault.reason))
      }
    }
    return news
  }
}
