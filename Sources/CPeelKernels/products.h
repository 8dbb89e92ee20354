// Sums of products, included once for each kind of machine. TARGET says which instructions it may use.

#include <stdint.h>

/// Eight numbers that the compiler keeps in vectors.
typedef float Eight __attribute__((vector_size(32), aligned(4), may_alias));

/// The products with the filters of one block.
TARGET static inline void products_of_block(
  const float *const rows[4], const float *weights, const float *bias, int32_t count, int32_t step, float *sums
) {
  Eight a = *(const Eight *)bias, b = a, c = a, d = a;
  for (int32_t i = 0; i < count; i++) {
    const Eight weight = *(const Eight *)(weights + 8 * i);
    a += weight * rows[0][i];
    b += weight * rows[1][i];
    c += weight * rows[2][i];
    d += weight * rows[3][i];
  }
  *(Eight *)sums = a;
  *(Eight *)(sums + step) = b;
  *(Eight *)(sums + 2 * step) = c;
  *(Eight *)(sums + 3 * step) = d;
}

/// The products with the filters of two blocks, so that no sum waits for the one before.
TARGET static inline void products_of_two(
  const float *const rows[4], const float *weights, const float *bias, int32_t count, int32_t step, float *sums
) {
  const float *const others = weights + 8 * count;
  Eight a = *(const Eight *)bias, b = a, c = a, d = a, e = *(const Eight *)(bias + 8), f = e, g = e, h = e;
  for (int32_t i = 0; i < count; i++) {
    const Eight weight = *(const Eight *)(weights + 8 * i), other = *(const Eight *)(others + 8 * i);
    a += weight * rows[0][i];
    b += weight * rows[1][i];
    c += weight * rows[2][i];
    d += weight * rows[3][i];
    e += other * rows[0][i];
    f += other * rows[1][i];
    g += other * rows[2][i];
    h += other * rows[3][i];
  }
  *(Eight *)sums = a;
  *(Eight *)(sums + step) = b;
  *(Eight *)(sums + 2 * step) = c;
  *(Eight *)(sums + 3 * step) = d;
  *(Eight *)(sums + 8) = e;
  *(Eight *)(sums + step + 8) = f;
  *(Eight *)(sums + 2 * step + 8) = g;
  *(Eight *)(sums + 3 * step + 8) = h;
}

/// See ckernel_products.
TARGET static inline void products(
  const float *const rows[4], const float *weights, const float *bias, int32_t count, int32_t blocks, float *sums
) {
  const int32_t step = 8 * blocks;
  int32_t block = 0;
  for (; block + 2 <= blocks; block += 2, weights += 16 * count)
    products_of_two(rows, weights, bias + 8 * block, count, step, sums + 8 * block);
  if (block < blocks) products_of_block(rows, weights, bias + 8 * block, count, step, sums + 8 * block);
}
