internal import PeelPlatform
internal import Synchronization

/// A program started from this one, whose output is read. It is ended and waited for when the value is destroyed, together
/// with the programs that it started: they are a process group.
package struct ChildProcess: ~Copyable {
  /// The program's standard output.
  package let output: Descriptor
  /// The program's standard error.
  package let messages: Descriptor
  private let number: pid_t
  private var ending: Ending?

  /// How a program ended.
  package enum Ending: Equatable {
    /// It exited with this status.
    case status(Int32)
    /// This signal ended it.
    case signal(Int32)
  }

  /// How long a program may take to end after it was asked to, in milliseconds.
  private static let patience = 500
  /// The time between two looks at whether it has ended, in milliseconds.
  private static let interval = 5

  /// Held from creating the pipes until the program has started. Swift can't call pipe2(2), so a program started meanwhile
  /// by another thread would inherit the pipes and keep them open.
  private static let all = Mutex(All())

  /// The programs that were started.
  private struct All {
    /// Whether no program may start anymore.
    var isOver = false
    /// The numbers of those that weren't waited for.
    var running: Set<pid_t> = []
  }

  /// Starts a program found on PATH. Its standard input is empty.
  package init(_ program: String, _ arguments: [String]) throws(SystemError) {
    try self.init(program, words: arguments.map { Array($0.utf8) })
  }

  /// Starts a program found on PATH. Its standard input is empty.
  ///
  /// - Parameter words: its arguments, which may be any bytes but NUL.
  package init(_ program: String, words: [[UInt8]]) throws(SystemError) {
    let started = try Self.all.withLock { all throws(SystemError) in
      if all.isOver { throw SystemError(code: EINTR) }
      let started = try Self.start(program, words)
      all.running.insert(started.number)
      return started
    }
    number = started.number
    output = started.output
    messages = started.messages
  }

  /// Kills the programs that are still there. None is started anymore.
  package static func endAll() {
    all.withLock { all in
      all.isOver = true
      for child in all.running { killpg(child, SIGKILL) }
    }
  }

  private struct Started: ~Copyable {
    let number: pid_t
    let output: Descriptor
    let messages: Descriptor
  }

  private static func start(_ program: String, _ arguments: [[UInt8]]) throws(SystemError) -> Started {
    let output = try Pipe()
    let messages = try Pipe()
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output.writing.number, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, messages.writing.number, STDERR_FILENO)
    // The program would inherit the signals that this thread blocks.
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    // Its group is its own, with its number. An interrupt from the terminal then reaches only this program, which ends it.
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    let texts = ([Array(program.utf8)] + arguments).map { word in
      word.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
    }
    var words = unsafe texts.map { unsafe strdup($0) } + [nil]
    defer { while let word = unsafe words.popLast() { unsafe free(word) } }
    var number: pid_t = 0
    let code = unsafe posix_spawnp(&number, program, &actions, &attributes, &words, environ)
    guard code == 0 else { throw SystemError(code: code) }
    Interruption.child.store(number, ordering: .relaxed)
    return Started(number: number, output: output.reading, messages: messages.reading)
  }

  deinit { if ending == nil { _ = Self.end(number, isEnding: false) } }

  /// Asks the program to end, and kills it if it doesn't.
  ///
  /// - Parameter isEnding: it has closed its output; give it time to end by itself, so that its status means something.
  package mutating func end(isEnding: Bool = false) -> Ending {
    if let ending { return ending }
    let ending = Self.end(number, isEnding: isEnding)
    self.ending = ending
    return ending
  }

  private static func end(_ number: pid_t, isEnding: Bool) -> Ending {
    if isEnding, let ending = waitPatiently(for: number) { return ending }
    killpg(number, SIGTERM)
    let ending = waitPatiently(for: number)
    // The programs that it started may ignore the first signal, even if it doesn't.
    killpg(number, SIGKILL)
    return ending ?? wait(for: number, 0) ?? .signal(SIGKILL)
  }

  /// nil if the program didn't end in time.
  private static func waitPatiently(for number: pid_t) -> Ending? {
    for _ in 0..<patience / interval {
      if let ending = wait(for: number, WNOHANG) { return ending }
      usleep(UInt32(interval * 1000))
    }
    return nil
  }

  private static func wait(for number: pid_t, _ options: Int32) -> Ending? {
    var status: Int32 = 0
    while true {
      let ended = unsafe waitpid(number, &status, options)
      if ended == 0 { return nil }
      if ended == number {
        all.withLock { _ = $0.running.remove(number) }
        _ = Interruption.child.compareExchange(expected: number, desired: 0, ordering: .relaxed)
        break
      }
      if errno != EINTR { return .status(0) }
    }
    // As WIFEXITED and its like take it apart. Swift can't import these macros.
    return status & 0x7F == 0 ? .status(status >> 8 & 0xFF) : .signal(status & 0x7F)
  }
}

/// Both ends of a pipe. Programs started from this one inherit neither.
private struct Pipe: ~Copyable {
  let reading: Descriptor
  let writing: Descriptor

  init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    if unsafe pipe(&ends) != 0 { throw .last }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    reading = Descriptor(owning: ends[0])
    writing = Descriptor(owning: ends[1])
  }
}
