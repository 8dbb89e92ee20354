package import PeelCodecs
internal import PeelFiles
internal import PeelImaging

/// Makes the files of a stereo pair: a photo's bytes and perhaps a depth map's in, the files' bytes out.
package struct StereoMaker: Sendable {
  package var settings: StereoSettings
  package var limits = DecodingLimits()
  /// The number of threads to use. Results don't depend on it.
  package var threads = 1

  package init(_ settings: StereoSettings) { self.settings = settings }

  /// The JPEG quality on libjpeg's scale.
  private static let quality = 92
  /// The longest side of an animation in pixels.
  private static let animationSide = 1080
  /// How long an animation shows each eye's picture, in milliseconds: three changes a second.
  private static let animationDelay = 330

  /// A file to write.
  package struct Made: Sendable {
    /// What follows the stem in the file's name.
    package let suffix: String
    package let bytes: [UInt8]
    /// The picture's size in pixels.
    package let size: (width: Int, height: Int)
  }

  /// What the files were made from.
  package enum Source: Sendable {
    /// A depth map, and the nearness that lies in the picture plane.
    case depth(DepthFacts, mapSize: (width: Int, height: Int), focus: Double)
    /// A true pair: the two pictures of a spatial photo.
    case pair
    /// Two pictures that were aligned; how far points still differ in height, in pixels of the left one, as a root mean
    /// square.
    case aligned(error: Double)
  }

  /// What comes with a photo.
  package enum Companion: Sendable {
    /// The bytes of its depth map.
    case map([UInt8])
    /// The bytes of what the right eye sees, the photo being what the left eye sees.
    case right([UInt8])

    var bytes: [UInt8] {
      switch self {
      case .map(let bytes), .right(let bytes): bytes
      }
    }
  }

  /// The files and what they were made from.
  package struct Outcome: Sendable {
    package let files: [Made]
    package let source: Source
    package let warnings: [String]
  }

  /// Makes the files.
  ///
  /// - Parameters:
  ///   - photo: the bytes of the photo.
  ///   - companion: what comes with it; nil if all is in the photo.
  ///   - name: the photo's name, which goes into the files' metadata.
  package func files(of photo: [UInt8], with companion: Companion?, named name: String) throws(StereoError) -> Outcome {
    if case .right(let right) = companion { return try mounted(decoded(photo), right, name) }
    let contents = try contents(of: photo, companion?.bytes)
    switch contents {
    case .pair(let left, let right):
      if settings.layout == .depth { throw .depth(.pair) }
      let eyes = Eyes(left: left.photo.picture(), right: right.photo.picture()).focused(
        settings.focus, PairAlignment(left: left.photo.luma, right: right.photo.luma), threads: threads)
      let files = try files(eyes.ordered(settings.isSwapped), file(of: left, name))
      return Outcome(files: files, source: .pair, warnings: left.warnings)
    case .depth(let map, let facts):
      let decoded = try decoded(photo)
      let size = (width: map.nearness.width, height: map.nearness.height)
      guard map.fits(width: decoded.photo.width, height: decoded.photo.height) else {
        throw .depth(.otherShape(width: size.width, height: size.height))
      }
      let focus = settings.isExact ? 0 : settings.focus.nearness(in: map)
      return Outcome(
        files: try files(of: decoded, photo, map, focus: focus, file(of: decoded, name)),
        source: .depth(facts, mapSize: size, focus: focus), warnings: decoded.warnings)
    }
  }

  private func decoded(_ bytes: [UInt8]) throws(StereoError) -> PhotoFile {
    try mapping(StereoError.codec, PhotoFile(decoding: bytes, limits: limits))
  }

  /// The files of two pictures that are aligned first.
  private func mounted(_ left: PhotoFile, _ rightBytes: [UInt8], _ name: String) throws(StereoError) -> Outcome {
    let right = try mapping(StereoError.right, PhotoFile(decoding: rightBytes, limits: limits))
    let eyes = Eyes(left: left.photo.picture(), right: right.photo.picture())
    guard let alignment = PairAlignment(left: left.photo.luma, right: right.photo.luma),
      let aligned = eyes.mounted(alignment, settings.focus, threads: threads)
    else { throw .noPair }
    return Outcome(
      files: try files(aligned.ordered(settings.isSwapped), file(of: left, name)),
      source: .aligned(error: alignment.error),
      warnings: left.warnings
        + (left.profile == right.profile ? [] : ["the pictures have different colour profiles; the left one's is used"])
    )
  }

  private func contents(of photo: [UInt8], _ map: [UInt8]?) throws(StereoError) -> StereoContents {
    do throws(DepthError) {
      guard let map else { return try StereoContents(of: photo, limits: limits) }
      return .depth(
        try DepthMap(grey: map, farIsWhite: settings.farIsWhite, isExact: settings.isExact, limits: limits),
        DepthFacts(kind: .file))
    } catch {
      throw map == nil ? .depth(error) : .map(error)
    }
  }

  private func file(of photo: PhotoFile, _ name: String) -> ScanFile {
    var file = ScanFile(of: photo, source: name)
    file.quality = Self.quality
    file.format = settings.chosenFormat == .png ? .png : .jpeg
    return file
  }

  private func files(
    of photo: PhotoFile, _ bytes: [UInt8], _ map: DepthMap, focus: Double, _ file: ScanFile
  ) throws(StereoError) -> [Made] {
    let parallax = Parallax(shift: settings.shift, focus: focus)
    if settings.layout == .depth { return [try depth(map)] }
    if settings.isExact {
      let picture = try mapping(StereoError.codec, Picture(decoding: bytes, limits: limits))
      let rule = WholePixelRule(parallax)
      let eyes = Eyes(left: rule.picture(.left, of: picture, map), right: rule.picture(.right, of: picture, map))
      return try files(eyes.ordered(settings.isSwapped), file)
    }
    if settings.layout == .pair || settings.layout == .mpo, file.format == .jpeg {
      let pair = StereoPair(of: photo.photo, map, parallax, halvesChroma: true, threads: threads)
      let coded = try mapping(StereoError.codec, pair.encoded(as: file, threads: threads))
      let ordered = settings.isSwapped ? (coded.right, coded.left) : coded
      return Self.made(ordered, as: settings.layout, size: (pair.width, pair.height))
    }
    let pair = StereoPair(of: photo.photo, map, parallax, threads: threads).pictures(threads: threads)
    return try files(Eyes(left: pair.left, right: pair.right).ordered(settings.isSwapped), file)
  }

  private static func made(
    _ coded: (left: [UInt8], right: [UInt8]), as layout: StereoLayout, size: (Int, Int)
  ) -> [Made] {
    if layout == .mpo {
      return [Made(suffix: "-stereo.mpo", bytes: MultiPicture.joined(left: coded.left, right: coded.right), size: size)]
    }
    return [
      Made(suffix: "-left.jpg", bytes: coded.left, size: size),
      Made(suffix: "-right.jpg", bytes: coded.right, size: size),
    ]
  }

  private func depth(_ map: DepthMap) throws(StereoError) -> Made {
    do throws(CodecError) {
      var file = ScanFile()
      file.format = .png
      let bytes = settings.coloursMap ? try file.encoded(map.coloured) : try map.png()
      return Made(suffix: "-depth.png", bytes: bytes, size: (map.nearness.width, map.nearness.height))
    } catch {
      throw .codec(error)
    }
  }

  /// The files of both eyes' pictures.
  private func files(_ eyes: Eyes, _ file: ScanFile) throws(StereoError) -> [Made] {
    var file = file
    if settings.layout == .card { file.ppi = settings.ppi }
    let pictures = settings.pictures(of: eyes, caption: caption(file), threads: threads)
    let names: [String]
    switch settings.layout {
    case .wiggle: return [try wiggle(pictures.map { $0.reduced(toLongSide: Self.animationSide) })]
    case .pair, .mpo: names = ["left", "right"]
    case .parallel, .crossed, .anaglyph, .card, .depth: names = [settings.layout.rawValue]
    }
    do throws(CodecError) {
      let made = try zip(names, pictures).map { (name, picture) throws(CodecError) in
        Made(
          suffix: "-\(name).\(settings.chosenFormat.fileExtension)", bytes: try file.encoded(picture),
          size: (picture.width, picture.height))
      }
      return settings.layout == .mpo ? Self.made((made[0].bytes, made[1].bytes), as: .mpo, size: made[0].size) : made
    } catch {
      throw .codec(error)
    }
  }

  /// The caption that was asked for, or the photo's name without its extension.
  private func caption(_ file: ScanFile) -> String {
    settings.caption ?? Path(file.source ?? "").stemAndExtension.stem.text
  }

  private func wiggle(_ pictures: [Picture]) throws(StereoError) -> Made {
    let size = (width: pictures[0].width, height: pictures[0].height)
    let suffix = "-wiggle." + settings.chosenFormat.fileExtension
    var still = ScanFile()
    still.format = .png
    var stills: [[UInt8]] = []
    do throws(CodecError) {
      switch settings.chosenFormat {
      case .gif:
        return Made(suffix: suffix, bytes: try AnimatedGIF(delay: Self.animationDelay).encoded(pictures), size: size)
      case .apng, .jpeg, .png:
        return Made(suffix: suffix, bytes: try AnimatedPNG(delay: Self.animationDelay).encoded(pictures), size: size)
      case .mp4: for picture in pictures { stills.append(try still.encoded(picture)) }
      }
    } catch {
      throw .codec(error)
    }
    do throws(StreamError) {
      let video = try AnimationVideo.encoded(stills, delay: Self.animationDelay)
      return Made(suffix: suffix, bytes: video, size: (size.width / 2 * 2, size.height / 2 * 2))
    } catch {
      throw .video(error)
    }
  }
}

