internal import PeelPlatform

/// What the program's libraries need from the system. Without it, they end the program with a trap.
package enum Surroundings {
  /// Something that is missing.
  package enum Lack: Error, Equatable {
    /// So few files may be open at the same time.
    case files(Int)
    /// So few threads can be started.
    case threads(Int)
    /// /proc isn't mounted.
    case processes
  }

  /// The least number of files. Dispatch opens one for each of its threads, and each photo is one more.
  package static let leastFiles = 64

  /// Raises the limit on open files if it is too low and may be raised. Takes the places of standard streams that are
  /// closed, so that no file gets them.
  package static func prepare() throws(Lack) {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
      // A new file gets the lowest free number. This one can't be used the way the stream is, so that using it fails.
      _ = unsafe open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    if unsafe getrlimit(resource, &limit) == 0, limit.rlim_cur < leastFiles {
      limit.rlim_cur = min(limit.rlim_max, rlim_t(leastFiles))
      _ = unsafe setrlimit(resource, &limit)
      if limit.rlim_cur < leastFiles { throw .files(Int(limit.rlim_cur)) }
    }
    #if os(Linux)
      if !exists(Path("/proc/self/task")) { throw .processes }
    #endif
    let threads = Threads.startable(Threads.least)
    if threads < Threads.least { throw .threads(threads) }
  }
}
