extension GlareSearch {
  /// 1 for the cells that lie in a shadow, otherwise 0.
  ///
  /// A veil adds as much light to dark paint as to bright paint; a shadow takes a share of what the paint reflects. So in a
  /// shadow the difference grows with the print's own light, as far as that varies among the darker cells nearby.
  static func shadow(
    _ own: [CellMap], _ rival: [CellMap], where darker: CellMap, _ parameters: Parameters
  ) -> CellMap {
    let (limits, none) = (parameters.shadow, darker.map { _ in 0 })
    let weights = darker.blurred(limits.reach)
    func mean(_ map: CellMap) -> CellMap {
      map.with(darker, *).blurred(limits.reach).with(weights) { $1 > 0 ? $0 / $1 : 0 }
    }
    var (light, difference, variance, growth) = (none, none, none, none)
    for channel in 0..<3 {
      let own = own[channel].map(Tone.light)
      let more = rival[channel].map(Tone.light).with(own, -)
      let (ownMean, moreMean) = (mean(own), mean(more))
      light = light.with(ownMean, +)
      difference = difference.with(moreMean, +)
      variance = variance.with(mean(own.with(own, *)).with(ownMean) { max(0, $0 - $1 * $1) }, +)
      growth = growth.with(mean(own.with(more, *)).with(ownMean.with(moreMean, *), -), +)
    }
    var shadow = none
    for cell in darker.values.indices where darker.values[cell] > 0 {
      let deviation = (variance.values[cell] / 3).squareRoot()
      let step = limits.deviation / 255 * Tone.step(at: light.values[cell] / 3)
      let share = difference.values[cell] / max(light.values[cell], .leastNormalMagnitude)
      let slope = growth.values[cell] / max(variance.values[cell], .leastNormalMagnitude)
      if deviation > step, share > limits.share, slope > limits.growing * share { shadow.values[cell] = 1 }
    }
    return shadow
  }
}
