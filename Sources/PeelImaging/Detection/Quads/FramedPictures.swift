/// Finds the outlines that a print can have if a quad is its picture.
struct FramedPictures: Sendable {
  /// How far a print's corner may lie outside the reduced grid, in samples.
  private static let margin = 20.0

  let camera: GridCamera
  let films: [FilmFormat]
  let width: Int
  let height: Int

  /// The outline of the print for each film, and each way up, whose picture has the quad's proportions.
  func outlines(around picture: Quad) -> [Quad] {
    guard let ratio = camera.pose(of: picture)?.ratio else { return [] }
    var quads: [Quad] = []
    for film in films {
      for top in 0..<4 {
        let own = top % 2 == 0 ? ratio : 1 / ratio
        let r = film.picture.width / film.picture.height
        guard abs((own / r).squareRoot() - (r / own).squareRoot()) < camera.ratioTolerance else { continue }
        let p = film.picture
        guard let map = Homography(rectangleOf: p.width, p.height, to: picture.turned(by: QuarterTurns(top))) else {
          continue
        }
        let outline = Quad(x: -p.left, y: -p.top, width: film.width, height: film.height)
        let quad = map(outline)
        guard quad.isConvex,
          quad.allSatisfy({
            $0.x > -Self.margin && $0.y > -Self.margin && $0.x < Double(width) + Self.margin
              && $0.y < Double(height) + Self.margin
          })
        else { continue }
        quads.append(quad)
      }
    }
    return quads
  }
}
