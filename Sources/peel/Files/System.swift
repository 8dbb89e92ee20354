import PeelPlatform

/// A system call that failed.
struct SystemError: Error, Equatable {
  /// As in errno(3).
  let code: Int32

  static var last: SystemError { SystemError(code: errno) }

  var isFullDisk: Bool { [ENOSPC, EDQUOT].contains(code) }

  /// In the system's words, such as "no space left on device".
  var reason: String {
    guard let words = unsafe strerror(code) else { return "error \(code)" }
    let text = unsafe String(cString: words)
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}

/// An open file or folder, closed when it goes out of scope.
struct Descriptor: ~Copyable {
  let number: Int32

  deinit { close(number) }

  enum Kind { case file, folder, other }

  /// Never waits, not even for the other end of a pipe.
  init(reading path: Path) throws(SystemError) {
    try self.init(path, O_RDONLY | O_NONBLOCK)
  }

  /// Makes a file that was not there before, readable and writable as far as the umask allows.
  init(making path: Path) throws(SystemError) {
    try self.init(path, O_WRONLY | O_CREAT | O_EXCL)
  }

  /// Opens a file to add to its end, and makes it when it is missing.
  init(appendingTo path: Path) throws(SystemError) {
    try self.init(path, O_RDWR | O_CREAT | O_APPEND)
  }

  private init(_ path: Path, _ flags: Int32) throws(SystemError) {
    number = unsafe path.withCString { unsafe open($0, flags | O_CLOEXEC, 0o666) }
    if number < 0 { throw .last }
  }

  struct Status: Equatable {
    let kind: Kind
    /// Bytes.
    let size: Int
    /// Nanoseconds, of the last change.
    let changed: Int
    let identity: FileIdentity
    /// Whether any folder still has it.
    let hasName: Bool
  }

  func status() throws(SystemError) -> Status {
    var status = stat()
    if unsafe fstat(number, &status) != 0 { throw .last }
    let kind: Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      default: .other
      }
    return Status(
      kind: kind, size: Int(status.st_size),
      changed: Int(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int(status.st_mtim.tv_nsec),
      identity: FileIdentity(device: UInt64(status.st_dev), number: UInt64(status.st_ino)),
      hasName: status.st_nlink > 0)
  }

  /// All bytes up to the end, or nil when there are more than `limit`.
  func bytes(limit: Int) throws(SystemError) -> [UInt8]? {
    // Room for one more shows that the file ends there.
    var room = min(limit, try status().size) + 1
    var bytes = try piece(atMost: room)
    var length = bytes.count
    while length == room {
      if bytes.count > limit { return nil }
      // A file that has grown, or something else that has no size.
      room = 1 << 18
      let piece = try piece(atMost: room)
      length = piece.count
      bytes += piece
    }
    return bytes.count > limit ? nil : bytes
  }

