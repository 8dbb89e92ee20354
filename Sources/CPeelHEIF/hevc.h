// Makes libheif refuse damaged HEVC data in strict mode.
#ifndef CHEIF_HEVC_H
#define CHEIF_HEVC_H

/// Registers the decoder. Call it once, after heif_init, with the handle from dlopen of libheif. Does nothing if libde265
/// isn't installed.
void cheif_heed_damage(void *libheif);

#endif
