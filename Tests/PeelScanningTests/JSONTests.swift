import PeelScanning
import Testing

@Suite struct JSONTests {
  @Test(arguments: [
    (0.0, 3, "0"), (-0.0, 3, "0"), (1.5, 3, "1.5"), (12.0, 3, "12"), (3307.928, 3, "3307.928"), (0.0004, 3, "0"),
    (0.0006, 3, "0.001"), (-0.25, 1, "-0.3"), (-0.25, 2, "-0.25"), (99.9996, 3, "100"), (1.005, 0, "1"),
    (0.05, 3, "0.05"),
  ])
  func numbersHaveAtMostTheirDecimals(_ value: Double, decimals: Int, text: String) {
    #expect(JSON.number(value, decimals: decimals).line == text)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func nonFiniteNumbersAreNull(_ value: Double) {
    #expect(JSON.number(value, decimals: 3).line == "null")
  }

  @Test(arguments: [
    (#"a"b\c"#, #""a\"b\\c""#), ("a\nb\tc\r", #""a\nb\tc\r""#), ("\u{1}\u{1f}", #""\u0001\u001f""#), ("é/😀", #""é/😀""#),
  ])
  func textIsEscaped(_ text: String, quoted: String) {
    #expect(JSON.string(text).line == quoted)
  }

  @Test func membersKeepTheirOrder() {
    let value = JSON.object(["z": .integer(1), "a": .array([.bool(true), .null]), "m": .object([])])
    #expect(value.line == #"{"z":1,"a":[true,null],"m":{}}"#)
  }
}
