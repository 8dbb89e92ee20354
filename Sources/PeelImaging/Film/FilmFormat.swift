/// A kind of instant film: the size of the print and where the picture lies in it, in millimetres.
public struct FilmFormat: Sendable, Hashable {
  /// As in `peel films` and `--film`.
  public let name: String
  /// What people call it.
  public let title: String
  /// Of the whole print, held with its thick border at the bottom.
  public let width: Double
  public let height: Double
  public let picture: Picture

  /// The visible picture's size and the borders above and left of it.
  public struct Picture: Sendable, Hashable {
    public let width: Double
    public let height: Double
    public let left: Double
    public let top: Double
  }

  /// Width over height of the print.
  public var ratio: Double { width / height }

  /// The picture's outline in millimetres from the print's top left.
  public var pictureOutline: Quad {
    Quad(x: picture.left, y: picture.top, width: picture.width, height: picture.height)
  }

  public static func named(_ name: String) -> FilmFormat? { all.first { $0.name == name } }

  /// Makers' figures; borders of Instax as measured on prints. Outer ratios of three of them lie within 5 %.
  public static let all: [FilmFormat] = [
    FilmFormat(
      name: "polaroid-600", title: "Polaroid SX-70, 600, i-Type", width: 88, height: 107,
      picture: Picture(width: 79, height: 79, left: 4.5, top: 6)),
    FilmFormat(
      name: "polaroid-go", title: "Polaroid Go", width: 53.9, height: 66.6,
      picture: Picture(width: 47, height: 46, left: 3.45, top: 4)),
    FilmFormat(
      name: "polaroid-spectra", title: "Polaroid Spectra, Image", width: 103, height: 102,
      picture: Picture(width: 92, height: 73, left: 5.5, top: 6)),
    FilmFormat(
      name: "instax-mini", title: "Instax Mini", width: 54, height: 86,
      picture: Picture(width: 46, height: 62, left: 4, top: 7)),
    FilmFormat(
      name: "instax-square", title: "Instax Square", width: 72, height: 86,
      picture: Picture(width: 62, height: 62, left: 5, top: 7)),
    FilmFormat(
      name: "instax-wide", title: "Instax Wide", width: 108, height: 86,
      picture: Picture(width: 99, height: 62, left: 4.5, top: 7)),
    FilmFormat(
      name: "pack-film", title: "Pack film: type 100, FP-100", width: 108, height: 85,
      picture: Picture(width: 95, height: 73, left: 6.5, top: 6)),
  ]
}
