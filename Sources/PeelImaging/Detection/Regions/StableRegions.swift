/// Finds regions that are brighter or darker than all that borders on them, and whose area hardly depends on the threshold:
/// maximally stable extremal regions (Matas, Chum, Urban and Pajdla 2002).
///
/// A region's outline is closed, so that a print on a busy table, or one with worn or crumpled sides, shows as one even
/// where its sides are no straight segments.
struct StableRegions {
  struct Parameters: Sendable {
    /// The distance of two thresholds, in sixteenths of a level, for luma and for colour differences.
    var step = (luma: 96, colour: 48)
    /// Greatest growth of a stable region from one threshold to the next.
    var growth = 1.06
    /// Least growth of a region since it was last reported.
    var news = 1.12
    /// Least and greatest area of a region, as a fraction of the plane.
    var area = 0.002...0.9
    /// Most regions to report of a plane's brighter ones, and of its darker ones.
    var limit = 120
  }

  private let width: Int
  private let height: Int
  private let parameters: Parameters

  /// The samples between the starts of two rows: a border on the right, which is never part of a region, keeps rows apart.
  private var stride: Int { width + 1 }

  init(width: Int, height: Int, _ parameters: Parameters) {
    self.width = width
    self.height = height
    self.parameters = parameters
  }

  /// The outline of a region.
  struct Outline {
    /// The region's convex hull, clockwise, in samples of the plane.
    var hull: [Point]
    /// The number of thresholds over which the region hardly grew: how much it differs from what borders on it.
    var thresholds: Int
  }

  /// The outlines of a plane's stable regions.
  ///
  /// - Parameter step: the distance of two thresholds.
  func outlines(_ plane: Plane<Int16>, step: Int) -> [Outline] {
    let levels = Levels(plane, stride: stride, step: step)
    return outlines(levels, isBright: true) + outlines(levels, isBright: false)
  }

  /// The samples of a plane in the order of their levels.
  private struct Levels {
    /// The samples' indices, with rows `stride` apart and a row above the first.
    var samples: [Int32]
    /// Where each level starts in `samples`, and the end.
    var starts: [Int]

    init(_ plane: Plane<Int16>, stride: Int, step: Int) {
      let all = plane.samples.span
      var (least, most) = (Int16.max, Int16.min)
      for i in all.indices {
        least = min(least, all[i])
        most = max(most, all[i])
      }
      let count = all.isEmpty ? 0 : (Int(most) - Int(least)) / step + 1
      // A table instead of a division for each sample.
      let table = (0..<max(0, Int(most) - Int(least) + 1)).map { UInt16($0 / step) }
      let levels = table.span
      var starts = Array(repeating: 0, count: count + 1)
      var samples = Array(repeating: Int32(0), count: all.count)
      var next = starts.mutableSpan
      for i in all.indices { next[Int(levels[Int(all[i] &- least)]) + 1] += 1 }
      for level in 0..<count { next[level + 1] += next[level] }
      var ordered = samples.mutableSpan
      // Each start is moved to its level's end, which is the start of the next.
      for y in 0..<plane.height {
        for x in 0..<plane.width {
          let level = Int(levels[Int(all[y * plane.width + x] &- least)])
          ordered[next[level]] = Int32((y + 1) * stride + x)
          next[level] += 1
        }
      }
      for level in Swift.stride(from: count, to: 0, by: -1) { next[level] = next[level - 1] }
      if count > 0 { next[0] = 0 }
      (self.starts, self.samples) = (starts, samples)
    }
  }

  /// A region at one threshold.
  private struct Region {
    var root: Int32
    var area: Int32
  }

  private func outlines(_ levels: Levels, isBright: Bool) -> [Outline] {
    var forest = RegionForest(count: stride * (height + 2))
    let (least, most) = (
      Int32(parameters.area.lowerBound * Double(width * height)),
      Int32(parameters.area.upperBound * Double(width * height))
    )
    var found: [Outline] = []
    // The regions that are large enough, at the threshold before; the area of each when it was last reported, and its number.
    var regions: [Region] = []
    var reported: [Int32: (area: Int32, index: Int?)] = [:]
    let count = levels.starts.count - 1
    for level in 0..<max(0, count) {
      let level = isBright ? count - 1 - level : level
      forest.add(levels.samples[levels.starts[level]..<levels.starts[level + 1]], stride: stride, least: max(2, least))
      for region in regions where forest.isRoot(region.root) {
        let last = reported[region.root]
        if let last, Double(region.area) < parameters.news * Double(last.area) {
          if let index = last.index { found[index].thresholds += 1 }
          continue
        }
        guard found.count < parameters.limit, region.area <= most,
          Double(forest.area(region.root)) <= parameters.growth * Double(region.area)
        else { continue }
        let hull = hull(forest, region)
        reported[region.root] = (region.area, hull.map { _ in found.count })
        if let hull { found.append(Outline(hull: hull, thresholds: 1)) }
      }
      regions = forest.largeRoots().map { Region(root: $0, area: forest.area($0)) }
    }
    return found
  }

  /// The convex hull of a region; nil if the region spans the plane, as a table does.
  private func hull(_ forest: RegionForest, _ region: Region) -> [Point]? {
    var extents = RowExtents(width: width, height: height)
    forest.visit(region.root, count: Int(region.area)) { index in
      let (y, x) = Int(index).quotientAndRemainder(dividingBy: stride)
      extents.add(x: x, y: y - 1)
    }
    return extents.hull
  }
}
