internal import FoundationEssentials
internal import PeelCodecs
internal import PeelFiles
internal import PeelPlatform

/// What ffprobe, which comes with ffmpeg, tells about a clip.
struct ClipFacts: Equatable, Sendable {
  /// The length in seconds; nil if unknown.
  var duration: Double?
  /// The number of frames; nil if unknown.
  var frames: Int?
  /// The number of frames that the file tells itself; nil if it doesn't.
  private var counted: Int?
  /// When each frame is shown, in seconds since the first; nil if they weren't listed.
  var times: [Double]?
  /// The clip's own times of its beginning and of its first frame, in seconds.
  var (start, first) = (0.0, 0.0)
  /// The numbers of the frames at which decoding can begin; empty if they weren't listed.
  var keys: [Int] = []
  /// Whether the file lists where its frames are, so that ffmpeg finds each exactly.
  var isIndexed = true
  /// Whether frames can only be found by counting: their times don't tell in which order they are shown.
  var mustCount = false
  /// Whether the file ends before the clip does. Known only if the frames were listed.
  private(set) var isCutOff = false
  /// How its colours are stored.
  var colour = ClipColour()
  /// The width of a pixel beside its height.
  var pixelShape = 1.0
  /// When the still of a Live Photo was taken, in seconds since the first frame; nil if unknown.
  var stillTime: Double?
  /// Where, when and with what it was taken.
  var origin = ClipOrigin()
  /// What a Live Photo's clip shares with its still.
  var identifier: String?

  /// The longest clip of which all frames are listed, in seconds. Listing takes as long as reading the file.
  static let longestList = 600.0
  /// The longest clip whose frames are listed at once with the other facts, in seconds.
  private static let longestShort = 20.0
  /// The most frames that are counted on: a day at 100 a second.
  private static let mostFrames = 100 * 86_400

  init() {}

  /// Asks about a clip.
  ///
  /// - Parameter listsFrames: whether the times of the frames are asked for, unless the clip is too long.
  init(of clip: Clip, listsFrames: Bool = true, _ waiting: Waiting = Waiting(patience: Clip.patience))
    throws(StreamError)
  {
    try clip.check()
    let (answer, isCutOff) = try Answer.asked(
      Answer.facts + (listsFrames ? ":" + Answer.packets : ""), of: clip,
      ["-read_intervals", "%+\(Int(Self.longestShort))"], waiting)
    try self.init(answer)
    guard listsFrames else { return }
    self.isCutOff = isCutOff
    if let duration, duration <= Self.longestShort {
      list(answer.packets ?? [], of: answer.video?.index)
    } else if duration.map({ $0 <= Self.longestList }) ?? true {
      let (list, isCutOff) = try Answer.asked(
        Answer.packets, of: clip, ["-select_streams", "v:0", "-read_intervals", "%+\(Int(Self.longestList))"], waiting)
      self.isCutOff = isCutOff
      self.list(list.packets ?? [], of: answer.video?.index)
    }
  }

  /// - Throws: `video(.empty)` if there is no video.
  init(_ answer: Answer) throws(StreamError) {
    guard let video = answer.video else { throw .video(.empty) }
    let format = answer.format
    // The container's duration is a stand-in.
    duration = [video.duration, format?.duration].lazy.compactMap { $0.flatMap(Self.positive) }.first
    counted = video.nbFrames.flatMap { Int($0) }.flatMap { (1...Self.mostFrames).contains($0) ? $0 : nil }
    frames = counted
    if frames == nil, let duration, let rate = video.avgFrameRate.flatMap(Self.ratio),
      duration * rate < Double(Self.mostFrames)
    {
      frames = Int((duration * rate).rounded())
    }
    start = format?.startTime.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil } ?? 0
    first = start
    isIndexed =
      format?.formatName.map { Self.indexed.isSuperset(of: $0.split(separator: ",").map(String.init)) } ?? false
    colour = ClipColour(
      transfer: video.colorTransfer, primaries: video.colorPrimaries, matrix: video.colorSpace,
      isFullRange: video.colorRange == "pc")
    pixelShape = video.sampleAspectRatio.flatMap(Self.ratio).flatMap { Self.shapes.contains($0) ? $0 : nil } ?? 1
    stillTime = answer.stillTime(in: duration)
    origin = ClipOrigin(format?.tags ?? [:])
    identifier = format?.tags?["com.apple.quicktime.content.identifier"]
  }

  /// The shapes of pixels that are honoured. Others are errors.
  private static let shapes = 0.25...4.0
  /// The formats, as ffprobe names them, in which ffmpeg finds each frame exactly.
  private static let indexed: Set<String> = ["mov", "mp4", "m4a", "3gp", "3g2", "mj2", "matroska", "webm"]

  /// The share of the frames that a file says it has which must be listed if it isn't cut off.
  private static let leastListed = 0.95

  /// Takes the times of the frames from the list of packets, which is whole.
  private mutating func list(_ packets: [Answer.Packet], of video: Int?) {
    let listed = packets.count { ($0.streamIndex ?? video) == video }
    // AVI files tell their frames first, and ffprobe notices nothing.
    if let counted, listed > 0, Double(listed) < Self.leastListed * Double(counted) - 1 { isCutOff = true }
    // What an edit list cuts off is decoded, but not shown.
    let shown = packets.filter { ($0.streamIndex ?? video) == video && $0.flags?.contains("D") != true }
    let all = shown.compactMap { packet -> (time: Double, isKey: Bool)? in
      guard let time = (packet.ptsTime ?? packet.dtsTime).flatMap({ Double($0) }), time.isFinite else { return nil }
      return (time, packet.flags?.contains("K") == true)
    }
    guard let first = all.map(\.time).min(), all.count == shown.count else { return }
    let sorted = all.sorted { $0.time < $1.time }
    guard duration != nil || (sorted.last?.time ?? 0) - first < Self.longestList - 1 else { return }
    (self.first, times, frames) = (first, sorted.map { $0.time - first }, sorted.count)
    mustCount = Set(shown.map { $0.ptsTime == nil }).count > 1
    keys = sorted.indices.filter { sorted[$0].isKey }
    if let stillTime { self.stillTime = stillTime - first }
    duration = duration ?? times?.last
  }

  private static func positive(_ text: String) -> Double? {
    Double(text).flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
  }

  /// Reads `30/1` or `4:3`; nil unless both are positive.
  private static func ratio(_ text: String) -> Double? {
    let parts = text.split { $0 == "/" || $0 == ":" }.compactMap { positive(String($0)) }
    return parts.count == 2 ? parts[0] / parts[1] : nil
  }
}

