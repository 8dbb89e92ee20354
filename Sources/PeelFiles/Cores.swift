internal import PeelPlatform

/// The processor cores that this program may use.
package enum Cores {
  /// The number of cores: those that the scheduler allows, at most the control group's quota and as many as threads can be
  /// started for, and at least 1.
  package static let count = Threads.jobs(max(1, min(allowed, quota ?? .max)))

  /// The number of cores in the scheduler's affinity mask, which is `Cpus_allowed` in /proc/self/status on Linux; the
  /// number of cores online if there is no mask.
  private static var allowed: Int {
    systemText("/proc/self/status").flatMap(allowed(status:)) ?? Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }

  /// The number of cores in the mask in the text of /proc/self/status; nil if it has none.
  static func allowed(status: String) -> Int? {
    let name = "Cpus_allowed:"
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name) }) else { return nil }
    let count = line.dropFirst(name.count).compactMap(\.hexDigitValue).reduce(0) { $0 + $1.nonzeroBitCount }
    return count > 0 ? count : nil
  }

  /// The control group's quota in cores, rounded up; nil if there is none. On Linux it is in /sys/fs/cgroup: in version 2
  /// as `cpu.max` ("200000 100000" or "max 100000"), in version 1 as two files.
  private static var quota: Int? {
    let group = systemText("/proc/self/cgroup")?.split(separator: "\n").first { $0.hasPrefix("0::") }?.dropFirst(3)
    for folder in [group.map { "/sys/fs/cgroup\($0)" }, "/sys/fs/cgroup"].compactMap(\.self) {
      if let quota = systemText(folder + "/cpu.max").flatMap(quota(cpuMax:)) { return quota }
    }
    let folder = "/sys/fs/cgroup/cpu"
    guard let quota = systemText(folder + "/cpu.cfs_quota_us"), let period = systemText(folder + "/cpu.cfs_period_us")
    else {
      return nil
    }
    return Self.quota(cpuMax: quota.filter { $0 != "\n" } + " " + period)
  }

  /// The quota in cores, rounded up, from a line such as `150000 100000`; nil if it isn't limited.
  static func quota(cpuMax line: String) -> Int? {
    let numbers = line.split { $0 == " " || $0 == "\n" }.map { Int($0) }
    guard numbers.count == 2, let quota = numbers[0], let period = numbers[1], quota > 0, period > 0 else { return nil }
    return (quota + period - 1) / period
  }
}
