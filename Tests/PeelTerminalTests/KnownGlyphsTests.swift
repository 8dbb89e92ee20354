import Testing

@testable import PeelTerminal

@Suite struct KnownGlyphsTests {
  struct Case: Sendable {
    var name = "xterm-256color"
    var variables: [String: String] = [:]
    let hasSextants: Bool
  }

  @Test(arguments: [
    Case(hasSextants: false), Case(name: "xterm-kitty", hasSextants: true), Case(name: "foot-extra", hasSextants: true),
    Case(variables: ["KITTY_WINDOW_ID": "1"], hasSextants: true),
    Case(variables: ["WT_SESSION": "x"], hasSextants: true),
    Case(variables: ["TERM_PROGRAM": "WezTerm"], hasSextants: true),
    Case(variables: ["TERM_PROGRAM": "Apple_Terminal"], hasSextants: false),
    Case(variables: ["VTE_VERSION": "6000"], hasSextants: true),
    Case(variables: ["VTE_VERSION": "5202"], hasSextants: false),
    Case(variables: ["VTE_VERSION": "6000", "XTERM_VERSION": "XTerm(379)"], hasSextants: false),
  ])
  func terminalsThatDrawSextants(_ test: Case) {
    #expect(ControlStrings.drawsSextants(test.name) { test.variables[$0] ?? "" } == test.hasSextants)
  }
}
