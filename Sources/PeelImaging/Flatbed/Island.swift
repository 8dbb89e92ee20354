/// A connected part of what isn't bed.
struct Island {
  var samples: [Int32]
  /// Its convex hull.
  var hull: [Point]
  /// The rectangle around it; nil if that can't be a print.
  var whole: PageCandidate?
}
