#include "CPeelRaw.h"
#include "CPeelLoading.h"

#include <errno.h>

// LibRaw's `libraw_processed_image_t`.
typedef struct Image {
  int type;
  unsigned short height, width, colours, bits;
  unsigned int size;
  unsigned char samples[1];
} Image;

// LibRaw's kind of image for samples, its flag that keeps it from printing, and its errors.
enum { bitmap = 2, silent = 3, unknown_file = -2, no_memory = -100007 };

// The LibRaw functions in use. All are in versions 0.19 and later.
#define FUNCTIONS(each) \
  each(libraw_init, void *, (unsigned)) \
  each(libraw_open_buffer, int, (void *, const void *, size_t)) \
  each(libraw_get_iwidth, int, (void *)) \
  each(libraw_get_iheight, int, (void *)) \
  each(libraw_get_raw_width, int, (void *)) \
  each(libraw_get_raw_height, int, (void *)) \
  each(libraw_get_cam_mul, float, (void *, int)) \
  each(libraw_set_user_mul, void, (void *, int, float)) \
  each(libraw_set_output_bps, void, (void *, int)) \
  each(libraw_set_output_color, void, (void *, int)) \
  each(libraw_set_gamma, void, (void *, int, float)) \
  each(libraw_set_no_auto_bright, void, (void *, int)) \
  each(libraw_set_dataerror_handler, void, (void *, void (*)(void *, const char *, int64_t), void *)) \
  each(libraw_unpack, int, (void *)) \
  each(libraw_dcraw_process, int, (void *)) \
  each(libraw_dcraw_make_mem_image, Image *, (void *, int *))

// The names without a number come with the headers.
CPEEL_LIBRARY(
  FUNCTIONS, "libraw_r.so.23", "libraw_r.so.20", "libraw_r.so.19", "libraw_r.so", "libraw.so.23", "libraw.so.20",
  "libraw.so.19", "libraw.so", "libraw.23.dylib", "/opt/homebrew/lib/libraw.dylib")

static CRawOutcome outcome(int error) {
  if (error == no_memory || error == ENOMEM) return CRawOutOfMemory;
  return error == unknown_file ? CRawUnknown : error == 0 ? CRawDone : CRawFailed;
}

// What the child does. The bytes are its parent's.

// What the child sends first, and then for the picture, before its samples.
typedef struct Opened {
  CRawOutcome outcome;
  CRawFile file;
} Opened;

typedef struct Developed {
  CRawOutcome outcome;
  CRawPicture picture;
} Developed;

// What LibRaw found while it read the data.
typedef struct Damages {
  int count;
  // The data ended too soon.
  int ran_out;
} Damages;

static void note_damage(void *context, const char *name, int64_t offset) {
  (void)name;
  Damages *damages = context;
  damages->count++;
  damages->ran_out |= offset < 0;
}

static Opened open_file(void *handle, CPeelInput input) {
  Opened opened = {outcome(library.libraw_open_buffer(handle, input.bytes, input.count)), {0}};
  if (opened.outcome != CRawDone) return opened;
  opened.file.width = library.libraw_get_iwidth(handle);
  opened.file.height = library.libraw_get_iheight(handle);
  opened.file.raw_width = library.libraw_get_raw_width(handle);
  opened.file.raw_height = library.libraw_get_raw_height(handle);
  return opened;
}

static Image *develop(void *handle, int bits, Developed *developed) {
  // The camera's factors for red, green, blue and the second green. Without them, LibRaw takes those of daylight.
  if (library.libraw_get_cam_mul(handle, 0) > 0 && library.libraw_get_cam_mul(handle, 2) > 0) {
    for (int i = 0; i < 4; i++) library.libraw_set_user_mul(handle, i, library.libraw_get_cam_mul(handle, i));
  }
  library.libraw_set_output_bps(handle, bits);
  library.libraw_set_output_color(handle, 1);
  // The curve of sRGB (IEC 61966-2-1): an exponent, and the slope at black.
  library.libraw_set_gamma(handle, 0, 1 / 2.4f);
  library.libraw_set_gamma(handle, 1, 12.92f);
  library.libraw_set_no_auto_bright(handle, 1);
  int error = library.libraw_unpack(handle);
  if (error == 0) error = library.libraw_dcraw_process(handle);
  Image *image = error == 0 ? library.libraw_dcraw_make_mem_image(handle, &error) : NULL;
  developed->outcome = error != 0 ? outcome(error) : CRawFailed;
  if (image == NULL || image->type != bitmap || image->bits != bits) return NULL;
  if (image->size < (size_t)image->width * image->height * image->colours * (size_t)(bits / 8)) return NULL;
  developed->outcome = CRawDone;
  developed->picture.width = image->width;
  developed->picture.height = image->height;
  developed->picture.colours = image->colours;
  return image;
}

static void serve(int channel, void *context) {
  void *handle = library.libraw_init(silent);
  Opened opened = {CRawOutOfMemory, {0}};
  Damages damages = {0, 0};
  if (handle != NULL) {
    library.libraw_set_dataerror_handler(handle, note_damage, &damages);
    opened = open_file(handle, *(CPeelInput *)context);
  }
  int bits;
  if (!cpeel_send(channel, &opened, sizeof opened) || !cpeel_receive(channel, &bits, sizeof bits)) return;
  Developed developed = {CRawFailed, {0}};
  Image *image = develop(handle, bits, &developed);
  developed.picture.damages = damages.count;
  if (damages.ran_out) developed.outcome = CRawTruncated;
  if (!cpeel_send(channel, &developed, sizeof developed) || developed.outcome != CRawDone) return;
  cpeel_send(channel, image->samples, (size_t)image->width * image->height * image->colours * (size_t)(bits / 8));
}

// What the parent does.

/// What the child may take to open a file, besides the file's size.
static const size_t most_memory = (size_t)512 << 20;

CRawOutcome craw_open(const uint8_t *bytes, size_t count, CPeelChild *child, CRawFile *file) {
  if (!can_load()) return CRawNoLibrary;
  CPeelInput input = {bytes, count};
  if (cpeel_start(child, count + most_memory, serve, &input) != 0) return CRawOutOfMemory;
  Opened opened;
  if (!cpeel_receive(child->channel, &opened, sizeof opened)) return CRawCrashed;
  *file = opened.file;
  return opened.outcome;
}

CRawOutcome craw_develop(CPeelChild *child, int bits, size_t memory, CRawPicture *picture) {
  Developed developed;
  cpeel_allow_memory(child, memory);
  if (!cpeel_send(child->channel, &bits, sizeof bits) || !cpeel_receive(child->channel, &developed, sizeof developed)) {
    return CRawCrashed;
  }
  *picture = developed.picture;
  return developed.outcome;
}
