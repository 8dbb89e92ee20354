/// Where to compare shots of one print: the place with the strongest edges.
extension FlatPrint {
  /// The part of the print that is left out on each side, so that neither its outline nor its frame counts.
  private static let outskirts = 0.2
  /// The side of the place whose edges are summed, as a share of the print's side.
  private static let place = 0.15

  /// The same place of one print in each of its shots, in photo pixels: where the edges of the first shot are strongest.
  ///
  /// - Parameter shots: shots of one print, the sharpest first.
  package static func details(of shots: [FlatPrint]) -> [Point] {
    guard let first = shots.first else { return [] }
    let (place, likeness) = (first.strongest, Likeness(first.proof.luma))
    return shots.map { shot in
      let turns = likeness.correlation(with: Likeness(shot.proof.luma)).turns
      let quad = shot.quad.turned(by: -turns)
      return Homography(rectangleOf: 1, 1, to: quad)?(place) ?? quad.centre
    }
  }

  /// The middle of the place with the strongest edges, 0…1 across and down.
  private var strongest: Point {
    let edges = edgePicture
    func range(_ size: Int) -> (places: ClosedRange<Int>, side: Int) {
      let margin = Int(Self.outskirts * Double(size))
      let side = max(1, Int(Self.place * Double(size)))
      return (margin...max(margin, size - margin - side), side)
    }
    let (across, down) = (range(edges.width), range(edges.height))
    var best = (sum: -1, x: 0, y: 0)
    for y in down.places {
      for x in across.places {
        var sum = 0
        for line in y..<y + down.side {
          let row = edges.row(line)
          for column in x..<x + across.side { sum &+= Int(row[column]) }
        }
        if sum > best.sum { best = (sum, x, y) }
      }
    }
    return Point(
      (Double(best.x) + Double(across.side) / 2) / Double(edges.width),
      (Double(best.y) + Double(down.side) / 2) / Double(edges.height))
  }
}