/// Why a stereo pair could not be made.
package enum StereoError: Error, Equatable {
  /// The photo's own depth map can't be used.
  case depth(DepthError)
  /// The depth map's file can't be used.
  case map(DepthError)
  /// The right picture can't be decoded.
  case right(CodecError)
  /// The pictures don't show the same things from two places.
  case noPair
  /// The photo can't be decoded, or a picture can't be encoded.
  case codec(CodecError)
  /// ffmpeg made no video.
  case video(StreamError)
}

extension StereoPair {
  /// Both pictures as JPEGs, encoded in strips, so that they are never in memory as a whole.
  fileprivate func encoded(as file: ScanFile, threads: Int) throws(CodecError) -> (left: [UInt8], right: [UInt8]) {
    guard let coding = try file.strips(width: width, height: height) else {
      let pictures = pictures(threads: threads)
      return (try file.encoded(pictures.left), try file.encoded(pictures.right))
    }
    let strips = coding.rows
    let count = max(1, min(threads, strips.count))
    let shares = onThreads(count) { share in
      Result { () throws(CodecError) in
        try stride(from: share, to: strips.count, by: count).map { (number) throws(CodecError) in
          let drawn = rows(strips[number], isForJPEG: true)
          return (left: try coding.coded(drawn.left.finished), right: try coding.coded(drawn.right.finished))
        }
      }
    }
    let coded = try shares.map { (share) throws(CodecError) in try share.get() }
    let inOrder = strips.indices.map { coded[$0 % count][$0 / count] }
    return (coding.joined(inOrder.map(\.left)), coding.joined(inOrder.map(\.right)))
  }
}

extension [UInt8] {
  fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}
