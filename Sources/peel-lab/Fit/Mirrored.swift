import PeelImaging

// Every photo is a lesson twice, as it is and mirrored: the second has other samples and the same truth.

extension Photo {
  /// With left and right changed over.
  var mirrored: Photo {
    var photo = self
    photo.luma = luma.mirrored
    photo.chroma = chroma.map { chroma in
      let reach = chroma.origin.x + chroma.blue.width * chroma.scale.x
      return Chroma(
        blue: chroma.blue.mirrored, red: chroma.red.mirrored, scale: chroma.scale,
        origin: (width - reach, chroma.origin.y))
    }
    return photo
  }
}

extension Plane {
  fileprivate var mirrored: Plane {
    Plane(width: width, height: height) { y, output in
      let row = row(y)
      for x in row.indices.reversed() { output.append(row[x]) }
    }
  }
}

extension TruePhoto {
  /// The same in the mirrored photo, which is `width` pixels wide. The films are the same in a mirror.
  func mirrored(width: Double) -> TruePhoto {
    var photo = self
    photo.ignored = ignored.map { $0.mirrored(width: width) }
    photo.prints = prints.map { print in
      var print = print
      print.quad = print.quad.mirrored(width: width)
      print.hidden = Set(print.hidden.map { Quad.mirroredCorner[$0] })
      return print
    }
    return photo
  }
}

extension Quad {
  /// Where each corner goes when top left and top right change places, and bottom right and bottom left.
  fileprivate static let mirroredCorner = [1, 0, 3, 2]

  fileprivate func mirrored(width: Double) -> Quad {
    let places = Self.mirroredCorner.map { Point(width - corners[$0].x, corners[$0].y) }
    return Quad(places[0], places[1], places[2], places[3])
  }
}
