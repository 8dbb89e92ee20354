// The inner loops of the warp, of a scan's colours, of its sharpness, and of the detector's first look. They are the one
// place where C does what Swift could: a whole scan is to cost little more than its JPEGs, and these loops were half of it.
// Target Kernels hands them memory that holds what they ask for; nothing else calls them.
//
// Tried first, in Swift, on an AMD EPYC; times are of a pixel of a scan:
// - bicubic: patches of four floats a sample, 4.5 ns; sums of 16-bit integers as SIMD vectors, 5.2 ns with what every
//   machine has (SSE2), 4.0 ns compiled for AVX2; here 1.2;
// - doubled: spans in, appended out, 0.35 ns; pairs cannot be appended as vectors; here 0.06;
// - colours: 0.35 ns, in vectors of SSE2; here 0.16;
// - coloured: doubled and colours here, 0.25 ns and two planes more; in one 0.19;
// - finished: doubled and colours here, the rest in loops over spans in vectors of SSE2, 1.6 ns; here, with sums of less
//   than a level left in their 16 bits, 0.28;
// - the Laplacian: 0.4 ns, in vectors of SSE2; here 0.09;
// - a photo of 12 MP halved twice: 2.5 ms, since every fourth number is no vector; here 1;
// - its gradients, reduced: 1.6 ms in four passes, in vectors of SSE2; here 0.6 in one; their crests and what is noted of
//   each: 1.5 ms; here 0.4;
// - the edges of a frame, of each that is looked at: 10 ns, as which are marked cannot be guessed; without a branch 20, and in
//   vectors of SSE2 14, since Swift chooses between two numbers by a branch; here 5.
// What makes the difference is AVX2, which can be had for a single function, on machines that have it, in C alone.
//
// Each loop exists twice, for AVX2 and plain, those of rows.h and colours.h from one text, with the same results bit for
// bit: sums are of integers, and what is reckoned in floats takes the same steps in the same order, none of them fused.
#ifndef CKERNELS_H
#define CKERNELS_H

#include <stdint.h>

#include "bt601.h"

/// Part of a plane, or of two planes of one shape: `width` by `height` samples, `stride` bytes from row to row.
/// Sides are below 8192. Nothing else is read, wherever a row's places lie: those outside are moved to the nearest one that
/// has all its neighbours.
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

/// A row of a plane made twice as large, 2 * count samples: three quarters of the nearest sample and one of the next,
/// across and down. `near` and `far` are the plane's nearest row and the next, of `count` samples, 1 or more.
void ckernel_doubled(const uint8_t *near, const uint8_t *far, int32_t count, uint8_t *output);
void ckernel_doubled_plain(const uint8_t *near, const uint8_t *far, int32_t count, uint8_t *output);

/// Red, green and blue of full-range BT.601 (JFIF 1.02), to the nearest level but for what 1/32 of a level makes.
void ckernel_colours(
  const uint8_t *luma, const uint8_t *blue, const uint8_t *red, int32_t count, uint8_t *r, uint8_t *g, uint8_t *b);
void ckernel_colours_plain(
  const uint8_t *luma, const uint8_t *blue, const uint8_t *red, int32_t count, uint8_t *r, uint8_t *g, uint8_t *b);

/// Luma of some rows of pixels and chroma of half the size around them.
typedef struct CKernelHalved {
  const uint8_t *luma, *blue, *red;
  /// How many rows of chroma there are, and which row of pixels comes first, where chroma lies on two each.
  int32_t rows, first;
} CKernelHalved;

/// Red, green and blue likewise of `height` rows of `width` pixels, with chroma brought to full size as by ckernel_doubled,
/// but not to whole levels.
void ckernel_coloured(
  CKernelHalved source, int32_t width, int32_t height, uint8_t *r, uint8_t *g, uint8_t *b);
void ckernel_coloured_plain(
  CKernelHalved source, int32_t width, int32_t height, uint8_t *r, uint8_t *g, uint8_t *b);

/// A straight curve, from 0 at `low` to 255 at `high`, levels both, of which the latter is higher by 75 at least.
typedef struct CKernelLine {
  int16_t low, high;
} CKernelLine;

