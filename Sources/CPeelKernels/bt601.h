// Full-range ITU-R BT.601, as in JFIF 1.02, in whole numbers.
#ifndef BT601_H
#define BT601_H

enum {
  // What a difference adds to red and blue and takes from green, in 1/16384: 1.402, 1.772, 0.344136 and 0.714136.
  RED_TINT = 22970,
  BLUE_TINT = 29032,
  GREEN_TINT_LESS_BLUE = 5638,
  GREEN_TINT_LESS_RED = 11700,
  // Shares of the colours in luma, 0.299, 0.587 and 0.114, in 1/32768.
  LUMA_OF_RED = 9798,
  LUMA_OF_GREEN = 19235,
  LUMA_OF_BLUE = 3735,
  // A difference is half of its own colour less these parts of the other, 0.168736 and 0.081312, and less the rest of the
  // half of green, in 1/32768.
  BLUE_LESS_RED = 5529,
  RED_LESS_BLUE = 2664,
  HALF = 16384,
};

#endif
