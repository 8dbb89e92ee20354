import PeelImaging

// Every photo is used twice, as it is and mirrored: the second has other samples and the same truth.

extension Photo {
  /// The photo with left and right exchanged.
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
  /// The truth of the mirrored photo. Films look the same in a mirror.
  ///
  /// - Parameter width: The photo's width, in pixels.
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
  /// The index of each corner after exchanging top left with top right, and bottom right with bottom left.
  fileprivate static let mirroredCorner = [1, 0, 3, 2]

  fileprivate func mirrored(width: Double) -> Quad {
    let mirrored = Self.mirroredCorner.map { Point(width - corners[$0].x, corners[$0].y) }
    return Quad(mirrored[0], mirrored[1], mirrored[2], mirrored[3])
  }
}
