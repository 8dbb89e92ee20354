import Testing

@testable import PeelImaging

@Suite struct EvidenceTests {
  /// `Evidence.Values` has a fixed size.
  @Test func `every feature has a value`() {
    #expect(Evidence.Feature.allCases.map(\.rawValue) == Array(0..<Evidence.Values.count))
  }

  @Test func `weights are set by name`() {
    let weights = Evidence.Weights(bias: -1, [.picture: 2, .edges: 0.5])
    #expect(weights.bias == -1 && weights[.edges] == 0.5 && weights[.picture] == 2 && weights[.clean] == 0)
  }
}
