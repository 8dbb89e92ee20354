/// One plane of a photo, and where its samples lie in the photo.
struct PhotoPlane {
  var plane: Plane<UInt8>
  /// The photo pixels that one sample covers, across and down.
  var scale: Point
  /// The outer corner of the first sample, in photo pixels.
  var origin: Point

  /// The plane halved for as long as neighbouring samples of the scan lie at least `shrink` of its samples apart.
  ///
  /// - Parameter step: the least distance of neighbouring samples of the scan, in photo pixels.
  func reduced(forStep step: Double, shrink: Double) -> PhotoPlane {
    var reduced = self
    while step / max(reduced.scale.x, reduced.scale.y) >= shrink, min(reduced.plane.width, reduced.plane.height) >= 2 {
      reduced = PhotoPlane(plane: reduced.plane.halved(), scale: 2 * reduced.scale, origin: origin)
    }
    return reduced
  }
}

extension Photo {
  var lumaPlane: PhotoPlane { PhotoPlane(plane: luma, scale: Point(1, 1), origin: Point(0, 0)) }

  /// The blue and red difference, which share one grid; nil if the photo is grey.
  var chromaPlanes: (blue: PhotoPlane, red: PhotoPlane)? {
    chroma.map { chroma in
      let scale = Point(Double(chroma.scale.x), Double(chroma.scale.y))
      let origin = Point(Double(chroma.origin.x), Double(chroma.origin.y))
      return (
        PhotoPlane(plane: chroma.blue, scale: scale, origin: origin),
        PhotoPlane(plane: chroma.red, scale: scale, origin: origin)
      )
    }
  }
}
