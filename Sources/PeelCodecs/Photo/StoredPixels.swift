internal import PeelImaging

/// A photo's samples as stored in a file, with 8 bits each.
enum StoredPixels {
  case grey(Plane<UInt8>)
  /// Luma and chroma in full-range BT.601.
  case colour(Plane<UInt8>, Chroma)
  /// Cyan, magenta, yellow and black. If inverted, as Adobe writes them, 255 is no ink.
  case inks([Plane<UInt8>], areInverted: Bool)

  /// The kind of samples that a profile for this colour space expects; nil if it isn't for these samples.
  func samples(of space: String) -> ColourTransform.Samples? {
    switch (self, space) {
    case (.grey, "GRAY"): .grey
    // Grey is also a colour, with three equal samples.
    case (.grey, "RGB "), (.colour, "RGB "): .rgb
    case (.inks(_, let areInverted), "CMYK"): areInverted ? .invertedInks : .inks
    case (.grey, _), (.colour, _), (.inks, _): nil
    }
  }

  var spaceName: String {
    switch self {
    case .grey: "grey"
    case .colour: "RGB"
    case .inks: "CMYK"
    }
  }

  /// The samples as luma and chroma, and the RGB profile that they are in. Grey and CMYK profiles are applied, because scans
  /// are RGB; the result is then sRGB.
  ///
  /// - Parameter profile: must fit the samples, or be nil.
  func photo(in profile: [UInt8]?) -> (Photo, profile: [UInt8]?) {
    switch self {
    case .colour(let luma, let chroma): return (Photo(luma: luma, chroma: chroma), profile)
    case .grey(let luma):
      guard let profile, ColourProfile.space(of: profile) == "GRAY",
        let transform = ColourTransform(from: profile, .grey)
      else { return (Photo(luma: luma), profile) }
      return (Photo(luma: luma.mapped(by: transform)), nil)
    case .inks(let inks, let areInverted):
      guard let profile, let transform = ColourTransform(from: profile, areInverted ? .invertedInks : .inks) else {
        let (luma, chroma) = planesFromInks(inks, areInverted: areInverted)
        return (Photo(luma: luma, chroma: chroma), nil)
      }
      let (luma, chroma) = planesFromInks(inks, by: transform)
      return (Photo(luma: luma, chroma: chroma), nil)
    }
  }
}

extension DeepPlanes {
  /// Applies a grey profile, as `StoredPixels.photo(in:)` does. Other profiles change nothing.
  func inSRGB(fromGrey profile: [UInt8]?) -> DeepPlanes {
    guard chroma == nil, let profile, ColourProfile.space(of: profile) == "GRAY",
      let transform = ColourTransform(from: profile, .deepGrey)
    else { return self }
    let levels = transform(Array(0...UInt16.max))
    return DeepPlanes(
      luma: Plane(width: luma.width, height: luma.height) { y, output in
        let row = luma.row(y)
        for x in row.indices { output.append(levels[3 * Int(row[x])]) }
      })
  }
}

extension Plane<UInt8> {
  /// Grey converted to sRGB.
  fileprivate func mapped(by transform: borrowing ColourTransform) -> Plane {
    let levels = transform(Array(0...UInt8.max))
    return Plane(width: width, height: height) { y, output in
      let row = row(y)
      for x in row.indices { output.append(levels[3 * Int(row[x])]) }
    }
  }
}

/// Inks converted to luma and chroma of sRGB.
private func planesFromInks(
  _ inks: [Plane<UInt8>], by transform: borrowing ColourTransform
) -> (luma: Plane<UInt8>, chroma: Chroma) {
  let (cyans, magentas, yellows, blacks) = (inks[0], inks[1], inks[2], inks[3])
  let (width, height) = (cyans.width, cyans.height)
  var planes = RowPlanes<UInt8>(width: width, height: height, colours: 3)
  for y in 0..<height {
    planes.append(
      transform(
        [UInt8](capacity: 4 * width) { output in
          let cyan = cyans.row(y)
          let magenta = magentas.row(y)
          let yellow = yellows.row(y)
          let black = blacks.row(y)
          for x in 0..<width {
            output.append(cyan[x])
            output.append(magenta[x])
            output.append(yellow[x])
            output.append(black[x])
          }
        }))
  }
  guard case .colour(let luma, let chroma) = planes.pixels else { preconditionFailure("three colours") }
  return (luma, chroma)
}
