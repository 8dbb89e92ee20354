import PeelCodecs
import PeelFiles
import PeelScanning

extension Complaint {
  /// A video or camera whose frames could not be read.
  package init(video name: String, _ error: StreamError) {
    let video = Path(name)
    switch error {
    case .noProgram:
      self.init(
        video, "ffmpeg, which reads videos and cameras, isn't installed", NeededPackage.ffmpeg.advice)
    case .cannotStart(let reason):
      self.init(video, "ffmpeg cannot be started: \(reason)", "check that it runs: ffmpeg -version")
    case .interrupted: self.init(video, "interrupted", "run the same command again")
    case .stalled(let time):
      self.init(
        video, "ffmpeg sent nothing for \(time.components.seconds) seconds",
        "check the disk or network it is on, then try again")
    case .damaged(let reason): self.init(video, "ffmpeg cannot read all of it: \(reason)", "copy or send it again")
    case .failed(let reason):
      self.init(video, "ffmpeg failed: \(reason)", "check the name, and that nothing else uses the camera")
    case .video(let error): self.init(video, error.description, error.advice)
    case .file(let error):
      let complaint = Complaint(error)
      self.init(video, complaint.fact, complaint.advice)
    }
  }

  /// A source that `peel live` can't watch.
  package init(_ failure: LiveSource.Failure) {
    switch failure {
    case .noCamera:
      self.init(
        Path("/dev/video0"), "there is no camera", "name a video, a folder, or - for a stream on standard input")
    case .missing(let path): self.init(path, "there is no such file, folder or camera", "check the name")
    }
  }

  /// A picture of a Live Photo, clip or burst that could not be read or saved.
  package init(_ error: FaceError) {
    switch error {
    case .photo(let error): self.init(error)
    case .clip(let path, _) where !exists(path): self.init(FileError(.missing, path))
    case .clip(let path, .failed(let reason)):
      self.init(path, "ffmpeg cannot read it: \(reason)", "copy or send it again")
    case .clip(let path, .file(let error)) where error.fault == .folder:
      self.init(path, "this is a folder, not a video", "name a video in it")
    case .clip(let path, .video(.empty)):
      self.init(path, "it has no video that can be read", "name another file, or copy it again")
    case .clip(let path, let error): self.init(video: path.text, error)
    case .cutOff(let path, nil): self.init(path, "no frame can be read: the file is cut off", "copy or send it again")
    case .cutOff(let path, let seconds?):
      let tenths = Int((10 * min(max(seconds, 0), 1e6)).rounded())
      self.init(
        path, "only the first \(tenths / 10).\(tenths % 10) s can be read: the file is cut off",
        "copy or send it again")
    case .damaged(let path):
      self.init(path, "it is damaged or cut off, so frames may be missing or wrong", "copy or send it again")
    case .changed(let path):
      self.init(
        path, "changed since it was ranked", "run the same command again", atDesk: "press Esc and b to rank it anew")
    case .saving(let error): self.init(error, for: .frames)
    }
  }
}

extension VideoError {
  /// What to do about it.
  fileprivate var advice: String {
    switch self {
    case .empty: "check that it is a video or a camera that works"
    case .notVideo: "make one: ffmpeg -nostdin -i VIDEO -f yuv4mpegpipe -"
    case .damaged, .cutOff: "copy or send it again"
    case .tooLarge: "make it smaller: ffmpeg -nostdin -i VIDEO -vf scale=1920:-2 -f yuv4mpegpipe -"
    case .unsupported: "convert it: ffmpeg -nostdin -i VIDEO -pix_fmt yuv420p -f yuv4mpegpipe -"
    }
  }
}