/// The colours of `height` rows of `width` pixels from an even one on, each channel mapped by a line, made luma and chroma
/// of half the size again: means over 2 by 2 pixels, of which an odd last column or row counts twice. Only the result is
/// whole levels, right but for what 1/8 of a level makes.
void ckernel_finished(
  CKernelHalved source, int32_t width, int32_t height, const CKernelLine lines[3], uint8_t *luma, uint8_t *blue,
  uint8_t *red);
void ckernel_finished_plain(
  CKernelHalved source, int32_t width, int32_t height, const CKernelLine lines[3], uint8_t *luma, uint8_t *blue,
  uint8_t *red);

/// Means of 2 by 2 samples, of `count` such blocks side by side, in sixteenths.
void ckernel_halved(const uint8_t *upper, const uint8_t *lower, int32_t count, int16_t *output);
void ckernel_halved_plain(const uint8_t *upper, const uint8_t *lower, int32_t count, int16_t *output);

/// Means of 4 by 4 samples likewise, of four rows.
void ckernel_quartered(
  const uint8_t *a, const uint8_t *b, const uint8_t *c, const uint8_t *d, int32_t count, int16_t *output);
void ckernel_quartered_plain(
  const uint8_t *a, const uint8_t *b, const uint8_t *c, const uint8_t *d, int32_t count, int16_t *output);

/// Sobel's gradient of the middle one of three rows, times `factor`: where it is longer than what stands there so far, its
/// parts across and down, its squared length and `channel` take that place. The first and the last sample have none.
void ckernel_steeper(
  const int16_t *above, const int16_t *here, const int16_t *below, int32_t count, float factor, float channel, float *x,
  float *y, float *squares, float *channels);
void ckernel_steeper_plain(
  const int16_t *above, const int16_t *here, const int16_t *below, int32_t count, float factor, float channel, float *x,
  float *y, float *squares, float *channels);

/// Of edge points: the place, across and down, and the direction in which the photo gets brighter, of length 1, four
/// numbers each; the change over a sample; the column and the channel; and as bytes, how far the place lies from the middle
/// of the sample, in 1/128, and the direction, in 1/127.
typedef struct CKernelEdges {
  float *edgels, *strengths;
  uint16_t *columns;
  uint8_t *channels;
  int8_t *marks;
} CKernelEdges;

/// Three rows of squared lengths of gradients; of the middle one, which is the `row`th, the parts across and down and the
/// channels, too.
typedef struct CKernelGradients {
  const float *x, *y, *above, *here, *below, *channels;
  int32_t row;
} CKernelGradients;

/// Edge points of a row of `count` gradients: where one has at least the square `limit` and is longer than its two
/// neighbours along the gradient, to a part of a sample by the parabola through the three (Canny 1986). They come from left
/// to right, and the result says how many; `edges` has room for `count`. The first and the last sample have none.
int32_t ckernel_edges(CKernelGradients gradients, int32_t count, float limit, CKernelEdges edges);
int32_t ckernel_edges_plain(CKernelGradients gradients, int32_t count, float limit, CKernelEdges edges);

/// A quad: the homography that takes it to the unit square, by rows; the normals of its top, right, bottom and left side,
/// across and down; how deep beside a side edges are marked, at most 0.4; and from which strength on they count as strong.
typedef struct CKernelFrame {
  float map[9], across[4], down[4], depth, least;
} CKernelFrame;

/// Marks where, within a quad, edges run along its sides, to 25 degrees: `marks` has 80 depths, of 1/200 of the quad, for
/// each side, and a depth has a bit for each of 32 places along the side, and one in its upper half for strong ones.
/// `edgels` and `strengths` are those of ckernel_edges; `chosen` says which `count` of them are looked at.
void ckernel_frame(
  const float *edgels, const float *strengths, const int32_t *chosen, int32_t count, const CKernelFrame *frame,
  uint64_t *marks);
void ckernel_frame_plain(
  const float *edgels, const float *strengths, const int32_t *chosen, int32_t count, const CKernelFrame *frame,
  uint64_t *marks);

/// The sum over a row of the 3 by 3 Laplacian, -1 around and 8 in the middle, and that of its squares, but for the first
/// and the last of `count` samples.
void ckernel_laplacian(
  const uint8_t *above, const uint8_t *here, const uint8_t *below, int32_t count, int64_t *sum, int64_t *squares);
void ckernel_laplacian_plain(
  const uint8_t *above, const uint8_t *here, const uint8_t *below, int32_t count, int64_t *sum, int64_t *squares);

#endif
