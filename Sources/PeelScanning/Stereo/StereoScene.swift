package import PeelCodecs
internal import PeelFiles
package import PeelImaging

/// A photo with depth, reduced for a screen, whose stereo pictures are made anew whenever settings change.
package struct StereoScene: Sendable {
  private enum Contents: Sendable {
    case depth(Photo, DepthMap)
    case pair(Eyes, PairAlignment?)
  }

  private let contents: Contents
  /// The size of the depth map as the file has it; nil for a spatial photo.
  package let mapSize: (width: Int, height: Int)?

  /// Reads what a photo's file knows about depth. Slow.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - photo: its photo.
  ///   - longSide: about how many pixels the pictures' long side has at most.
  package init(of bytes: [UInt8], _ photo: Photo, longSide: Int, limits: DecodingLimits) throws(StereoError) {
    let found = try mapping(StereoError.depth, StereoContents(of: bytes, limits: limits))
    switch found {
    case .pair(let left, let right):
      let (left, right) = (left.photo.halved(toLongSide: longSide), right.photo.halved(toLongSide: longSide))
      contents = .pair(
        Eyes(left: left.picture(), right: right.picture()), PairAlignment(left: left.luma, right: right.luma))
      mapSize = nil
    case .depth(let map, _):
      let size = (width: map.nearness.width, height: map.nearness.height)
      guard map.fits(width: photo.width, height: photo.height) else {
        throw .depth(.otherShape(width: size.width, height: size.height))
      }
      contents = .depth(photo.halved(toLongSide: longSide), map)
      mapSize = size
    }
  }

  /// The pictures of a layout, as `StereoMaker` writes them: one for each eye, or one of both. A spatial photo has no depth map.
  package func pictures(_ settings: StereoSettings, threads: Int) -> [Picture] {
    switch contents {
    case .depth(_, let map) where settings.layout == .depth: return [map.grey]
    case .depth(let photo, let map):
      let parallax = Parallax(shift: settings.shift, focus: settings.focus.nearness(in: map))
      let pair = StereoPair(of: photo, map, parallax, threads: threads).pictures(threads: threads)
      return pictures(of: Eyes(left: pair.left, right: pair.right), settings, threads)
    case .pair(let eyes, let alignment):
      return pictures(of: eyes.focused(settings.focus, alignment, threads: threads), settings, threads)
    }
  }

  private func pictures(of eyes: Eyes, _ settings: StereoSettings, _ threads: Int) -> [Picture] {
    settings.pictures(of: eyes.ordered(settings.isSwapped), caption: settings.caption ?? "", threads: threads)
  }

  /// The nearness that lies in the picture plane, 0…1; nil for a spatial photo.
  package func nearness(_ focus: StereoFocus) -> Double? {
    if case .depth(_, let map) = contents { focus.nearness(in: map) } else { nil }
  }
}
