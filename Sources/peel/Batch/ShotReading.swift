import PeelCodecs
import PeelImaging

/// A photo as one shot of a burst.
struct Shot: Sendable {
  let path: Path
  let time: Double?
  /// The print in it; nil where there is none.
  let print: FlatPrint?
}

/// What came of reading the photos that are to be compared, in their order.
struct ShotReading: Sendable {
  let shots: [Shot]
  let complaints: [Complaint]
  /// Fit to follow a photo's name.
  let warnings: [(photo: Path, text: String)]
  let isInterrupted: Bool

  /// Photos that are read while the first print is still looked for.
  private static let readAhead = 2

  /// Reads photos and finds their prints.
  ///
  /// - Parameter isOneBurst: the first print that is found says what to look for in the others, and where: it is found
  ///   again in a tenth of the time that a search takes.
  init(_ list: [Result<Path, Complaint>], search: PrintSearch, isOneBurst: Bool, jobs: Int, limits: DecodingLimits)
    async
  {
    let beginning = Task { isOneBurst ? Self.beginning(of: list, search, limits) : Beginning() }
    var outcomes: [Outcome] = []
    isInterrupted = await inOrder(
      Array(list.enumerated()), jobs: isOneBurst && jobs > 1 ? jobs + Self.readAhead : jobs
    ) { index, entry in
      if isOneBurst, index == 0, let first = await beginning.value.outcomes.first { return first }
      let file = Self.file(entry, limits)
      let known = await beginning.value
      if known.outcomes.indices.contains(index) { return known.outcomes[index] }
      return Outcome(file) { search($0, like: known.reference, among: $1) }
    } receive: {
      outcomes.append($0)
    }
    shots = outcomes.compactMap { try? $0.shot.get() }
    complaints = outcomes.compactMap { outcome in
      if case .failure(let complaint) = outcome.shot { complaint } else { nil }
    }
    warnings = outcomes.flatMap(\.warnings)
  }

  /// The photos up to the first one with a print, one after the other.
  private struct Beginning: Sendable {
    var outcomes: [Outcome] = []
    var reference: PrintSearch.Reference?
  }

  private static func beginning(of list: [Result<Path, Complaint>], _ search: PrintSearch, _ limits: DecodingLimits)
    -> Beginning
  {
    var beginning = Beginning()
    for entry in list where beginning.reference == nil && Interruption.signal == nil {
      let outcome = Outcome(file(entry, limits)) { photo, known in
        let print = search(photo, among: known)
        beginning.reference = print.map { PrintSearch.Reference($0, in: photo) }
        return print
      }
      beginning.outcomes.append(outcome)
    }
    return beginning
  }

  private typealias File = Result<(path: Path, file: PhotoFile), Complaint>

  private static func file(_ entry: Result<Path, Complaint>, _ limits: DecodingLimits) -> File {
    Result { () throws(Complaint) in
      let path = try entry.get()
      do throws(FileError) { return (path, try readPhoto(at: path, limits: limits)) } catch { throw Complaint(error) }
    }
  }

  private struct Outcome: Sendable {
    let shot: Result<Shot, Complaint>
    let warnings: [(photo: Path, text: String)]

    /// - Parameter find: gets the photo, and its prints where a person has said where they are.
    init(_ file: File, find: (Photo, [Print]?) -> FlatPrint?) {
      var warnings = (try? file.get()).map { read in read.file.warnings.map { (read.path, $0) } } ?? []
      shot = file.map { read in
        var known: [Print]?
        do throws(SidecarTrouble) {
          let photo = read.file.photo
          known = try SidecarStore.standard.prints(of: read.path, width: photo.width, height: photo.height)?.map(
            \.print)
        } catch {
          warnings.append((read.path, "its adjustments are left aside, as \(error.path.shown) \(error.reason)"))
        }
        return Shot(path: read.path, time: read.file.exif?.time, print: find(read.file.photo, known))
      }
      self.warnings = warnings
    }
  }
}
