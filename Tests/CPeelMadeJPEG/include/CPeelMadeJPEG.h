// JPEGs of every kind that cameras and programs write, for tests of the decoder.
#ifndef CPEEL_MADE_JPEG_H
#define CPEEL_MADE_JPEG_H

#include <stddef.h>
#include <stdint.h>

typedef enum CMadeColour { CMadeGrey, CMadeYCC, CMadeRGB, CMadeCMYK, CMadeYCCK } CMadeColour;

typedef struct CMadeSettings {
  int width, height;
  /// What is stored. Rows hold grey; R, G, B for YCC and RGB; C, M, Y, K for CMYK and YCCK.
  CMadeColour colour;
  /// 1 to 100, on libjpeg's scale.
  int quality;
  /// Picture pixels per chroma sample, 1 to 4.
  int chroma_across, chroma_down;
  int is_progressive, is_arithmetic;
  /// Rows of blocks between restart markers, or 0 for none.
  int restart_rows;
} CMadeSettings;

/// Encodes rows without gaps, top row first. The caller frees the result. An error ends the program.
uint8_t *cmade_jpeg(const uint8_t *rows, const CMadeSettings *settings, size_t *count);

#endif
