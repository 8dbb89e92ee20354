extension FlatPrint {
  /// Whether enough of the print's details are found in another print, at the same places.
  ///
  /// - Parameter turns: the turn that is tried first.
  func sharesDetails(with other: FlatPrint, turned turns: QuarterTurns) -> Bool {
    var parameters = Registration.Parameters()
    parameters.halvings = 1
    return QuarterTurns.allCases.contains { more in
      let turns = turns + more
      let size = turns.swapsSides ? (luma.height, luma.width) : (luma.width, luma.height)
      return size == (other.luma.width, other.luma.height)
        && Registration(of: luma.turned(by: turns), to: other.luma, parameters: parameters) != nil
    }
  }
}
