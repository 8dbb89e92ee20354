import PeelImaging

/// How a photo is changed before it trains. What makes a quad a print must not depend on it.
enum Variant: CaseIterable {
  /// As it is.
  case plain
  /// With left and right exchanged: the samples of the reduced grid fall otherwise.
  case mirrored
  /// At half its size, as photos that were sent or put on the web.
  case small
  /// With bright and dark lines along edges, as phones sharpen.
  case sharpened
  /// Blurred, with noise, as in poor light.
  case blurred
  /// A quarter of the photo, so that what is small becomes large.
  case upperLeft, upperRight, middle, lowerLeft, lowerRight
  /// One print and a little around it.
  case firstPrint, lastPrint

  /// Whether a photo is also used in this variant. Rendered photos were made in many ways already, and photos without a
  /// print are many.
  func isFor(_ photo: TruePhoto) -> Bool {
    switch self {
    case .plain, .mirrored: true
    case .small, .blurred: photo.isReal
    case .sharpened, .upperLeft, .upperRight, .middle, .lowerLeft, .lowerRight, .firstPrint, .lastPrint:
      photo.isReal && !photo.prints.isEmpty
    }
  }

  /// Those that train the trees of the reduced grid.
  static let judging = [Variant.plain, .mirrored, .firstPrint]

  /// The changed photo and its true corners; nil if a part shows no whole print but parts of some, or nearly all of the
  /// photo.
  func applied(to photo: Photo, _ truth: TruePhoto) -> (Photo, TruePhoto)? {
    switch self {
    case .plain: (photo, truth)
    case .mirrored: (photo.mirrored, truth.mirrored(width: Double(photo.width)))
    case .small: (photo.halved, truth.map { 0.5 * $0 })
    case .sharpened: (photo.mapLuma { $0.sharpened }, truth)
    case .blurred: (photo.mapLuma { $0.blurred.blurred.noisy() }, truth)
    case .upperLeft: photo.quarter(around: Point(0.25, 0.25), truth)
    case .upperRight: photo.quarter(around: Point(0.75, 0.25), truth)
    case .middle: photo.quarter(around: Point(0.5, 0.5), truth)
    case .lowerLeft: photo.quarter(around: Point(0.25, 0.75), truth)
    case .lowerRight: photo.quarter(around: Point(0.75, 0.75), truth)
    case .firstPrint: photo.closeUp(of: truth.prints.first, truth)
    case .lastPrint: truth.prints.count > 1 ? photo.closeUp(of: truth.prints.last, truth) : nil
    }
  }

  /// The sides of a close-up, relative to the box around the print, and the greatest part of the photo that it shows.
  fileprivate static let closeUp = (size: 1.6, most: 0.6)
}

extension Photo {
  /// The quarter around a point, which is given in widths and heights of the photo.
  fileprivate func quarter(around place: Point, _ truth: TruePhoto) -> (Photo, TruePhoto)? {
    part(around: Point(place.x * Double(width), place.y * Double(height)), width / 2, height / 2, truth)
  }

  fileprivate func closeUp(of print: TruePrint?, _ truth: TruePhoto) -> (Photo, TruePhoto)? {
    guard let print else { return nil }
    let box = Rectangle(around: print.quad)
    let (width, height) = (Variant.closeUp.size * box.width, Variant.closeUp.size * box.height)
    guard width * height < Variant.closeUp.most * Double(self.width * self.height) else { return nil }
    let centre = Point(box.minX + box.width / 2, box.minY + box.height / 2)
    return part(around: centre, min(Int(width), self.width), min(Int(height), self.height), truth)
  }

  private func part(around centre: Point, _ width: Int, _ height: Int, _ truth: TruePhoto) -> (Photo, TruePhoto)? {
    let part = part(around: centre, width: width, height: height)
    func isWithin(_ p: Point) -> Bool {
      p.x > -1 && p.y > -1 && p.x < Double(part.photo.width) + 1 && p.y < Double(part.photo.height) + 1
    }
    var moved = truth.map { $0 - (centre - part.point) }
    let cut = moved.prints.filter { !$0.quad.corners.allSatisfy(isWithin) }.map(\.quad)
    moved.prints.removeAll { cut.contains($0.quad) }
    guard !moved.prints.isEmpty || truth.prints.isEmpty else { return nil }
    moved.ignored += cut
    return (part.photo, moved)
  }

  fileprivate func mapLuma(_ change: (Plane<UInt8>) -> Plane<UInt8>) -> Photo {
    var photo = self
    photo.luma = change(luma)
    return photo
  }

  /// Half of the photo's size; a photo with odd chroma origins loses less than a pixel.
  fileprivate var halved: Photo {
    var photo = self
    photo.luma = luma.halved()
    photo.chroma = chroma.map { chroma in
      Chroma(
        blue: chroma.blue.halved(), red: chroma.red.halved(), scale: chroma.scale,
        origin: (chroma.origin.x / 2, chroma.origin.y / 2))
    }
    photo.focalLength = focalLength.map { $0 / 2 }
    return photo
  }
}

extension Plane<UInt8> {
  /// Each sample's mean with its neighbours at a distance of two.
  var blurred: Plane {
    Plane(width: width, height: height) { y, output in
      let rows = (row(Swift.max(0, y - 2)), row(y), row(Swift.min(height - 1, y + 2)))
      for x in 0..<width {
        let (left, right) = (Swift.max(0, x - 2), Swift.min(width - 1, x + 2))
        var sum = Int(rows.0[left]) + Int(rows.0[x]) + Int(rows.0[right])
        sum += Int(rows.1[left]) + Int(rows.1[x]) + Int(rows.1[right])
        sum += Int(rows.2[left]) + Int(rows.2[x]) + Int(rows.2[right])
        output.append(UInt8((sum + 4) / 9))
      }
    }
  }

  /// With 1.5 times the difference from `blurred` added.
  var sharpened: Plane {
    let blurred = blurred
    return Plane(width: width, height: height) { y, output in
      let (row, soft) = (row(y), blurred.row(y))
      for x in 0..<width {
        output.append(UInt8(clamping: Int(row[x]) + 3 * (Int(row[x]) - Int(soft[x])) / 2))
      }
    }
  }

  /// With noise of up to so many levels either way, the same for the same seed.
  func noisy(_ most: Int = 12, seed: Int = 1) -> Plane {
    var state = UInt32(truncatingIfNeeded: seed)
    return Plane(width: width, height: height) { y, output in
      let row = row(y)
      for x in 0..<width {
        state = state &* 1_664_525 &+ 1_013_904_223
        output.append(UInt8(clamping: Int(row[x]) + Int(state >> 16) % (2 * most + 1) - most))
      }
    }
  }
}

extension TruePhoto {
  /// The truth of a photo whose points are moved.
  fileprivate func map(_ move: (Point) -> Point) -> TruePhoto {
    var photo = self
    photo.ignored = ignored.map { $0.map(move) }
    for i in prints.indices { photo.prints[i].quad = prints[i].quad.map(move) }
    return photo
  }
}

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
