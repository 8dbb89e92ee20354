// The C library's allocator, set up for photos.
#ifndef CPEEL_MALLOC_H
#define CPEEL_MALLOC_H

/// Makes the heap one region that keeps freed memory and uses large pages. Call it once, before the first thread starts.
///
/// `threads_share` makes all threads allocate from that region. Threads of many cores would wait for each other; glibc's
/// default is eight regions a core.
///
/// Does nothing with other C libraries than glibc.
void cpeel_prepare_heap(int threads_share);

#endif
