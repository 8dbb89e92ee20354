import PeelCodecs
import PeelPlatform
import Synchronization

/// Why frames stopped to come, or never did.
enum StreamFault: Error, Equatable {
  /// ffmpeg is not installed.
  case noProgram
  case cannotStart(reason: String)
  /// What ffmpeg said last when it failed.
  case failed(reason: String)
  /// The same, though it went on to the end.
  case damaged(reason: String)
  case video(VideoError)
}

/// Frames from ffmpeg, or from standard input. Read by one thread, while another one may end it.
final class VideoStream: Sendable {
  /// nil for standard input.
  private let child: Mutex<ChildProcess?>
  private let messages: MessageLines?
  private let descriptor: Int32
  /// Drivers of cameras complain of what is no fault.
  private let heedsComplaints: Bool

  /// Of standard input.
  init() {
    child = Mutex(nil)
    messages = nil
    descriptor = STDIN_FILENO
    heedsComplaints = false
  }

  init(_ ffmpeg: FFmpeg) throws(StreamFault) {
    heedsComplaints =
      switch ffmpeg.input {
      case .camera: false
      case .media: true
      }
    do throws(SystemError) {
      let child = try ChildProcess(FFmpeg.program, ffmpeg.arguments)
      descriptor = child.output.number
      messages = MessageLines(child.messages.number)
      self.child = Mutex(consume child)
    } catch {
      throw error.code == ENOENT ? .noProgram : .cannotStart(reason: error.reason)
    }
  }

  deinit { stop() }

  /// Waits for the first of them.
  func frames() throws(StreamFault) -> VideoFrames<DescriptorStream> {
    do throws(VideoError) { return try VideoFrames(DescriptorStream(number: descriptor)) } catch { throw fault(error) }
  }

  /// Waits until the next one begins to come.
  func waitForFrame() { _ = waitsForInput(descriptor) }

  /// nil where the stream has ended as it should.
  func next(of frames: inout VideoFrames<DescriptorStream>) throws(StreamFault) -> VideoFrame? {
    do throws(VideoError) {
      if let frame = try frames.next() { return frame }
    } catch {
      throw fault(error)
    }
    if let reason = failure() { throw .failed(reason: reason) }
    if heedsComplaints, let reason = messages?.last { throw .damaged(reason: reason) }
    return nil
  }

  /// The program's own words say more than what became of its stream.
  private func fault(_ error: VideoError) -> StreamFault {
    switch error {
    case .empty, .cutOff: failure().map { .failed(reason: $0) } ?? .video(error)
    case .notVideo, .damaged, .tooLarge, .unsupported: .video(error)
    }
  }

  /// What a program that has ended by itself complained of; nil where it did not.
  private func failure() -> String? {
    switch child.withLock({ $0?.end(isAboutTo: true) }) {
    case nil, .status(0): nil
    case .status(let status): messages?.last ?? "it ended with status \(status)"
    case .signal(let signal): "it was ended by signal \(signal)"
    }
  }

  /// Ends the program; the thread that reads comes to the stream's end.
  func stop() { child.withLock { _ = $0?.end() } }
}

/// The bytes behind a descriptor, waited for.
struct DescriptorStream: ByteStream {
  let number: Int32

  mutating func bytes(_ count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let size = unsafe read(number, buffer.baseAddress.map { unsafe $0 + filled }, count - filled)
        if size > 0 {
          filled += size
        } else if size < 0, errno == EAGAIN {
          _ = waitsForInput(number)
        } else if size == 0 || errno != EINTR {
          return
        }
      }
    }
  }
}

/// Waits until there is something to read, or nothing more will come; false where `milliseconds` pass before.
func waitsForInput(_ number: Int32, milliseconds: Int32 = -1) -> Bool {
  var watched = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
  while true {
    let count = unsafe poll(&watched, 1, milliseconds)
    if count >= 0 || errno != EINTR { return count > 0 }
  }
}
