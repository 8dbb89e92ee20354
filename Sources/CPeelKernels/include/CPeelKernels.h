// The inner loops of warping a print, of a scan's colours, of its sharpness, of the detector's first stage, and of the
// networks that read faces.
//
// Nowhere else is C used where Swift would do. A scan should take little longer than reading and writing its JPEGs, and
// these loops took half of its time. Only the target PeelKernels calls them, with memory of the required size.
//
// Measured against Swift on an AMD EPYC. Times are per pixel of a scan unless stated otherwise:
// - bicubic: 4.5 ns with patches of four floats per sample; 5.2 ns with 16-bit integers in SIMD vectors of SSE2, 4.0 ns
//   of AVX2; 1.2 ns here.
// - doubled: 0.35 ns with spans in and appended out, because pairs can't be appended as vectors; 0.06 ns here.
// - colours: 0.35 ns in vectors of SSE2; 0.16 ns here.
// - coloured: 0.25 ns and two more planes as doubled and colours; 0.19 ns as one loop here.
// - finished: 1.6 ns as doubled, colours and loops over spans in vectors of SSE2; 0.28 ns here, with sums of fractions
//   of a level kept in 16 bits.
// - laplacian: 0.4 ns in vectors of SSE2; 0.09 ns here.
// - quartered, a photo of 12 MP: 2.5 ms, because taking every fourth number doesn't vectorise; 1 ms here.
// - steeper, the same photo reduced: 1.6 ms in four passes of SSE2; 0.6 ms in one pass here. edges: 1.5 ms; 0.4 ms
//   here.
// - products, per product: 0.045 ns in vectors of SSE2, in Swift and in C; 0.017 ns here, with the sums of two blocks in
//   all registers of AVX2, so that none waits for the one before.
// - frame, per edge point: 10 ns with branches, which can't be predicted; 20 ns without, or 14 ns in vectors of SSE2,
//   because Swift selects with a branch; 5 ns here.
//
// AVX2 makes the difference, and only C can use it in single functions when the machine has it.
//
// Each loop exists for AVX2 and in plain C; those of rows.h, colours.h, finish.h and products.h are compiled twice from one source.
// The results are the same bit for bit: sums are of integers, and floating-point operations are the same, in the same
// order, and never fused.
#ifndef CKERNELS_H
#define CKERNELS_H

#include <stdint.h>

#include "bt601.h"

/// A part of a plane, or of two planes of one shape: `width` by `height` samples, `stride` bytes from row to row. Sides
/// are below 8192. Nothing outside is read: places outside are moved to the nearest one that has all its neighbours.
typedef struct CKernelWindow {
  int32_t stride, width, height;
  /// The sample that places are counted from.
  int32_t origin_x, origin_y;
} CKernelWindow;

/// Where the pixels of a row lie, in samples, whose centres are at whole numbers: pixel k is at
/// ((x + k x_step + k^2 x_square) / w, (y + k y_step + k^2 y_square) / w), where w is 1 + k bend + k^2 bend_square.
typedef struct CKernelRow {
  float x, x_step, x_square, y, y_step, y_square, bend, bend_square;
} CKernelRow;

/// Bicubic interpolation (Keys 1981, a = -1/2) at the places of `count` pixels, rounded to 1/256 of a sample. The
/// window is at least 4 by 4.
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

/// A row of a plane at twice its size, 2 * count samples: three quarters of the nearest sample and a quarter of the
/// next, across and down. `near` and `far` are the plane's nearest row and the next, of `count` samples, 1 or more.
void ckernel_doubled(const uint8_t *near, const uint8_t *far, int32_t count, uint8_t *output);
void ckernel_doubled_plain(const uint8_t *near, const uint8_t *far, int32_t count, uint8_t *output);

/// Red, green and blue from full-range BT.601 (JFIF 1.02). Rounding may be off by 1/32 of a level.
void ckernel_colours(
  const uint8_t *luma, const uint8_t *blue, const uint8_t *red, int32_t count, uint8_t *r, uint8_t *g, uint8_t *b);
void ckernel_colours_plain(
  const uint8_t *luma, const uint8_t *blue, const uint8_t *red, int32_t count, uint8_t *r, uint8_t *g, uint8_t *b);

/// Luma of some rows of pixels, and the half-size chroma around them.
typedef struct CKernelHalved {
  const uint8_t *luma, *blue, *red;
  /// The number of chroma rows, and the first row of pixels, counted from the first row of chroma, which covers two
  /// rows of pixels.
  int32_t rows, first;
} CKernelHalved;

/// Red, green and blue of `height` rows of `width` pixels. Chroma is brought to full size as by ckernel_doubled,
/// without rounding to whole levels in between.
void ckernel_coloured(
  CKernelHalved source, int32_t width, int32_t height, uint8_t *r, uint8_t *g, uint8_t *b);
void ckernel_coloured_plain(
  CKernelHalved source, int32_t width, int32_t height, uint8_t *r, uint8_t *g, uint8_t *b);

/// A straight curve, from 0 at `low` to 255 at `high`, both in 1/64 of a level. `high` is 75 to 255.5 levels higher.
typedef struct CKernelLine {
  int32_t low, high;
} CKernelLine;

