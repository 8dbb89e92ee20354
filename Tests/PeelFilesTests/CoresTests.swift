import Testing

@testable import PeelFiles

@Suite struct CoresTests {
  @Test(
    arguments: [
      ("Name:\tpeel\nCpus_allowed_list:\t0-7\nCpus_allowed:\t3\n", 2),
      ("Cpus_allowed:\t00000000,000000ff\n", 8), ("Cpus_allowed:\tff,ffffffff\n", 40),
      ("Cpus_allowed:\t8\n", 1), ("Cpus_allowed:\t0\n", nil), ("Cpus_allowed_list:\t0-7\n", nil), ("", nil),
    ] as [(String, Int?)])
  func allowedCoresAreCounted(status: String, count: Int?) { #expect(Cores.allowed(status: status) == count) }

  @Test(
    arguments: [
      ("200000 100000\n", 2), ("150000 100000\n", 2), ("100001 100000", 2), ("100000 100000", 1), ("50000 100000", 1),
      ("max 100000\n", nil), ("-1 100000", nil), ("0 100000", nil), ("100000 0", nil), ("100000", nil), ("", nil),
    ] as [(String, Int?)])
  func quotasAreRoundedUp(line: String, count: Int?) { #expect(Cores.quota(cpuMax: line) == count) }

  @Test func atLeastOneCoreIsUsed() { #expect(Cores.count >= 1) }
}
