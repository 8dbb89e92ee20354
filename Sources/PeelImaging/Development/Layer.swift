/// One plane of a photo, and where its samples lie in the photo.
struct Layer {
  var plane: Plane<UInt8>
  /// Photo pixels that one sample covers.
  var scale: Point
  /// Outer corner of the first sample, in photo pixels.
  var origin: Point

  /// Reduced by averages of 2 × 2 as long as neighbouring samples of the scan still lie `shrink` or more apart.
  ///
  /// - Parameter step: photo pixels between neighbouring samples of the scan, where they lie closest, along the
  ///   direction in which they do.
  func reduced(forStep step: Double, shrink: Double) -> Layer {
    var layer = self
    while step / max(layer.scale.x, layer.scale.y) >= shrink, min(layer.plane.width, layer.plane.height) >= 2 {
      layer = Layer(plane: layer.plane.halved(), scale: 2 * layer.scale, origin: origin)
    }
    return layer
  }
}

extension Photo {
  var lumaLayer: Layer { Layer(plane: luma, scale: Point(1, 1), origin: Point(0, 0)) }

  /// Blue and red difference, which lie on one grid; nil of a grey photo.
  var chromaLayers: (blue: Layer, red: Layer)? {
    chroma.map { chroma in
      let scale = Point(Double(chroma.scale.x), Double(chroma.scale.y))
      let origin = Point(Double(chroma.origin.x), Double(chroma.origin.y))
      return (
        Layer(plane: chroma.blue, scale: scale, origin: origin), Layer(plane: chroma.red, scale: scale, origin: origin)
      )
    }
  }
}

extension Plane<UInt8> {
  /// Averages of 2 × 2 samples; an odd last column or row counts double.
  func halved() -> Plane {
    let (w, h) = ((width + 1) / 2, (height + 1) / 2)
    return Plane(width: w, height: h) { y, output in
      let upper = row(2 * y)
      let lower = row(min(2 * y + 1, height - 1))
      for x in 0..<width / 2 {
        let sum =
          UInt16(upper[2 * x]) &+ UInt16(upper[2 * x + 1]) &+ UInt16(lower[2 * x]) &+ UInt16(lower[2 * x + 1])
        output.append(UInt8(truncatingIfNeeded: (sum &+ 2) >> 2))
      }
      if width % 2 == 1 {
        output.append(UInt8((UInt16(upper[width - 1]) + UInt16(lower[width - 1]) + 1) / 2))
      }
    }
  }
}
