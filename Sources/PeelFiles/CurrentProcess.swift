internal import PeelPlatform

/// This program's name, arguments, environment and use of resources.
package enum CurrentProcess {
  /// The name it was started by.
  package static var name: Path { argument(0) ?? Path("peel") }

  /// Its arguments as they were given, without its name.
  package static var arguments: [Path] { (1..<max(1, Int(CommandLine.argc))).compactMap(argument) }

  /// The system's number of this process.
  package static var number: Int32 { getpid() }

  /// The value of an environment variable; nil if it isn't set or is empty.
  package static func environment(_ name: String) -> Path? {
    guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
    return unsafe Path(terminated: value)
  }

  /// The processor time used so far, in seconds over all cores.
  package static var processorTime: Double {
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + 1e-6 * Double(time.tv_usec) }
    let usage = usage
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  /// The largest amount of memory in use so far, in bytes.
  package static var peakMemory: Int {
    #if canImport(Darwin)
      usage.ru_maxrss
    #else
      usage.ru_maxrss << 10
    #endif
  }

  private static var usage: rusage {
    var usage = rusage()
    #if canImport(Glibc)
      unsafe getrusage(RUSAGE_SELF.rawValue, &usage)
    #else
      unsafe getrusage(RUSAGE_SELF, &usage)
    #endif
    return usage
  }

  private static func argument(_ index: Int) -> Path? {
    guard index < CommandLine.argc else { return nil }
    return unsafe CommandLine.unsafeArgv[index].map { unsafe Path(terminated: $0) }
  }
}

/// The folders for a person's own files, as in the XDG Base Directory Specification.
package enum PersonalFolder {
  /// The folder for what peel remembers: `$XDG_STATE_HOME/peel`, by default `~/.local/state/peel`.
  package static var state: Path? { folder("XDG_STATE_HOME", orInHome: ".local/state") }

  /// The folder for settings: `$XDG_CONFIG_HOME/peel`, by default `~/.config/peel`.
  package static var configuration: Path? { folder("XDG_CONFIG_HOME", orInHome: ".config") }

  /// nil if the person has no home. Relative names are ignored, as the specification says.
  private static func folder(_ variable: String, orInHome name: String) -> Path? {
    func whole(_ path: Path?) -> Path? { path.flatMap { $0.bytes.first == UInt8(ascii: "/") ? $0 : nil } }
    let folder =
      whole(CurrentProcess.environment(variable)) ?? whole(CurrentProcess.environment("HOME"))?.appending(name)
    return folder?.appending("peel")
  }
}

extension Path {
  /// The paths that arguments name. The parser replaces bytes that aren't UTF-8, so those are taken from the program's
  /// own arguments.
  package static func given(_ arguments: [String]) -> [Path] {
    var raw = CurrentProcess.arguments
    return arguments.map { argument in
      guard argument.unicodeScalars.contains("\u{FFFD}"),
        let index = raw.firstIndex(where: { $0.text == argument })
      else { return Path(argument) }
      return raw.remove(at: index)
    }
  }
}
