package import PeelCodecs
package import PeelFiles

/// What `peel live` watches.
package enum LiveSource: Equatable, Sendable {
  /// A video device, by its path.
  case camera(String)
  case file(Path)
  /// A network address, or anything else that ffmpeg can open.
  case address(String)
  /// Photos that appear in a folder.
  case folder(Path)
  /// A YUV4MPEG2 stream.
  case standardInput

  /// Why there is nothing to watch.
  package enum Failure: Error {
    case noCamera
    case missing(Path)
  }

  /// - Parameters:
  ///   - argument: the source as given; nil takes the first camera.
  ///   - path: the same argument as a path.
  package init(_ argument: String?, path: Path?) throws(Failure) {
    guard let argument, let path else {
      guard let camera = Self.firstCamera(in: Path("/dev")) else { throw .noCamera }
      self = .camera(camera.text)
      return
    }
    if argument == "-" {
      self = .standardInput
    } else if argument.hasPrefix("/dev/video") {
      self = .camera(argument)
    } else if isFolder(path) {
      self = .folder(path)
    } else if exists(path) {
      self = .file(path)
    } else if argument.contains("://") {
      self = .address(argument)
    } else {
      throw .missing(path)
    }
  }

  /// The video device with the lowest number.
  package static func firstCamera(in folder: Path) -> Path? {
    let numbers = ((try? names(in: folder)) ?? []).compactMap { name in
      let text = String(decoding: name, as: UTF8.self)
      return text.hasPrefix("video") ? Int(text.dropFirst(5)) : nil
    }
    return numbers.min().map { folder.appending("video\($0)") }
  }

  /// The name to show.
  package var title: String {
    switch self {
    case .camera(let path): path
    case .file(let path), .folder(let path): path.shown
    case .address(let address): address.escapingControls
    case .standardInput: "standard input"
    }
  }

  /// The stem of the names of its shots.
  package var stem: [UInt8] {
    switch self {
    case .file(let path): path.stemAndExtension.stem
    case .camera: Array("camera".utf8)
    case .address, .folder, .standardInput: Array("live".utf8)
    }
  }

  /// The colour matrix of its frames. Cameras send JPEGs, which use the matrix of photos.
  package func matrix(of format: VideoFormat) -> VideoMatrix {
    if case .camera = self { .bt601 } else { VideoMatrix(height: format.height) }
  }

  /// How ffmpeg reads it; nil for sources that don't need ffmpeg.
  package func ffmpeg(size: FrameSize?) -> FFmpeg? {
    switch self {
    case .camera(let path): FFmpeg(input: .camera(path), size: size)
    case .file(let path): FFmpeg(input: .media(FFmpeg.name(of: path)), isPaced: true)
    case .address(let address): FFmpeg(input: .media(address))
    case .folder, .standardInput: nil
    }
  }
}
