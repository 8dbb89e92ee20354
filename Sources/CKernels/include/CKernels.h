// The two inner loops of the warp: where each pixel of a row lies in a plane of 8 bits, and the plane's value there. They
// are the one place where C does what Swift could: a whole scan is to cost little more than its JPEGs, and these loops are
// a third of it.
//
// Tried first, in Swift, over a scan of 5.3 MP on an AMD EPYC: patches of four floats a sample, 4.5 ns a pixel; sums of
// 16-bit integers as SIMD vectors for machines that need have no more than SSE2, 5.2 ns; the same compiled for AVX2 4.0 ns.
// Here 1.6 ns. What makes the difference is AVX2's multiplications and shuffles, which can be had for a single function, on
// machines that have them, in C alone.
//
// Each loop exists twice, for AVX2 and in plain C, with the same results bit for bit: all sums are of integers, and places
// are reckoned in floats by the same steps in the same order, none of them fused.
#ifndef CKERNELS_H
#define CKERNELS_H

#include <stdint.h>

/// Part of a plane, or of two planes of one shape: `width` by `height` samples, `stride` bytes from row to row.
/// Sides are below 8192. Nothing else is read, wherever a row's places lie: those outside are moved to the
/// nearest one that has all its neighbours.
typedef struct CKernelWindow {
  int32_t stride, width, height;
  /// The sample that places are counted from.
  int32_t origin_x, origin_y;
} CKernelWindow;

/// Where the pixels of a row lie, in samples, whose centres are at whole numbers:
/// pixel k at ((x + k x_step) / (1 + k bend), (y + k y_step) / (1 + k bend)).
typedef struct CKernelRow {
  float x, x_step, y, y_step, bend;
} CKernelRow;

/// Bicubic interpolation (Keys 1981, a = -1/2) at each of `count` pixels' places, to the nearest 1/256 of a sample.
/// The window is at least 4 by 4.
void ckernel_bicubic(
  const uint8_t *samples, CKernelWindow window, CKernelRow row, uint8_t *output, int32_t count);
void ckernel_bicubic_plain(
  const uint8_t *samples, CKernelWindow window, CKernelRow row, uint8_t *output, int32_t count);

/// Bilinear interpolation of two planes. The window is at least 2 by 2.
void ckernel_bilinear(
  const uint8_t *first, const uint8_t *second, CKernelWindow window, CKernelRow row, uint8_t *first_output,
  uint8_t *second_output, int32_t count);
void ckernel_bilinear_plain(
  const uint8_t *first, const uint8_t *second, CKernelWindow window, CKernelRow row, uint8_t *first_output,
  uint8_t *second_output, int32_t count);

#endif