  /// What follows of so many bytes; fewer where the end comes before.
  private func piece(atMost room: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, length in
      while length < room {
        let count = unsafe read(number, buffer.baseAddress.map { unsafe $0 + length }, room - length)
        if count == 0 { return }
        if count > 0 {
          length += count
        } else if errno != EINTR {
          failure = .last
          return
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }

  func write(_ bytes: [UInt8]) throws(SystemError) {
    try writeAll(bytes, to: number)
  }

  /// Returns when the disk has it all.
  func sync() throws(SystemError) {
    while fsync(number) != 0 {
      if errno != EINTR { throw .last }
    }
  }
}

extension Descriptor {
  enum Hold {
    /// For this program alone.
    case alone
    /// For this program and others that hold it together.
    case together
  }

  /// Claims the open file until it is closed, or the program ends in any way. False when others have claimed it; an
  /// error where the file system has no claims.
  func claim(_ hold: Hold = .alone) throws(SystemError) -> Bool {
    let operation =
      switch hold {
      case .alone: LOCK_EX
      case .together: LOCK_SH
      }
    while flock(number, operation | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      if errno != EINTR { throw .last }
    }
    return true
  }
}

extension Descriptor {
  /// nil of an empty file.
  func lastByte() throws(SystemError) -> UInt8? {
    var byte: UInt8 = 0
    let size = try status().size
    if size == 0 { return nil }
    while unsafe pread(number, &byte, 1, size - 1) < 0 {
      if errno != EINTR { throw .last }
    }
    return byte
  }
}

/// What tells a file or folder from any other, whatever it is called.
struct FileIdentity: Hashable {
  let device: UInt64
  let number: UInt64
}

enum StandardStream {
  case output, messages

  private var number: Int32 {
    switch self {
    case .output: STDOUT_FILENO
    case .messages: STDERR_FILENO
    }
  }

  var isTerminal: Bool { isatty(number) == 1 }

  /// Columns of the terminal; nil where that is not known.
  var columns: Int? {
    var size = winsize()
    guard unsafe ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  static var inputIsTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// A stream that nobody reads any more is let be: the signal that comes with it ends the work.
  func write(_ bytes: [UInt8]) {
    try? writeAll(bytes, to: number)
  }

  func write(_ text: String) { write(Array(text.utf8)) }
}

/// All of standard input, or nil when it holds more than `limit` bytes.
func standardInput(limit: Int) throws(SystemError) -> [UInt8]? {
  let copy = dup(STDIN_FILENO)
  if copy < 0 { throw .last }
  return try Descriptor(taking: copy).bytes(limit: limit)
}

extension Descriptor {
  init(taking number: Int32) { self.number = number }
}

private func writeAll(_ bytes: [UInt8], to number: Int32) throws(SystemError) {
  var done = 0
  while done < bytes.count {
    let count = unsafe bytes.withUnsafeBytes {
      unsafe PeelPlatform.write(number, $0.baseAddress.map { unsafe $0 + done }, $0.count - done)
    }
    if count >= 0 {
      done += count
    } else if errno != EINTR {
      throw .last
    }
  }
}

/// The names in a folder, without `.` and `..`, in no order.
func names(in folder: Path) throws(SystemError) -> [[UInt8]] {
  guard let handle = unsafe folder.withCString({ unsafe opendir($0) }) else { throw .last }
  defer { unsafe closedir(handle) }
  var names: [[UInt8]] = []
  while true {
    errno = 0
    guard let entry = unsafe readdir(handle) else {
      if errno != 0 { throw .last }
      return names
    }
    let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
    if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
  }
}

/// The path from the root, without looking at what lies there.
func absolute(_ path: Path) throws(SystemError) -> Path {
  if path.bytes.first == UInt8(ascii: "/") { return path }
  guard let here = unsafe getcwd(nil, 0) else { throw .last }
  defer { unsafe free(here) }
  return unsafe Path(terminated: here).appending(path.bytes)
}

func makeFolder(_ path: Path) throws(SystemError) {
  if unsafe path.withCString({ unsafe mkdir($0, 0o777) }) != 0 { throw .last }
}

/// Gives the file a second name, which nothing has yet.
func link(_ path: Path, as name: Path) throws(SystemError) {
  let result = unsafe path.withCString { from in unsafe name.withCString { to in unsafe PeelPlatform.link(from, to) } }
  if result != 0 { throw .last }
}

/// Whatever had the new name is gone.
func rename(_ path: Path, to name: Path) throws(SystemError) {
  let result = unsafe path.withCString { from in unsafe name.withCString { to in unsafe PeelPlatform.rename(from, to) }
  }
  if result != 0 { throw .last }
}

func remove(_ path: Path) throws(SystemError) {
  if unsafe path.withCString({ unsafe unlink($0) }) != 0 { throw .last }
}

/// Whether anything has this name, be it a link that leads nowhere.
func exists(_ path: Path) -> Bool {
  var status = stat()
  return unsafe path.withCString { unsafe lstat($0, &status) } == 0
}

/// Whether a folder has this name, or a link leads to one; it need not be readable.
func isFolder(_ path: Path) -> Bool {
  var status = stat()
  return unsafe path.withCString { unsafe stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
}

/// The path from the root on, without links; nil where nothing has that name.
func resolved(_ path: Path) -> Path? {
  unsafe path.withCString { text in
    guard let found = unsafe realpath(text, nil) else { return nil }
    defer { unsafe free(found) }
    return unsafe Path(
      bytes: Array(UnsafeBufferPointer(start: found, count: strlen(found)).map(UInt8.init(bitPattern:))))
  }
}

func environmentVariable(_ name: String) -> Path? {
  guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
  return unsafe Path(bytes: Array(UnsafeBufferPointer(start: value, count: strlen(value)).map(UInt8.init(bitPattern:))))
}

var processNumber: Int32 { getpid() }

/// Seconds of all cores that this program has used.
var processorTime: Double {
  var usage = rusage()
  unsafe getrusage(RUSAGE_SELF.rawValue, &usage)
  func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + 1e-6 * Double(time.tv_usec) }
  return seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

/// Bytes that this program has had in memory at most.
var mostMemory: Int {
  var usage = rusage()
  unsafe getrusage(RUSAGE_SELF.rawValue, &usage)
  return usage.ru_maxrss << 10
}

/// Cores this program may use.
var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

/// What the program was called by.
var programName: Path { argument(0) ?? Path("peel") }

/// The program's arguments as they were given, without its name.
var rawArguments: [Path] { (1..<max(1, Int(CommandLine.argc))).compactMap(argument) }

private func argument(_ index: Int) -> Path? {
  guard index < CommandLine.argc else { return nil }
  return unsafe CommandLine.unsafeArgv[index].map { unsafe Path(terminated: $0) }
}

extension Path {
  fileprivate init(terminated text: UnsafePointer<CChar>) {
    unsafe self.init(bytes: UnsafeBufferPointer(start: text, count: strlen(text)).map(UInt8.init(bitPattern:)))
  }

  /// The bytes end at the first NUL, where the system's calls would end them too.
  fileprivate func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    let terminated = bytes.map { CChar(bitPattern: $0) } + [0]
    return unsafe terminated.withUnsafeBufferPointer { unsafe $0.baseAddress.map { unsafe body($0) } ?? body("") }
  }
}
