import PeelCodecs
import PeelPlatform

/// What `peel live` watches.
enum LiveSource: Equatable {
  case camera(String)
  case file(Path)
  /// An address, or whatever else ffmpeg may know.
  case address(String)
  /// Photos that appear in a folder.
  case folder(Path)
  /// A YUV4MPEG2 stream.
  case standardInput

  /// - Parameter argument: as given; nil takes the first camera.
  init(_ argument: String?) throws(Complaint) {
    guard let argument else {
      guard let camera = Self.firstCamera(in: Path("/dev")) else {
        throw Complaint(
          path: Path("/dev/video0"), fact: "there is no camera",
          advice: "name a video, a folder, or - for a stream on standard input")
      }
      self = .camera(camera.text)
      return
    }
    let path = Path.given([argument])[0]
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
      throw Complaint(path: path, fact: "there is no such file, folder or camera", advice: "check the name")
    }
  }

  static func firstCamera(in folder: Path) -> Path? {
    let numbers = ((try? names(in: folder)) ?? []).compactMap { name in
      let text = String(decoding: name, as: UTF8.self)
      return text.hasPrefix("video") ? Int(text.dropFirst(5)) : nil
    }
    return numbers.min().map { folder.appending(Array("video\($0)".utf8)) }
  }

  /// For the screen.
  var title: String {
    switch self {
    case .camera(let path): path
    case .file(let path), .folder(let path): path.shown
    case .address(let address): address.escapingControls
    case .standardInput: "standard input"
    }
  }

  /// What its shots are named after.
  var stem: [UInt8] {
    switch self {
    case .file(let path): path.stemAndEnding.stem
    case .camera: Array("camera".utf8)
    case .address, .folder, .standardInput: Array("live".utf8)
    }
  }

  /// Cameras send JPEGs, whose matrix is that of photos.
  func matrix(of format: VideoFormat) -> VideoMatrix {
    if case .camera = self { .bt601 } else { VideoMatrix(height: format.height) }
  }

  /// How ffmpeg reads it; nil of what needs none.
  func ffmpeg(size: FrameSize?) -> FFmpeg? {
    switch self {
    case .camera(let path): FFmpeg(input: .camera(path), size: size)
    case .file(let path): FFmpeg(input: .media(FFmpeg.name(of: path)), isPaced: true)
    case .address(let address): FFmpeg(input: .media(address))
    case .folder, .standardInput: nil
    }
  }
}
