// Full-range ITU-R BT.601, as in JFIF 1.02 (ITU-T T.871, section 7), in whole numbers. The Swift definition is
// Sources/PeelImaging/Image/BT601.swift; a test compares the two.
#ifndef BT601_H
#define BT601_H

enum {
  // What a difference adds to red and blue and takes from green, in 1/16384: 1.402, 1.772, 0.344136 and 0.714136.
  BT601_RED_TINT = 22970,
  BT601_BLUE_TINT = 29032,
  BT601_GREEN_TINT_LESS_BLUE = 5638,
  BT601_GREEN_TINT_LESS_RED = 11700,
  // The shares of the colours in luma, in 1/32768: 0.299, 0.587 and 0.114.
  BT601_LUMA_OF_RED = 9798,
  BT601_LUMA_OF_GREEN = 19235,
  BT601_LUMA_OF_BLUE = 3735,
  // A difference is half of its own colour, less these parts of the other, 0.168736 and 0.081312, and the rest of a half
  // of green, in 1/32768.
  BT601_BLUE_LESS_RED = 5529,
  BT601_RED_LESS_BLUE = 2664,
  BT601_HALF = 16384,
};

#endif
