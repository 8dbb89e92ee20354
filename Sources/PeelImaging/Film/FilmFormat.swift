/// A kind of instant film: the size of the print and the position of the picture in it, in millimetres.
public struct FilmFormat: Sendable, Hashable {
  /// The name used by `peel films` and `--film`.
  public let name: String
  /// The name on the box.
  public let title: String
  /// The whole print's width, with the thick border at the bottom.
  public let width: Double
  /// The whole print's height, with the thick border at the bottom.
  public let height: Double
  /// Where the picture is in the print.
  public let picture: Picture

  /// The visible picture: its size and the borders to its left and above it.
  public struct Picture: Sendable, Hashable {
    /// The picture's width.
    public let width: Double
    /// The picture's height.
    public let height: Double
    /// The border to the left of the picture.
    public let left: Double
    /// The border above the picture.
    public let top: Double
  }

  /// The print's width over its height.
  public var ratio: Double { width / height }

  /// The picture's outline in millimetres from the print's top left.
  package var pictureOutline: Quad {
    Quad(x: picture.left, y: picture.top, width: picture.width, height: picture.height)
  }

  /// The film that `peel films` lists under a name; nil if no film has it.
  public static func named(_ name: String) -> FilmFormat? { all.first { $0.name == name } }

  /// All known films. Sizes are the makers' figures; borders of Instax are measured on prints. The outer ratios of
  /// three of them differ by less than 5 %.
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
