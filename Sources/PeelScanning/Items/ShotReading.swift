package import PeelCodecs
package import PeelFiles
package import PeelImaging

/// A photo as one shot of a burst.
package struct Shot: Sendable {
  package let path: Path
  /// The print in it; nil if none was found.
  package var print: FlatPrint?
}

/// The prints that an earlier search found in a photo.
package struct FoundPrints: Sendable {
  /// The content of the photo that was searched.
  private let content: Digest
  private let prints: [Print]

  package init(_ prints: [Print], in content: Digest) { (self.prints, self.content) = (prints, content) }

  /// The prints of a photo's file; nil if it was changed since it was searched.
  fileprivate func prints(in bytes: [UInt8]) -> [Print]? { content == Digest(bytes) ? prints : nil }
}

/// Photos read in order to compare them, with their prints found.
package struct ShotReading: Sendable {
  /// By the photo's number in the list; nil for one that can't be read, or isn't.
  package let shots: [Shot?]
  package let errors: [PhotoError]
  package let warnings: [(photo: Path, warning: ShotWarning)]
  package let isInterrupted: Bool

  /// The number of photos read while the first print is still being looked for.
  private static let readAhead = 2

  /// Reads photos and finds their prints.
  ///
  /// - Parameters:
  ///   - order: the numbers of the photos to read, in the order in which they are passed.
  ///   - found: the prints of photos that were searched before, which aren't searched again.
  ///   - isOneBurst: the first print that is found tells what to look for in the other photos, and where. That takes a
  ///     tenth of the time of a full search.
  ///   - includesSetAside: finds the prints of photos that a person has set aside, too.
  ///   - pass: changes what is kept of each shot, given its number in the list; it gets nil for a photo that can't be read.
  ///     The pictures of the prints take 200 kB each.
  package init(
    _ list: [Result<Path, PhotoError>], order: [Int], search: PrintSearch, found: [Path: FoundPrints] = [:],
    isOneBurst: Bool, includesSetAside: Bool = false, jobs: Int, limits: DecodingLimits,
    pass: (Int, inout Shot?) -> Void
  ) async {
    let photos = order.map { list[$0] }
    let beginning = Task { isOneBurst ? Self.beginning(of: photos, search, found, limits) : Beginning() }
    let readers = isOneBurst && jobs > 1 ? jobs + Self.readAhead : jobs
    let (limits, ahead) = isOneBurst ? Self.split(limits, readers: readers) : (limits, limits)
    // By the photo's number.
    var outcomes = [Outcome?](repeating: nil, count: list.count)
    var passed = 0
    isInterrupted = await inOrder(Array(photos.enumerated()), jobs: readers) { index, entry in
      if isOneBurst, index == 0, let first = await beginning.value.outcomes.first { return first }
      var file = isOneBurst ? Self.file(entry, found, ahead) : nil
      let known = await beginning.value
      if known.outcomes.indices.contains(index) { return known.outcomes[index] }
      if file?.needsMemory ?? true { file = Self.file(entry, found, limits) }
      return Outcome(file ?? Self.file(entry, found, limits), includesSetAside: includesSetAside) {
        search($0, like: known.reference, among: $1)
      }
    } receive: { outcome in
      let number = order[passed]
      outcomes[number] = outcome.with { pass(number, &$0) }
      passed += 1
    }
    shots = outcomes.map { try? $0?.shot.get() }
    errors = outcomes.compactMap { outcome in
      if case .failure(let error) = outcome?.shot { error } else { nil }
    }
    warnings = outcomes.flatMap { $0?.warnings ?? [] }
  }

  /// The part of the memory for what is read ahead: a quarter.
  private static let parts = 4

  /// Splits the memory between photos that are searched and those read ahead.
  ///
  /// What is read ahead takes no share, because it waits for the first photo, which may have to wait for a share. So each
  /// has a limit of its own.
  static func split(
    _ limits: DecodingLimits, readers: Int
  ) -> (searched: DecodingLimits, ahead: DecodingLimits) {
    var (searched, ahead) = (limits, limits)
    ahead.allowance = nil
    ahead.bytes = limits.bytes / parts / readers
    if limits.allowance != nil { searched.allowance = MemoryAllowance(bytes: limits.bytes - limits.bytes / parts) }
    return (searched, ahead)
  }

  /// The photos up to the first one with a print, read one after the other.
  private struct Beginning: Sendable {
    var outcomes: [Outcome] = []
    var reference: PrintSearch.Reference?
  }

  private static func beginning(
    of list: [Result<Path, PhotoError>], _ search: PrintSearch, _ found: [Path: FoundPrints], _ limits: DecodingLimits
  ) -> Beginning {
    var beginning = Beginning()
    for entry in list where beginning.reference == nil && Interruption.signal == nil {
      let outcome = Outcome(file(entry, found, limits)) { photo, known in
        let print = search(photo, among: known)
        beginning.reference = print.map { PrintSearch.Reference($0, in: photo) }
        return print
      }
      beginning.outcomes.append(outcome)
    }
    return beginning
  }

  fileprivate typealias File = Result<(path: Path, file: PhotoFile, found: [Print]?), PhotoError>

  private static func file(
    _ entry: Result<Path, PhotoError>, _ found: [Path: FoundPrints], _ limits: DecodingLimits
  ) -> File {
    Result { () throws(PhotoError) in
      let path = try entry.get()
      let bytes = try mapping(PhotoError.file, photoBytes(at: path, memory: limits.bytes))
      let prints = found[path]?.prints(in: bytes)
      return (path, try PhotoFile(bytes, of: path, limits: limits), prints)
    }
  }

  private struct Outcome: Sendable {
    private(set) var shot: Result<Shot, PhotoError>
    let warnings: [(photo: Path, warning: ShotWarning)]

    /// - Parameter find: finds the print in a photo, given its prints if a person adjusted them or they were found before.
    init(_ file: File, includesSetAside: Bool = false, find: (Photo, [Print]?) -> FlatPrint?) {
      var warnings: [(photo: Path, warning: ShotWarning)] =
        (try? file.get()).map { read in read.file.warnings.map { (read.path, .photo($0)) } } ?? []
      shot = file.map { read in
        var known: [Print]?
        do throws(SidecarError) {
          let photo = read.file.photo
          let adjustments = try SidecarStore.standard.adjustments(
            of: read.path, width: photo.width, height: photo.height)
          known = adjustments.map { includesSetAside ? $0.sidecar.prints : $0.prints }?.map(\.print)
          // A photo may be set aside without any print accepted.
          if includesSetAside, known?.isEmpty == true { known = nil }
        } catch {
          warnings.append((read.path, .ignoredSidecar(error)))
        }
        // The photo keeps its share of the memory until its print is found.
        return withExtendedLifetime(read.file) {
          Shot(path: read.path, print: find(read.file.photo, known ?? read.found))
        }
      }
      self.warnings = warnings
    }

    /// The outcome with a change to its shot, which is nil if the photo can't be read.
    func with(_ change: (inout Shot?) -> Void) -> Outcome {
      var outcome = self
      var shot = try? shot.get()
      change(&shot)
      if let shot { outcome.shot = .success(shot) }
      return outcome
    }
  }
}

/// A problem with a photo that was read nonetheless.
package enum ShotWarning: Sendable {
  /// What was ignored or is damaged in the photo's file, as a message.
  case photo(String)
  /// The photo's adjustments could not be used.
  case ignoredSidecar(SidecarError)
}

extension ShotReading.File {
  /// Whether the photo needs more memory than it may take while others are read ahead.
  fileprivate var needsMemory: Bool {
    if case .failure(.codec(_, .needsMemory)) = self { true } else { false }
  }
}
