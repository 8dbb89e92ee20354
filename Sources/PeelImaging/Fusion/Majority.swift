extension GlareSearch {
  /// The cells in which a shot is darker than two others that agree, because something lies on it or shades it.
  ///
  /// If the two are under glare instead, they have the edge of the brighter part, and this shot hasn't.
  static func outvoted(
    _ luma: CellMap, _ rivalLuma: CellMap, _ rivals: [Int?], _ tolerance: CellMap, _ parameters: Parameters
  ) -> CellMap {
    let (width, height) = (luma.width, luma.height)
    var darker = CellMap(width: width, height: height, 0)
    for cell in luma.values.indices where rivals[cell] != nil {
      let rival = rivalLuma.values[cell]
      if luma.values[cell] + parameters.majority.strong * tolerance.values[cell] < rival, rival < parameters.clipped {
        darker.values[cell] = 1
      }
    }
    // In light, glare leaves the print's own edges as they are.
    let (light, rivalLight) = (luma.map(Tone.light), rivalLuma.map(Tone.light))
    let steps = rivalLight.map(Tone.step)
    let thickness = parameters.majority.thickness
    let thick = darker.eroded(thickness).dilated(thickness)
    var outvoted = CellMap(width: width, height: height, 0)
    // The parts reach a little beyond the cells, to have their edges.
    for part in thick.dilated(parameters.majority.reach).parts {
      var (own, all): (Float, Float) = (0, 0)
      for cell in part {
        let (x, y) = (cell % width, cell / width)
        guard x > 0, y > 0, x < width - 1, y < height - 1 else { continue }
        for (before, after) in [(cell - 1, cell + 1), (cell - width, cell + width)] {
          guard rivals[before] != nil, rivals[after] != nil else { continue }
          let slope = (light.values[after] - light.values[before]) / steps.values[cell]
          let difference = (rivalLight.values[after] - rivalLight.values[before]) / steps.values[cell] - slope
          own -= slope * difference
          all += difference * difference
        }
      }
      guard own > parameters.majority.ownEdge * all else { continue }
      for cell in part { outvoted.values[cell] = 1 }
    }
    return outvoted
  }

  /// 1 for the cells in which three other shots agree on something brighter, otherwise 0: glare isn't alike in three shots.
  static func outnumbered(
    _ shot: Int, _ lumas: [CellMap], _ agreement: Agreement, _ tolerance: CellMap, _ parameters: Parameters
  ) -> CellMap {
    var cells = tolerance.map { _ in 0 }
    let others = lumas.indices.filter { $0 != shot }
    guard others.count > 2 else { return cells }
    for cell in cells.values.indices {
      let least = lumas[shot].values[cell] + parameters.majority.strong * tolerance.values[cell]
      let isOutnumbered = others.contains { other in
        lumas[other].values[cell] > least && others.count { $0 != other && agreement($0, other, cell) } > 1
      }
      if isOutnumbered { cells.values[cell] = 1 }
    }
    return cells.eroded(parameters.majority.thickness).dilated(parameters.majority.thickness + 1)
  }
}

extension CellMap {
  /// The cells above 0, by connected parts.
  var parts: [[Int]] {
    var isFound = values.map { $0 <= 0 }
    var parts: [[Int]] = []
    for start in values.indices where !isFound[start] {
      isFound[start] = true
      var part = [start]
      var next = 0
      while next < part.count {
        for neighbour in neighbours(part[next]) where !isFound[neighbour] {
          isFound[neighbour] = true
          part.append(neighbour)
        }
        next += 1
      }
      parts.append(part)
    }
    return parts
  }
}
