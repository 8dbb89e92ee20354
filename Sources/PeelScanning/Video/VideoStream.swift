package import PeelCodecs
package import PeelFiles
internal import PeelPlatform
internal import Synchronization

/// Why frames stopped coming, or never came.
package enum StreamError: Error, Equatable {
  /// ffmpeg isn't installed.
  case noProgram
  /// ffmpeg could not be started.
  case cannotStart(reason: String)
  /// ffmpeg failed with this message.
  case failed(reason: String)
  /// ffmpeg reached the end but complained.
  case damaged(reason: String)
  /// The run was interrupted.
  case interrupted
  /// ffmpeg sent nothing for so long.
  case stalled(Duration)
  /// The frames could not be read.
  case video(VideoError)
  /// The clip's file can't be opened, or isn't a file.
  case file(FileError)
}

/// Frames from ffmpeg or from standard input. One thread reads it; any other may stop it.
package final class VideoStream: Sendable {
  /// nil for standard input.
  private let child: Mutex<ChildProcess?>
  private let messages: MessageLines?
  private let descriptor: Int32
  private let waiting: Waiting
  /// Whether nothing came for longer than `waiting` allows.
  private let isStalled = Flag()
  /// Whether messages at the end mean damage. Drivers of cameras complain about things that are no fault.
  private let heedsMessages: Bool

  /// The stream on standard input.
  package init() {
    child = Mutex(nil)
    messages = nil
    descriptor = STDIN_FILENO
    heedsMessages = false
    waiting = Waiting()
  }

  /// Starts ffmpeg.
  ///
  /// - Parameter waiting: how long its frames are waited for.
  package init(_ ffmpeg: FFmpeg, _ waiting: Waiting = Waiting()) throws(StreamError) {
    self.waiting = waiting
    heedsMessages =
      switch ffmpeg.input {
      case .camera: false
      case .media, .clip: true
      }
    do throws(SystemError) {
      let child = try ChildProcess(FFmpeg.program, words: ffmpeg.words)
      descriptor = child.output.number
      messages = MessageLines(child.messages.number)
      self.child = Mutex(consume child)
    } catch {
      throw error.code == ENOENT ? .noProgram : .cannotStart(reason: error.reason)
    }
  }

  deinit { stop() }

  /// Waits for the stream to begin.
  package func frames() throws(StreamError) -> VideoFrames<DescriptorStream> {
    let source = DescriptorStream(number: descriptor, waiting: waiting) { [isStalled] in isStalled.set() }
    return try mapping(streamError, VideoFrames(source))
  }

  /// Whether ffmpeg has said so far that it could not decode a part. It then makes something up.
  var hasDamage: Bool { messages?.mention(Self.damage, hasEnded: false) ?? false }

  /// What ffmpeg says of damaged frames, without first letters, which vary. It complains about other things that are no
  /// fault.
  private static let damage = [
    "rror while decoding", "Invalid NAL unit size", "corrupt decoded frame", "concealing ", "rror submitting packet",
  ]

  /// What ffmpeg says of the first frames of videos that were cut out of longer ones, which are no worse for it.
  private static let harmless = ["mmco: unref short failure", "co located POCs unavailable"]

  /// Waits until the next frame begins to come.
  package func waitForFrame() { _ = waitForInput(descriptor) }

  /// The next frame; nil if the stream has ended as it should.
  package func next(of frames: inout VideoFrames<DescriptorStream>) throws(StreamError) -> VideoFrame? {
    do throws(VideoError) {
      if let frame = try frames.next() { return frame }
    } catch {
      throw streamError(error)
    }
    if let reason = failure() { throw .failed(reason: reason) }
    if heedsMessages, let reason = messages?.last(without: Self.harmless) { throw .damaged(reason: reason) }
    return nil
  }

  /// ffmpeg's own message if it failed, because that says more than the error of its stream.
  private func streamError(_ error: VideoError) -> StreamError {
    if let fault = waiting.fault(isStalled: isStalled.isSet) {
      stop()
      return fault
    }
    return switch error {
    case .empty, .cutOff: failure().map { .failed(reason: $0) } ?? .video(error)
    case .notVideo, .damaged, .tooLarge, .unsupported: .video(error)
    }
  }

  /// Why the program failed; nil if it didn't.
  private func failure() -> String? {
    switch child.withLock({ $0?.end(isEnding: true) }) {
    case nil, .status(0): nil
    case .status(let status): messages?.last ?? "it ended with status \(status)"
    case .signal(let signal): "it was ended by signal \(signal)"
    }
  }

  /// Ends the program. The thread that reads then reaches the stream's end.
  package func stop() { child.withLock { _ = $0?.end() } }
}

/// How long output of another program is waited for.
package struct Waiting: Sendable {
  /// The longest time in which nothing comes; nil for any.
  package var patience: Duration?
  /// Whether the output is still wanted.
  package var isWanted: @Sendable () -> Bool = { true }

  package init(patience: Duration? = nil, isWanted: @escaping @Sendable () -> Bool = { true }) {
    (self.patience, self.isWanted) = (patience, isWanted)
  }

  /// Why the output ended before its end; nil if it did by itself.
  func fault(isStalled: Bool) -> StreamError? {
    if isStalled, let patience { return .stalled(patience) }
    return Interruption.signal != nil || !isWanted() ? .interrupted : nil
  }
}

/// The bytes of an open file. Reading waits until they come, until the program is asked to end, or as long as is allowed.
package struct DescriptorStream: ByteStream {
  let number: Int32
  var waiting = Waiting()
  /// Called if nothing came for too long.
  var stall: @Sendable () -> Void = {}

  /// The time between two looks at whether the program is asked to end, in milliseconds.
  private static let interval: Int32 = 100

  package mutating func bytes(_ count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        guard waitForBytes() else { return }
        let size = unsafe read(number, buffer.baseAddress.map { unsafe $0 + filled }, count - filled)
        if size > 0 {
          filled += size
        } else if size == 0 || ![EINTR, EAGAIN].contains(errno) {
          return
        }
      }
    }
  }

  /// Whether bytes came.
  private func waitForBytes() -> Bool {
    if waitForInput(number, milliseconds: 0) { return true }
    let start = ContinuousClock.now
    // A signal interrupts only one thread, which may be another.
    while !waitForInput(number, milliseconds: Self.interval) {
      if Interruption.signal != nil || !waiting.isWanted() { return false }
      if let patience = waiting.patience, ContinuousClock.now - start > patience {
        stall()
        return false
      }
    }
    return true
  }
}

/// What one thread sets and another asks for.
final class Flag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .relaxed) }

  func set() { value.store(true, ordering: .relaxed) }
}
