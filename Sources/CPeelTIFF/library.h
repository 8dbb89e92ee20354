// The functions of libtiff, through pointers that are set when the library is needed first.
#ifndef CTIFF_LIBRARY_H
#define CTIFF_LIBRARY_H

#include <tiffio.h>

// The libtiff functions in use. All are in version 4.5 and in 4.1, from 2019.
#define FUNCTIONS(each) \
  each(TIFFClientOpen) \
  each(TIFFClose) \
  each(TIFFGetField) \
  each(TIFFGetFieldDefaulted) \
  each(TIFFSetField) \
  each(TIFFSetErrorHandler) \
  each(TIFFSetErrorHandlerExt) \
  each(TIFFSetWarningHandler) \
  each(TIFFIsTiled) \
  each(TIFFIsCODECConfigured) \
  each(TIFFTileSize64) \
  each(TIFFStripSize64) \
  each(TIFFNumberOfStrips) \
  each(TIFFNumberOfTiles) \
  each(TIFFGetStrileOffset) \
  each(TIFFGetStrileByteCount) \
  each(TIFFScanlineSize64) \
  each(TIFFComputeTile) \
  each(TIFFReadEncodedTile) \
  each(TIFFReadScanline) \
  each(TIFFReadRGBAImageOriented) \
  each(TIFFWriteScanline) \
  each(TIFFFlush) \
  each(TIFFRGBAImageOK)

#define CTIFF_POINTER(name) __typeof__(&name) name;
extern struct CTIFFLibrary { FUNCTIONS(CTIFF_POINTER) } ctiff_library;
#define library ctiff_library

/// Loads libtiff unless that was done. Returns 0 if it can't be loaded.
///
/// What is passed to libtiff as a client handle must begin with a CTIFFReport, which gets its last error.
int ctiff_load(void);

#endif
