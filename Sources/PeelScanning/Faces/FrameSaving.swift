package import PeelCodecs
package import PeelFiles
internal import PeelImaging
internal import PeelInference

/// Writes the pictures of an item at full size: a still's own bytes, or a frame with the still's EXIF.
package struct FrameSaving {
  let ranked: RankedFrames
  let folder: Path
  /// Whether files in the folder are replaced.
  let force: Bool
  let limits: DecodingLimits
  /// The still that was taken with the clip; nil if there is none that can be read.
  private let still: PhotoFile?

  /// JPEG's quality for frames, which were compressed once already.
  private static let quality = 95

  /// - Parameters:
  ///   - ranked: the item.
  ///   - folder: the folder, which exists.
  ///   - force: whether files in it are replaced.
  ///   - limits: how large stills may be.
  package init(_ ranked: RankedFrames, folder: Path, force: Bool, limits: DecodingLimits = DecodingLimits()) {
    (self.ranked, self.folder, self.force, self.limits) = (ranked, folder, force, limits)
    still = ranked.item.clip == nil ? nil : ranked.item.stills.first.flatMap { try? PhotoFile($0, limits: limits) }
  }

  /// Makes the folder if it is missing.
  package static func prepare(_ folder: Path) throws(FaceError) {
    do throws(FileError) {
      try OutputFolder.checkName(folder)
      try prepareFolder(folder)
    } catch {
      throw .saving(error)
    }
  }

  /// Writes a picture.
  ///
  /// - Returns: the file.
  package func save(_ frame: RankedFrames.Ranked) throws(FaceError) -> Path {
    switch frame.source {
    case .photo(let path): return try write(try bytes(of: path), path.name)
    case .clip(let number, _):
      var saved: Path?
      try decode([number]) { (frame) throws(FaceError) in saved = try save(frame, frame.photo.picture()) }
      guard let saved else { throw noPicture }
      return saved
    }
  }

  /// Writes all pictures and a contact sheet, `IMG_1-faces.png`.
  ///
  /// - Parameter tell: called with each file.
  package func saveAll(_ tell: (Path) -> Void) throws(FaceError) {
    var places: [Int: Int] = [:]
    var entries = [FrameSheet.Entry?](repeating: nil, count: ranked.frames.count)
    func add(_ place: Int, _ picture: Picture) {
      entries[place] = FrameSheet.Entry(ranked.frames[place], rank: place + 1, picture)
    }
    for (place, frame) in ranked.frames.enumerated() {
      if Interruption.signal != nil { return }
      switch frame.source {
      case .photo(let path):
        let bytes = try bytes(of: path)
        let photo: Photo
        do throws(PhotoError) { photo = try PhotoFile(bytes, of: path, limits: limits).photo } catch {
          throw .photo(error)
        }
        tell(try write(bytes, path.name))
        add(place, photo.picture())
      case .clip(let number, _): places[number] = place
      }
    }
    try decode(Array(places.keys)) { (frame) throws(FaceError) in
      let picture = frame.photo.picture()
      tell(try save(frame, picture))
      if let place = places[frame.number] { add(place, picture) }
    }
    if Interruption.signal != nil { return }
    let name = stem + Array("-faces.png".utf8)
    var file = ScanFile()
    file.format = .png
    tell(try write(try encoded(FrameSheet.picture(entries.compactMap(\.self)), file, name), name))
  }

  /// Decodes frames of the clip at full size, in the order of their numbers.
  private func decode(_ numbers: [Int], _ receive: (ClipFrame) throws(FaceError) -> Void) throws(FaceError) {
    guard let clip = ranked.item.clip, !numbers.isEmpty else { return }
    var frames = ClipFrames(of: clip, numbers, ranked.facts)
    while Interruption.signal == nil {
      let next: ClipFrame?
      do throws(StreamError) { next = try frames.next() } catch { throw .clip(clip.file, error) }
      guard let next else { return }
      try receive(next)
    }
  }

  /// The clip has fewer frames than before.
  private var noPicture: FaceError { .clip(ranked.item.clip?.file ?? ranked.item.name, .video(.empty)) }

  private func encoded(_ picture: Picture, _ file: ScanFile, _ name: [UInt8]) throws(FaceError) -> [UInt8] {
    do throws(CodecError) { return try file.encoded(picture) } catch {
      throw .photo(.codec(folder.appending(name), error))
    }
  }

  private var stem: [UInt8] { ranked.item.name.stemAndExtension.stem }

  private func bytes(of photo: Path) throws(FaceError) -> [UInt8] {
    do throws(FileError) { return try photoBytes(at: photo, memory: limits.bytes) } catch { throw .photo(.file(error)) }
  }

  /// Writes a frame as `IMG_1-frame-17.jpg`.
  private func save(_ frame: ClipFrame, _ picture: Picture) throws(FaceError) -> Path {
    let file = PhotoFile(frame: frame.photo, with: still, secondsLater: frame.time - stillTime)
    var scan = ScanFile(of: file)
    scan.quality = Self.quality
    let name = stem + Array("-frame-\(frame.number).jpg".utf8)
    return try write(try encoded(picture, scan, name), name)
  }

  private func write(_ bytes: [UInt8], _ name: [UInt8]) throws(FaceError) -> Path {
    let path = folder.appending(name)
    do throws(FileError) { try writeWhole(bytes, to: path, force: force) } catch { throw .saving(error) }
    return path
  }

  /// When in the clip the still was taken, in seconds: in the middle, as phones do it.
  private var stillTime: Double { (ranked.facts.duration ?? 0) / 2 }
}
