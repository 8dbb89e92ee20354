internal import PeelCodecs
package import PeelFiles
package import PeelImaging
internal import PeelInference

extension RankedFrames {
  /// JPEG's quality for frames, which were compressed once already.
  private static let quality = 95

  /// Writes a picture at full size: a still's own bytes, or a frame with the still's EXIF.
  ///
  /// - Returns: the file.
  package func save(_ ranked: Ranked, to folder: Path, force: Bool) throws(FaceError) -> Path {
    let name = fileName(of: ranked)
    let (path, bytes): (Path, [UInt8])
    switch ranked.source {
    case .photo(let photo):
      do throws(FileError) { (path, bytes) = (folder.appending(name), try photoBytes(at: photo)) } catch {
        throw .photo(.file(error))
      }
    case .clip(let number, let time):
      let file = PhotoFile(frame: try frame(number, time), with: still, secondsLater: time - stillTime)
      var scan = ScanFile(of: file)
      scan.quality = Self.quality
      path = folder.appending(name)
      do throws(CodecError) { bytes = try scan.encoded(file.photo.picture()) } catch {
        throw .photo(.codec(path, error))
      }
    }
    do throws(FileError) { try writeWhole(bytes, to: path, force: force) } catch {
      throw .photo(.scan(photo: item.name, error))
    }
    return path
  }

  /// The name of a saved picture: the still's own, or `IMG_1-frame-17.jpg`.
  private func fileName(of ranked: Ranked) -> [UInt8] {
    switch ranked.source {
    case .photo(let path): path.name
    case .clip(let number, _): item.name.stemAndExtension.stem + Array("-frame-\(number).jpg".utf8)
    }
  }

  /// The still that was taken with the clip; nil if there is none that can be read.
  private var still: PhotoFile? { item.stills.first.flatMap { try? PhotoFile($0) } }

  /// When in the clip the still was taken, in seconds: in the middle, as phones do it.
  private var stillTime: Double { (facts.duration ?? 0) / 2 }

  /// A frame of the clip at full size.
  package func frame(_ number: Int, _ time: Double) throws(FaceError) -> Photo {
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

  /// A picture at full size, to be shown.
  package func photo(of ranked: Ranked) throws(FaceError) -> Photo {
    switch ranked.source {
    case .clip(let number, let time): return try frame(number, time)
    case .photo(let path):
      do throws(PhotoError) { return try PhotoFile(path).photo } catch { throw .photo(error) }
    }
  }
}

extension RankedFrames {
  /// The long side of the pictures of a sheet, before they are made smaller once more, in pixels.
  private static let sheetSide = 640

  /// Writes a contact sheet of all pictures, the best first, with their faces and scores: `IMG_1-faces.png`.
  ///
  /// - Returns: the file.
  package func saveSheet(to folder: Path, force: Bool) throws(FaceError) -> Path {
    var entries: [FrameSheet.Entry] = []
    for (index, ranked) in frames.enumerated() {
      let picture = try photo(of: ranked).picture()
      let small = picture.reduced(toLongSide: Self.sheetSide)
      let scale = Double(small.width) / Double(picture.width)
      entries.append(
        FrameSheet.Entry(
          small, boxes: ranked.frame.faces.map { $0.face.box.scaled(by: scale) },
          lines: ["\(index + 1): \(ranked.words)"] + ranked.frame.faces.prefix(Self.mostLines).map(\.brief)))
    }
    let path = folder.appending(item.name.stemAndExtension.stem + Array("-faces.png".utf8))
    var file = ScanFile()
    file.format = .png
    let bytes: [UInt8]
    do throws(CodecError) { bytes = try file.encoded(FrameSheet.picture(entries)) } catch {
      throw .photo(.codec(path, error))
    }
    do throws(FileError) { try writeWhole(bytes, to: path, force: force) } catch {
      throw .photo(.scan(photo: item.name, error))
    }
    return path
  }

  /// The most faces of a picture whose scores are written under it.
  private static let mostLines = 3
}

extension RankedFrames.Ranked {
  /// The score, the frame and the fault.
  fileprivate var words: String {
    let place =
      switch source {
      case .photo: "still"
      case .clip(let number, let time): "\(number) \(time.rounded(to: 2) ?? "") s"
      }
    let fault = frame.fault.map { " " + $0.rawValue } ?? ""
    return "\(frame.score.rounded(to: 2) ?? "") \(place)\(fault)"
  }
}

extension FaceRanking.JudgedFace {
  /// The sub-scores in percent.
  fileprivate var brief: String {
    let parts = [
      ("f", focus), ("l", face.traits.light), ("e", face.traits.eyes), ("x", face.traits.expression),
      ("p", face.traits.pose),
    ]
    return parts.map { "\($0.0) \((100 * $0.1).rounded(to: 0) ?? "")" }.joined(separator: " ")
  }
}
