internal import PeelPlatform

/// The memory that this program may still take.
package enum FreeMemory {
  /// In bytes: what the machine, the control group, or a limit of the process leaves, whichever is least; nil if none of
  /// them is known.
  package static var bytes: Int? {
    [machine, group, process].compactMap(\.self).min().map { max(0, $0) }
  }

  /// What the machine has available without swapping: `MemAvailable` in /proc/meminfo on Linux. Elsewhere half of all
  /// memory.
  private static var machine: Int? {
    if let available = systemText("/proc/meminfo").flatMap({ kilobytes("MemAvailable", in: $0) }) { return available }
    let (pages, size) = (sysconf(Int32(_SC_PHYS_PAGES)), sysconf(Int32(_SC_PAGESIZE)))
    return pages > 0 && size > 0 ? Int(pages) * Int(size) / 2 : nil
  }

  /// What the control group leaves. On Linux the limit and the use are in /sys/fs/cgroup, in version 1 under other names.
  private static var group: Int? {
    groups(systemText("/proc/self/cgroup") ?? "").compactMap { folder in
      func text(_ name: String) -> String? { systemText("\(folder)/\(name)") }
      return left(
        limit: text("memory.max") ?? text("memory.limit_in_bytes"),
        used: text("memory.current") ?? text("memory.usage_in_bytes"), statistics: text("memory.stat"))
    }.min()
  }

  /// The folders of this process's control groups and of all groups that contain them. In a container, the innermost names
  /// are those of the machine, and lead nowhere.
  ///
  /// - Parameter text: lines such as `0::/user.slice/run-1.scope` or, in version 1, `9:memory:/batch/job-1`.
  static func groups(_ text: String) -> [String] {
    var folders: [String] = []
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { continue }
      let isUnified = fields[0] == "0" && fields[1].isEmpty
      guard isUnified || fields[1].split(separator: ",").contains("memory") else { continue }
      var names = fields[2].split(separator: "/")
      while true {
        folders.append((isUnified ? root : root + "/memory") + names.map { "/" + $0 }.joined())
        if names.popLast() == nil { break }
      }
    }
    return folders.isEmpty ? [root, root + "/memory"] : folders
  }

  private static let root = "/sys/fs/cgroup"

  /// What a control group leaves; nil without a limit.
  ///
  /// - Parameters:
  ///   - limit: the limit in bytes, or `max`.
  ///   - used: the use in bytes, with the files that the system keeps in memory.
  ///   - statistics: lines with the parts of the use, such as `inactive_file 1234`, which the system drops when needed.
  static func left(limit: String?, used: String?, statistics: String?) -> Int? {
    guard let limit = limit.flatMap(number), let used = used.flatMap(number) else { return nil }
    let files = statistics?.split(separator: "\n").first { $0.hasPrefix("inactive_file ") }
    let droppable = files.flatMap { $0.split(separator: " ").last }.flatMap { Int($0) } ?? 0
    return max(0, limit - used + min(droppable, used))
  }

  /// What the limits on the process's address space and data leave, as set by `ulimit -v` and `ulimit -d`.
  private static var process: Int? {
    let status = systemText("/proc/self/status")
    #if canImport(Glibc)
      let resources = [(RLIMIT_AS, "VmSize"), (RLIMIT_DATA, "VmData")].map { ($0.rawValue, $1) }
    #else
      let resources = [(RLIMIT_AS, "VmSize"), (RLIMIT_DATA, "VmData")]
    #endif
    return resources.compactMap { resource, name in
      var limit = rlimit()
      guard unsafe getrlimit(.init(resource), &limit) == 0, let most = Int(exactly: limit.rlim_cur), most < .max else {
        return nil
      }
      return most - (status.flatMap { kilobytes(name, in: $0) } ?? 0)
    }.min()
  }

  private static func number(_ text: String) -> Int? { Int(text.filter { $0 != "\n" }) }

  /// The value of a line such as `MemAvailable:  123 kB`, in bytes.
  static func kilobytes(_ name: String, in text: String) -> Int? {
    let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
    let value = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
    return value.flatMap { Int($0) }.map { $0 << 10 }
  }
}

/// The text of a file in which the system tells about itself; nil if it can't be read.
func systemText(_ path: String) -> String? {
  guard let bytes = try? Descriptor(reading: Path(path)).bytes(limit: 1 << 16) else { return nil }
  return String(decoding: bytes, as: UTF8.self)
}
