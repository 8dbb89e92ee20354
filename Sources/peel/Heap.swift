import CPeelMalloc
import PeelFiles
import PeelPlatform

/// Memory that is taken for photos again and again.
enum Heap {
  /// Takes it from one heap that has large pages and keeps what is freed: a scan touches 40 MB for the first time, which
  /// costs a tenth of it page by page. Where the system has no large pages nothing is lost.
  ///
  /// To be called before there are other threads. After the first photo of many the heap's memory is used again, so that
  /// there it makes no difference.
  static func prepare() {
    #if !canImport(Musl)
      let reserve = 64 << 20
      // The threads of many cores would wait for one another.
      if Cores.count <= 4 { _ = mallopt(M_ARENA_MAX, 1) }
      // Larger blocks are mapped each by itself, and given back.
      _ = mallopt(M_MMAP_THRESHOLD, 32 << 20)
      _ = mallopt(M_TRIM_THRESHOLD, Int32(reserve))
      _ = mallopt(M_TOP_PAD, Int32(reserve))
      // More than there is at first, so that the heap grows, and brings the reserve.
      let size = 160 << 10
      let block = unsafe malloc(size)
      // Large pages begin where nothing was touched, as the end of a block was. What lies before is left empty.
      let (page, large) = (Int(getpagesize()), 2 << 20)
      let first = (Int(bitPattern: block) + size + page + large - 1) / large * large
      _ = unsafe realloc(block, first - page - Int(bitPattern: block))
      let end = unsafe Int(bitPattern: sbrk(0)) / large * large
      if first < end { _ = unsafe madvise(UnsafeMutableRawPointer(bitPattern: first), end - first, MADV_HUGEPAGE) }
    #endif
  }
}
