import Codecs
import Imaging

/// A photo as one shot of a burst.
struct Shot: Sendable {
  let path: Path
  let time: Double?
  /// The print in it; nil where there is none.
  let print: FlatPrint?
  fileprivate let reference: PrintSearch.Reference?
}

/// What came of reading the photos that are to be compared, in their order.
struct ShotReading: Sendable {
  let shots: [Shot]
  let complaints: [Complaint]
  /// Fit to follow a photo's name.
  let warnings: [(photo: Path, text: String)]
  let isInterrupted: Bool

  /// Reads photos and finds their prints.
  ///
  /// - Parameter isOneBurst: the first print that is found says what to look for in the others, and where: it is found
  ///   again in a tenth of the time that a search takes.
  init(_ list: [Result<Path, Complaint>], search: PrintSearch, isOneBurst: Bool, jobs: Int) async {
    var outcomes: [Outcome] = []
    var reference: PrintSearch.Reference?
    while isOneBurst, reference == nil, outcomes.count < list.count, Interruption.signal == nil {
      let outcome = Self.outcome(list[outcomes.count], search, like: nil, isOneBurst: true)
      reference = (try? outcome.shot.get())?.reference
      outcomes.append(outcome)
    }
    let known = reference
    isInterrupted = await inOrder(Array(list.dropFirst(outcomes.count)), jobs: jobs) { entry in
      Self.outcome(entry, search, like: known, isOneBurst: false)
    } receive: {
      outcomes.append($0)
    }
    shots = outcomes.compactMap { try? $0.shot.get() }
    complaints = outcomes.compactMap { outcome in
      if case .failure(let complaint) = outcome.shot { complaint } else { nil }
    }
    warnings = outcomes.flatMap(\.warnings)
  }

  private typealias Outcome = (shot: Result<Shot, Complaint>, warnings: [(photo: Path, text: String)])

  private static func outcome(
    _ entry: Result<Path, Complaint>, _ search: PrintSearch, like reference: PrintSearch.Reference?, isOneBurst: Bool
  ) -> Outcome {
    do throws(Complaint) {
      let path = try entry.get()
      let file: PhotoFile
      do { file = try readPhoto(at: path) } catch { throw Complaint(error) }
      let print = search(file.photo, like: reference)
      let shot = Shot(
        path: path, time: file.exif?.time, print: print,
        reference: isOneBurst ? print.map { PrintSearch.Reference($0, in: file.photo) } : nil)
      return (.success(shot), file.warnings.map { (path, $0) })
    } catch {
      return (.failure(error), [])
    }
  }
}
