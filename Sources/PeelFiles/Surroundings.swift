internal import PeelPlatform

/// What the program's libraries need from the system. Without it, they end the program with a trap.
package enum Surroundings {
  /// Something that is missing.
  package enum Lack: Error, Equatable {
    /// So few files may be open at the same time.
    case files(Int)
    /// /proc isn't mounted.
    case processes
  }

  /// The least number of files. Dispatch opens one for each of its threads, and each photo is one more.
  package static let leastFiles = 64

  /// Raises the limit on open files if it is too low and may be raised.
  package static func prepare() throws(Lack) {
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
  }
}