/// The colours of `height` rows of `width` pixels, beginning with an even one, with each channel mapped by a line,
/// converted back to luma and half-size chroma: means over 2 by 2 pixels, with an odd last column or row counting
/// double. Only the result is rounded, and may be off by 1/8 of a level.
void ckernel_finished(
  CKernelHalved source, int32_t width, int32_t height, const CKernelLine lines[3], uint8_t *luma, uint8_t *blue,
  uint8_t *red);
void ckernel_finished_plain(
  CKernelHalved source, int32_t width, int32_t height, const CKernelLine lines[3], uint8_t *luma, uint8_t *blue,
  uint8_t *red);

/// Means of 2 by 2 samples in sixteenths, for `count` blocks side by side.
void ckernel_halved(const uint8_t *upper, const uint8_t *lower, int32_t count, int16_t *output);
void ckernel_halved_plain(const uint8_t *upper, const uint8_t *lower, int32_t count, int16_t *output);

/// The same means, rounded to whole levels, halves up.
void ckernel_halved_levels(const uint8_t *upper, const uint8_t *lower, int32_t count, uint8_t *output);
void ckernel_halved_levels_plain(const uint8_t *upper, const uint8_t *lower, int32_t count, uint8_t *output);

/// Means of 4 by 4 samples in sixteenths, for `count` blocks side by side.
void ckernel_quartered(
  const uint8_t *a, const uint8_t *b, const uint8_t *c, const uint8_t *d, int32_t count, int16_t *output);
void ckernel_quartered_plain(
  const uint8_t *a, const uint8_t *b, const uint8_t *c, const uint8_t *d, int32_t count, int16_t *output);

/// The Sobel gradients of the middle one of three rows, times `factor`. Each that is longer than the gradient stored so
/// far replaces it: x, y, squared length and `channel`. The first and the last sample have none.
void ckernel_steeper(
  const int16_t *above, const int16_t *here, const int16_t *below, int32_t count, float factor, float channel, float *x,
  float *y, float *squares, float *channels);
void ckernel_steeper_plain(
  const int16_t *above, const int16_t *here, const int16_t *below, int32_t count, float factor, float channel, float *x,
  float *y, float *squares, float *channels);

/// Edge points: position and direction of brightening, of length 1, four numbers each; the change per sample; the
/// column and the channel; and as bytes, the offset from the centre of the sample in 1/128, and the direction in 1/127.
typedef struct CKernelEdges {
  float *edgels, *strengths;
  uint16_t *columns;
  uint8_t *channels;
  int8_t *marks;
} CKernelEdges;

/// Squared lengths of gradients in three rows, and x, y and channels of the middle one, which is the `row`th.
typedef struct CKernelGradients {
  const float *x, *y, *above, *here, *below, *channels;
  int32_t row;
} CKernelGradients;

/// Finds the edge points of a row of `count` gradients: those of at least the square `limit` that are longer than their
/// two neighbours along the gradient, positioned by the parabola through the three (Canny 1986). Returns their number;
/// they come from left to right. `edges` has room for `count`. The first and the last sample have none.
int32_t ckernel_edges(CKernelGradients gradients, int32_t count, float limit, CKernelEdges edges);
int32_t ckernel_edges_plain(CKernelGradients gradients, int32_t count, float limit, CKernelEdges edges);

/// A quad: the homography that takes it to the unit square, row by row; x and y of the normals of its top, right,
/// bottom and left side; how deep beside a side edges are marked, at most 0.4; and the strength from which they are
/// strong.
typedef struct CKernelFrame {
  float map[9], across[4], down[4], depth, least;
} CKernelFrame;

/// Marks the edges parallel to the sides of a quad, to within 25 degrees. `marks` has 80 depths of 1/200 of the quad for
/// each side. Each depth has a bit for each of 32 sections of the side that has an edge, and in its upper half a bit for
/// each that has a strong edge. `edgels` and `strengths` are those of ckernel_edges; `chosen` has the indices of the
/// `count` edges to mark.
void ckernel_frame(
  const float *edgels, const float *strengths, const int32_t *chosen, int32_t count, const CKernelFrame *frame,
  uint64_t *marks);
void ckernel_frame_plain(
  const float *edgels, const float *strengths, const int32_t *chosen, int32_t count, const CKernelFrame *frame,
  uint64_t *marks);

/// The sums over a row of the 3 by 3 Laplacian (-1 around, 8 in the middle) and of its square, without the first and
/// the last of `count` samples.
void ckernel_laplacian(
  const uint8_t *above, const uint8_t *here, const uint8_t *below, int32_t count, int64_t *sum, int64_t *squares);
void ckernel_laplacian_plain(
  const uint8_t *above, const uint8_t *here, const uint8_t *below, int32_t count, int64_t *sum, int64_t *squares);

/// The products of four rows of `count` numbers with filters, eight in a block: `weights` has a block's weights of the
/// first number, of the second and so on, then those of the next block. `sums` has the sums of the first row with all
/// filters, each added to its `bias`, then those of the second row, and so on.
void ckernel_products(
  const float *const rows[4], const float *weights, const float *bias, int32_t count, int32_t blocks, float *sums);
void ckernel_products_plain(
  const float *const rows[4], const float *weights, const float *bias, int32_t count, int32_t blocks, float *sums);

#endif
