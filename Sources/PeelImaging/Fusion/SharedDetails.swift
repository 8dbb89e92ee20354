extension FlatPrint {
  /// Whether enough of the print's details are found in another print, at the same places.
  ///
  /// - Parameter turns: the turn that is tried first.
  func sharesDetails(with other: FlatPrint, turned turns: QuarterTurns) -> Bool {
    var parameters = Registration.Parameters()
    parameters.halvings = 1
    return QuarterTurns.allCases.contains { more in
      let turned = luma.turned(by: turns + more)
      return (turned.width, turned.height) == (other.luma.width, other.luma.height)
        && Registration(of: turned, to: other.luma, parameters: parameters) != nil
    }
  }
}
