internal import PeelCodecs
package import PeelFiles
internal import PeelImaging
internal import PeelInference

/// Writes the pictures of an item at full size: a still's own bytes, or a frame with the still's EXIF.
package struct FrameSaving {
  let ranked: RankedFrames
  let folder: Path
  /// Whether files in the folder are replaced.
  let force: Bool
  /// The still that was taken with the clip; nil if there is none that can be read.
  private let still: PhotoFile?

  /// JPEG's quality for frames, which were compressed once already.
  private static let quality = 95

  /// - Parameters:
  ///   - ranked: the item.
  ///   - folder: the folder, which exists.
  ///   - force: whether files in it are replaced.
  package init(_ ranked: RankedFrames, folder: Path, force: Bool) {
    (self.ranked, self.folder, self.force) = (ranked, folder, force)
    still = ranked.item.clip == nil ? nil : ranked.item.stills.first.flatMap { try? PhotoFile($0) }
  }

  /// Writes a picture.
  ///
  /// - Returns: the file.
  package func save(_ frame: RankedFrames.Ranked) throws(FaceError) -> Path {
    switch frame.source {
    case .photo(let path): try save(path)
    case .clip(let number, let time): try save(ranked.frame(number, time), number, time)
    }
  }

  /// Writes all pictures and a contact sheet, `IMG_1-faces.png`.
  ///
  /// - Parameter tell: called with each file.
  package func saveAll(_ tell: (Path) -> Void) throws(FaceError) {
    var sheet = FaceSheet()
    for frame in ranked.frames {
      if Interruption.signal != nil { return }
      let photo: Photo
      switch frame.source {
      case .photo(let path):
        do throws(PhotoError) { photo = try PhotoFile(path).photo } catch { throw .photo(error) }
        tell(try save(path))
      case .clip(let number, let time):
        photo = try ranked.frame(number, time)
        tell(try save(photo, number, time))
      }
      sheet.add(frame, photo.picture())
    }
    let name = stem + Array("-faces.png".utf8)
    var file = ScanFile()
    file.format = .png
    tell(try write(try encoded(sheet.picture, file, name), name))
  }

  private func encoded(_ picture: Picture, _ file: ScanFile, _ name: [UInt8]) throws(FaceError) -> [UInt8] {
    do throws(CodecError) { return try file.encoded(picture) } catch {
      throw .photo(.codec(folder.appending(name), error))
    }
  }

  private var stem: [UInt8] { ranked.item.name.stemAndExtension.stem }

  private func save(_ photo: Path) throws(FaceError) -> Path {
    let bytes: [UInt8]
    do throws(FileError) { bytes = try photoBytes(at: photo) } catch { throw .photo(.file(error)) }
    return try write(bytes, photo.name)
  }

  /// Writes a frame as `IMG_1-frame-17.jpg`.
  private func save(_ frame: Photo, _ number: Int, _ time: Double) throws(FaceError) -> Path {
    let file = PhotoFile(frame: frame, with: still, secondsLater: time - stillTime)
    var scan = ScanFile(of: file)
    scan.quality = Self.quality
    let name = stem + Array("-frame-\(number).jpg".utf8)
    return try write(try encoded(frame.picture(), scan, name), name)
  }

  private func write(_ bytes: [UInt8], _ name: [UInt8]) throws(FaceError) -> Path {
    let path = folder.appending(name)
    do throws(FileError) { try writeWhole(bytes, to: path, force: force) } catch {
      throw .photo(.scan(photo: ranked.item.name, error))
    }
    return path
  }

  /// When in the clip the still was taken, in seconds: in the middle, as phones do it.
  private var stillTime: Double { (ranked.facts.duration ?? 0) / 2 }
}

extension RankedFrames {
  /// A frame of the clip at full size.
  fileprivate func frame(_ number: Int, _ time: Double) throws(FaceError) -> Photo {
    guard let clip = item.clip else { throw .clip(item.name, .video(.empty)) }
    do throws(StreamError) {
      let stream = try VideoStream(clip.frame(number, time, facts))
      var frames = try stream.frames()
      guard let frame = try stream.next(of: &frames) else { throw .video(.empty) }
      return frame.photo(VideoMatrix(height: frame.format.height))
    } catch {
      throw .clip(clip.file, error)
    }
  }
}
