/// What the judges of one photo's quads share.
struct SearchContext: Sendable {
  let camera: GridCamera
  let colours: ColourGrid
  let edges: EdgePoints
  /// In samples of the reduced grid.
  let border: PhotoBorder
  let parameters: Detector.Parameters
  let model: Detector.Model
  let threads: Int

  /// Photo pixels along one sample of the reduced grid.
  var scale: Double { camera.scale }
  /// The films that a print can be of.
  var films: [FilmFormat] { parameters.films }
}