extension ClipFacts {
  /// What ffprobe answers, as JSON, in which no tag can be taken for another value.
  struct Answer: Decodable {
    struct Stream: Decodable {
      var index: Int?
      var codecType, codecTagString, nbFrames, startTime, duration, avgFrameRate: String?
      var colorTransfer, colorPrimaries, colorSpace, colorRange, sampleAspectRatio: String?
    }

    struct Format: Decodable {
      var formatName, startTime, duration: String?
      var tags: [String: String]?
    }

    struct Packet: Decodable {
      var streamIndex: Int?
      var ptsTime, dtsTime, flags: String?
    }

    var streams: [Stream]?
    var format: Format?
    var packets: [Packet]?

    /// What is asked for: the streams and the tags, and the packets.
    fileprivate static let facts =
      "stream=index,codec_type,codec_tag_string,nb_frames,start_time,duration,avg_frame_rate,"
      + "color_transfer,color_primaries,color_space,color_range,sample_aspect_ratio:"
      + "format=format_name,start_time,duration:format_tags"
    fileprivate static let packets = "packet=stream_index,pts_time,dts_time,flags"

    private static let program = "ffprobe"
    /// The most bytes of an answer. A packet takes 100, and ten minutes have 36,000 frames at 60 a second.
    private static let limit = 16 << 20
    /// The bytes that are read at once.
    private static let block = 1 << 16

    /// Reads an answer.
    init(_ json: [UInt8]) throws(StreamError) {
      let decoder = JSONDecoder()
      // The names of tags stay as they are.
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      guard let answer = try? decoder.decode(Answer.self, from: Data(json)) else {
        throw .failed(reason: "ffprobe gave no answer that can be read")
      }
      self = answer
    }

    /// What ffprobe says of a file that ends too early: in MP4 and QuickTime, and in Matroska.
    private static let cutOff = ["partial file", "ended prematurely"]

    /// Asks ffprobe. Tells whether the file was found to end too early.
    fileprivate static func asked(
      _ question: String, of clip: Clip, _ options: [String], _ waiting: Waiting
    ) throws(StreamError) -> (answer: Answer, isCutOff: Bool) {
      let words = (["-v", "error"] + options + ["-show_entries", question, "-of", "json=c=1"]).map { Array($0.utf8) }
      var bytes: [UInt8] = []
      var fault: StreamError?
      var isCutOff = false
      do throws(SystemError) {
        var process = try ChildProcess(program, words: words + clip.format + [clip.name])
        let messages = MessageLines(process.messages.number)
        let isStalled = Flag()
        var output = DescriptorStream(number: process.output.number, waiting: waiting) { isStalled.set() }
        while bytes.count <= limit {
          let bytesRead = output.bytes(block)
          bytes += bytesRead
          if bytesRead.count < block { break }
        }
        fault = waiting.fault(isStalled: isStalled.isSet)
        let ending = process.end(isEnding: fault == nil && bytes.count <= limit)
        isCutOff = messages.mention(cutOff, hasEnded: true)
        if fault == nil, ending != .status(0) {
          let last = messages.last ?? "ffprobe failed"
          // The message that names the file does so anyway.
          let name = String(decoding: clip.name, as: UTF8.self).escapingControls + ": "
          fault = .failed(reason: last.hasPrefix(name) ? String(last.dropFirst(name.count)) : last)
        }
      } catch {
        throw error.code == ENOENT ? .noProgram : error.code == EINTR ? .interrupted : .failed(reason: error.reason)
      }
      if let fault { throw fault }
      return (try Answer(bytes), isCutOff)
    }

    /// The video that ffmpeg reads: the first.
    var video: Stream? { streams?.first { $0.codecType == "video" } }

    /// When the still was taken: Live Photos have a metadata track with a single sample at that time.
    fileprivate func stillTime(in duration: Double?) -> Double? {
      let samples = streams?.filter { stream in
        guard stream.codecTagString == "mebx", let length = stream.duration.flatMap({ Double($0) }) else {
          return false
        }
        return length < Self.longestSample
      }
      guard samples?.count == 1, let time = samples?.first?.startTime.flatMap({ Double($0) }), time >= 0,
        time <= duration ?? .infinity
      else { return nil }
      return time
    }

    /// The longest track that has a single sample, in seconds: less than a frame of a video.
    private static let longestSample = 0.02
  }
}
