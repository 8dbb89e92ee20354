// Sums of products, included once for each kind of machine. TARGET says which instructions it may use.

#include <stdint.h>

/// Eight numbers that the compiler keeps in vectors.
typedef float Eight __attribute__((vector_size(32), aligned(4), may_alias));

/// See ckernel_products.
TARGET static inline void products(
  const float *const rows[4], const float *weights, const float *bias, int32_t count, int32_t blocks, float *sums
) {
  for (int32_t block = 0; block < blocks; block++) {
    Eight a = *(const Eight *)(bias + 8 * block), b = a, c = a, d = a;
    for (int32_t i = 0; i < count; i++, weights += 8) {
      const Eight weight = *(const Eight *)weights;
      a += weight * rows[0][i];
      b += weight * rows[1][i];
      c += weight * rows[2][i];
      d += weight * rows[3][i];
    }
    *(Eight *)(sums + 8 * block) = a;
    *(Eight *)(sums + 8 * (blocks + block)) = b;
    *(Eight *)(sums + 8 * (2 * blocks + block)) = c;
    *(Eight *)(sums + 8 * (3 * blocks + block)) = d;
  }
}
