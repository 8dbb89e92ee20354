package import PeelCodecs
package import PeelFiles
internal import PeelImaging
internal import PeelInference
internal import PeelOutput

/// Writes the pictures of an item at full size: a still's own bytes, or a frame with the still's EXIF.
package struct FrameSaving {
  let ranked: RankedFrames
  let folder: FrameFolder
  let limits: DecodingLimits
  /// The still that was taken with the clip; nil if there is none that can be read.
  private let still: PhotoFile?
  /// What the names of the item's pictures begin with.
  private let stem: [UInt8]
  /// The mark of the contact sheet.
  private let sheetMark: SavedMark
  /// The mark of frames, without their number.
  private let clipMark: SavedMark

  /// A picture that can be written.
  package struct Encoded: Sendable {
    let bytes: [UInt8]
    let name: [UInt8]
    /// nil for a photo's copy.
    let mark: SavedMark?
  }

  /// JPEG's quality for frames, which were compressed once already.
  private static let quality = 95

  /// - Parameters:
  ///   - ranked: the item.
  ///   - folder: where its pictures go.
  ///   - limits: how large stills may be.
  package init(_ ranked: RankedFrames, to folder: FrameFolder, limits: DecodingLimits = DecodingLimits()) {
    (self.ranked, self.folder, self.limits) = (ranked, folder, limits)
    still = ranked.item.clip == nil ? nil : ranked.item.stills.first.flatMap { try? PhotoFile($0, limits: limits) }
    stem = ranked.item.clip == nil ? [] : folder.stem(of: ranked.item.name)
    sheetMark = SavedMark(frame: nil, of: ranked.item.name)
    let clip = ranked.item.clip?.file ?? ranked.item.name
    clipMark = clip == ranked.item.name ? sheetMark : SavedMark(frame: nil, of: clip)
  }

  /// Makes the folder if it is missing, and removes what killed runs left half-written.
  package static func prepare(_ folder: Path) throws(FaceError) {
    do throws(OutputError) {
      try OutputFolder.checkName(folder)
      do throws(FileError) { try prepareFolder(folder) } catch { throw .file(error) }
      try? clearLeftovers(in: folder)
    } catch {
      throw .saving(error)
    }
  }

  /// Writes a picture.
  ///
  /// - Returns: the file.
  package func save(_ frame: RankedFrames.Ranked) throws(FaceError) -> Path { try folder.write(try encoded(frame)) }

  /// Reads a picture, and encodes it if it is a frame.
  package func encoded(_ frame: RankedFrames.Ranked) throws(FaceError) -> Encoded {
    switch frame.source {
    case .photo(let path): return try copy(of: path)
    case .clip(let number, _):
      var encoded: Encoded?
      try decode([number]) { (frame) throws(FaceError) in encoded = try self.encoded(frame, frame.photo.picture()) }
      guard let encoded else { throw noPicture }
      return encoded
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
        let copy = try copy(of: path)
        let photo = try mapping(FaceError.photo, PhotoFile(copy.bytes, of: path, limits: limits).photo)
        tell(try folder.write(copy))
        add(place, photo.picture())
      case .clip(let number, _): places[number] = place
      }
    }
    try decode(Array(places.keys)) { (frame) throws(FaceError) in
      let picture = frame.photo.picture()
      tell(try folder.write(try encoded(frame, picture)))
      if let place = places[frame.number] { add(place, picture) }
    }
    if Interruption.signal != nil { return }
    let name = (stem.isEmpty ? folder.stem(of: ranked.item.name) : stem) + Array("-faces.png".utf8)
    var file = ScanFile()
    file.format = .png
    let sheet = FrameSheet.picture(entries.compactMap(\.self))
    tell(try folder.write(Encoded(bytes: try marked(sheet, file, sheetMark, name), name: name, mark: sheetMark)))
  }

  /// Decodes frames of the clip at full size, in the order of their numbers.
  private func decode(_ numbers: [Int], _ receive: (ClipFrame) throws(FaceError) -> Void) throws(FaceError) {
    guard let clip = ranked.item.clip, !numbers.isEmpty else { return }
    guard ranked.isClipUnchanged else { throw .changed(clip.file) }
    var frames = ClipFrames(of: clip, numbers, ranked.facts, ranked.isCounted ? nil : ranked.way)
    while Interruption.signal == nil {
      let next = try mapping({ FaceError.clip(clip.file, $0) }, frames.next())
      // Bytes of another clip aren't kept.
      guard ranked.isClipUnchanged else { throw .changed(clip.file) }
      guard let next else { return }
      try receive(next)
    }
  }

  /// The clip has fewer frames than before.
  private var noPicture: FaceError { .clip(ranked.item.clip?.file ?? ranked.item.name, .video(.empty)) }

  private func marked(
    _ picture: Picture, _ file: ScanFile, _ mark: SavedMark, _ name: [UInt8]
  ) throws(FaceError) -> [UInt8] {
    return try mapping({ FaceError.photo(.codec(folder.path.appending(name), $0)) }, mark.encoded(picture, file))
  }

  private func copy(of photo: Path) throws(FaceError) -> Encoded {
    do throws(FileError) {
      return Encoded(
        bytes: try photoBytes(at: photo, memory: limits.bytes), name: folder.name(of: photo), mark: nil)
    } catch {
      throw .photo(.file(error))
    }
  }

  /// A frame as `IMG_1-frame-17.jpg`.
  private func encoded(_ frame: ClipFrame, _ picture: Picture) throws(FaceError) -> Encoded {
    let file = PhotoFile(
      frame: frame.photo, with: still, secondsLater: frame.time - stillTime, in: ranked.facts.origin, at: frame.time)
    var scan = ScanFile(of: file)
    scan.quality = Self.quality
    // Frames are in sRGB, and say so.
    scan.convertsToSRGB = true
    let name = stem + Array("-frame-\(frame.number).jpg".utf8)
    let mark = clipMark.ofFrame(frame.number)
    return Encoded(bytes: try marked(picture, scan, mark, name), name: name, mark: mark)
  }

  /// When in the clip the still was taken, in seconds: if the clip doesn't tell, in the middle, as phones do it.
  private var stillTime: Double { ranked.facts.stillTime ?? (ranked.facts.duration ?? 0) / 2 }
}
