import Testing

@testable import PeelWorkbench

struct PastingTests {
  private static func roll() -> Model { Model(photos: ["desk.jpg", "table.jpg", "Küche.jpg"]) }

  @Test(arguments: ["q", "E", "desk\n", "\u{1B}[A", ""])
  func pastedTextIsIgnored(_ text: String) {
    var model = Self.roll()
    let sheet = model.item.sheet
    #expect(model.update(.paste(text)).allSatisfy { $0 != .leave })
    #expect(model.message?.text == "pasted text is ignored")
    #expect(model.current == 0 && model.item.sheet == sheet && model.roll.filter == nil)
  }

  @Test(arguments: [
    ("table", "table"), ("table\n", "table"), ("Küche\nq", "Küche"), ("\u{1B}[A\ttab\u{202E}le\r\nq", "[Atable"),
    ("\ndesk", ""), (String(repeating: "a", count: 9999), String(repeating: "a", count: 2000)),
    (String(repeating: "ü", count: 1500), String(repeating: "ü", count: 1000)),
  ])
  func theFilterTakesTheFirstLine(_ text: String, typed: String) {
    var model = Self.roll()
    _ = model.update(.filter)
    _ = model.update(.paste(text))
    #expect(model.roll.filter?.text == typed && model.roll.filter?.isTyping == true)
    let words = "what was pasted is longer: only its first \(typed.count.counted("character")) are taken"
    #expect(model.message?.text == (text.hasPrefix("table") ? nil : words))
  }
}
