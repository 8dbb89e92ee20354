import PeelPlatform

/// A program started from here, whose output is read. It is ended and waited for when this goes.
struct ChildProcess: ~Copyable {
  /// To be read from.
  let output: Descriptor
  let messages: Descriptor
  private let number: pid_t
  private var ending: Ending?

  enum Ending: Equatable {
    case status(Int32)
    case signal(Int32)
  }

  /// Milliseconds that a program which was asked to end has for it.
  private static let patience = 500
  /// Milliseconds between two looks.
  private static let step = 5

  /// Looks for the program on PATH. Its input is empty.
  init(_ program: String, _ arguments: [String]) throws(SystemError) {
    let output = try Pipe()
    let messages = try Pipe()
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output.writing.number, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, messages.writing.number, STDERR_FILENO)
    // Threads that block signals would hand that on.
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var words = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    var number: pid_t = 0
    let code = unsafe posix_spawnp(&number, program, &actions, &attributes, &words, environ)
    guard code == 0 else { throw SystemError(code: code) }
    self.number = number
    self.output = output.reading
    self.messages = messages.reading
  }

  deinit { if ending == nil { _ = Self.end(number, isAboutTo: false) } }

  /// Asks it to end, and makes it where it does not.
  ///
  /// - Parameter isAboutTo: it has closed its output, and is given time to end by itself, with a status that tells
  ///   something.
  mutating func end(isAboutTo: Bool = false) -> Ending {
    if let ending { return ending }
    let ending = Self.end(number, isAboutTo: isAboutTo)
    self.ending = ending
    return ending
  }

  private static func end(_ number: pid_t, isAboutTo: Bool) -> Ending {
    if isAboutTo, let ending = waited(for: number, patiently: true) { return ending }
    kill(number, SIGTERM)
    if let ending = waited(for: number, patiently: true) { return ending }
    kill(number, SIGKILL)
    return waited(for: number, patiently: false) ?? .signal(SIGKILL)
  }

  /// nil where it has not ended in time.
  private static func waited(for number: pid_t, patiently: Bool) -> Ending? {
    guard patiently else { return waited(for: number, 0) }
    for _ in 0..<patience / step {
      if let ending = waited(for: number, WNOHANG) { return ending }
      usleep(UInt32(step * 1000))
    }
    return nil
  }

  private static func waited(for number: pid_t, _ options: Int32) -> Ending? {
    var status: Int32 = 0
    while true {
      let ended = unsafe waitpid(number, &status, options)
      if ended == 0 { return nil }
      if ended == number { break }
      if errno != EINTR { return .status(0) }
    }
    // As WIFEXITED and its like take it apart, which Swift does not see.
    return status & 0x7F == 0 ? .status(status >> 8 & 0xFF) : .signal(status & 0x7F)
  }
}

/// Both ends of a pipe, neither left to programs started from here.
private struct Pipe: ~Copyable {
  let reading: Descriptor
  let writing: Descriptor

  init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    if unsafe pipe(&ends) != 0 { throw .last }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    reading = Descriptor(taking: ends[0])
    writing = Descriptor(taking: ends[1])
  }
}
