import CPeelMalloc
import PeelFiles

/// The memory that photos are decoded into.
enum Heap {
  /// The most cores on which all threads share one heap, and with it the large pages. With more cores, threads would wait
  /// for each other when they allocate.
  private static let mostCoresSharing = 4

  /// Sets up the allocator so that a scan takes about an eighth less time; `heap.c` has the measurements. Call it before
  /// the first thread starts.
  static func prepare() { cpeel_prepare_heap(Cores.count <= mostCoresSharing ? 1 : 0) }
}
