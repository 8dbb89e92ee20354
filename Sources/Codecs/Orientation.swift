import Imaging

/// How the stored pixels are to be turned to stand upright, numbered as EXIF and TIFF number it.
public enum Orientation: Int, Sendable, CaseIterable {
  case upright = 1
  case mirrored, rotated180, flipped, transposed, rotated90, transversed, rotated270

  /// The upright picture's x runs along the stored picture's y.
  var swapsSides: Bool { rawValue >= 5 }
  /// The upright picture begins at the stored picture's right edge.
  var startsRight: Bool { [.mirrored, .rotated180, .transversed, .rotated270].contains(self) }
  /// The upright picture begins at the stored picture's bottom edge.
  var startsBelow: Bool { [.rotated180, .flipped, .rotated90, .transversed].contains(self) }
}

extension Plane<UInt8> {
  /// The plane turned upright.
  func turned(_ orientation: Orientation) -> Plane<UInt8> {
    if orientation == .upright { return self }
    return orientation.swapsSides ? sidesSwapped(orientation) : sidesKept(orientation)
  }

  private func sidesKept(_ orientation: Orientation) -> Plane<UInt8> {
    Plane(width: width, height: height) { y, out in
      let source = row(orientation.startsBelow ? height - 1 - y : y)
      if orientation.startsRight {
        for x in source.indices { out.append(source[width - 1 - x]) }
      } else {
        for x in source.indices { out.append(source[x]) }
      }
    }
  }

  private func sidesSwapped(_ orientation: Orientation) -> Plane<UInt8> {
    let source = samples.span
    return Plane(width: height, height: width) { y, out in
      let x = orientation.startsRight ? width - 1 - y : y
      for i in 0..<height { out.append(source[(orientation.startsBelow ? height - 1 - i : i) * width + x]) }
    }
  }
}

extension Photo {
  /// The photo turned upright; `luma` and `chroma` are as stored.
  func turned(_ orientation: Orientation) -> Photo {
    if orientation == .upright { return self }
    var photo = Photo(luma: luma.turned(orientation), focalLength: focalLength)
    if let chroma { photo.chroma = chroma.turned(orientation, photoWidth: width, photoHeight: height) }
    return photo
  }
}

extension Chroma {
  /// Where the sides that samples reach over were at the right or below, they come to lie left or on top: the samples
  /// then begin outside the photo.
  fileprivate func turned(_ orientation: Orientation, photoWidth: Int, photoHeight: Int) -> Chroma {
    let x = orientation.startsRight ? photoWidth - (origin.x + blue.width * scale.x) : origin.x
    let y = orientation.startsBelow ? photoHeight - (origin.y + blue.height * scale.y) : origin.y
    return Chroma(
      blue: blue.turned(orientation), red: red.turned(orientation),
      scale: orientation.swapsSides ? (scale.y, scale.x) : scale,
      origin: orientation.swapsSides ? (y, x) : (x, y))
  }
}
