internal import CPeelTerminal
import PeelPlatform
import PeelWorkbench

extension Terminal {
  /// The description of a terminal that terminfo doesn't know, but that answers as xterm does. Almost all do.
  private static let usual = "xterm-256color"

  /// Opens the controlling terminal, even if standard input and output are pipes.
  ///
  /// - Parameters:
  ///   - hasMouse: whether to ask for mouse events.
  ///   - graphics: how to draw pictures.
  static func open(hasMouse: Bool, graphics: GraphicsWish) throws(TerminalError) -> Terminal {
    guard let name = unsafe getenv("TERM").map({ unsafe String(cString: $0) }), !name.isEmpty else { throw .unnamed }
    Self.setLocale()
    let isKnown = ControlStrings.isKnown(name)
    let description = isKnown ? name : Self.usual
    guard ControlStrings.isKnown(description) else { throw .unknown(name) }
    let farewell = try ControlStrings.farewell(of: description, WindowTitle(terminal: name))
    let line = TerminalLine(descriptor: unsafe PeelPlatform.open("/dev/tty", O_RDWR | O_CLOEXEC))
    let descriptor = line.descriptor
    guard descriptor >= 0 else { throw isKnown ? .none : .unknown(name) }
    guard let bell = Bell() else {
      PeelPlatform.close(descriptor)
      throw .none
    }
    unsafe farewell.withUnsafeBufferPointer { text in
      unsafe text.withMemoryRebound(to: CChar.self) { text in
        unsafe peel_guard(descriptor, text.baseAddress, text.count, bell.writing)
      }
    }
    guard isKnown || line.tellsAttributes(), let output = unsafe fdopen(dup(descriptor), "w"),
      let input = unsafe fdopen(dup(descriptor), "r"), let screen = unsafe newterm(description, output, input)
    else {
      peel_unguard(0)
      PeelPlatform.close(descriptor)
      throw .unknown(name)
    }
    return unsafe Terminal(
      named: name, hasMouse: hasMouse, graphics: graphics, bell: bell, line: line, screen: screen)
  }
}

/// What a terminal understands, by its name and its description.
struct TerminalKind {
  let strings: ControlStrings
  let title: WindowTitle
  /// Whether mouse events are wanted, and can be had.
  let hasMouse: Bool
  let capabilities: Capabilities
}

/// kitty's keyboard protocol, as far as it's known.
enum KeyboardProtocol {
  /// The terminal hasn't said that it has it.
  case unknown
  case offered
  case used
}
