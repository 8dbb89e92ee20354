import Testing

@testable import PeelFiles

@Suite struct FirstResultTests {
  /// What is asked about may answer otherwise a moment later.
  @Test func eachElementIsAskedAboutOnce() {
    var asked: [Int] = []
    let result = (1...4).firstResult { number -> String? in
      defer { asked.append(number) }
      return number < 3 || asked.contains(number) ? nil : "\(number)"
    }
    #expect(result == "3" && asked == [1, 2, 3])
    #expect((1...4).firstResult { _ in String?.none } == nil)
  }
}
