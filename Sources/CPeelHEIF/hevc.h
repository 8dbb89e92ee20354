// Lets libheif refuse HEVC data that is damaged, when it is told to be strict.
#ifndef CHEIF_HEVC_H
#define CHEIF_HEVC_H

/// To be called once, after heif_init, with libheif as dlopen gave it. Without libde265 all stays as it is.
void cheif_heed_damage(void *libheif);

#endif
