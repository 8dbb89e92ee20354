#include "CPeelRaw.h"
#include "CPeelLoading.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>

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
  each(libraw_dcraw_make_mem_image, Image *, (void *, int *)) \
  each(libraw_dcraw_clear_mem, void, (Image *)) \
  each(libraw_close, void, (void *))

#define POINTER(name, result, arguments) result (*name) arguments;
static struct { FUNCTIONS(POINTER) } library;
static int is_loaded;

// The name without a number comes with the headers.
static void load(void) {
  static const char *const names[] = {
    "libraw_r.so.23", "libraw_r.so.20", "libraw_r.so.19", "libraw_r.so", "libraw.so.23", "libraw.so.20", "libraw.so.19",
    "libraw.so", "libraw.23.dylib", "/opt/homebrew/lib/libraw.dylib"};
  void *file = cpeel_load(names, sizeof names / sizeof *names);
  if (file == NULL) return;
  is_loaded = 1;
#define FIND(name, result, arguments) is_loaded &= cpeel_find(file, #name, &library.name);
  FUNCTIONS(FIND)
}

static int can_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded;
}

static CRawOutcome outcome(int error) {
  if (error == no_memory || error == ENOMEM) return CRawOutOfMemory;
  return error == unknown_file ? CRawUnknown : error == 0 ? CRawDone : CRawFailed;
}

static void note(void *file, const char *name, int64_t offset) {
  (void)name, (void)offset;
  ((CRawFile *)file)->damages++;
}

CRawOutcome craw_open(const uint8_t *bytes, size_t count, CRawFile *file) {
  memset(file, 0, sizeof *file);
  if (!can_load()) return CRawNoLibrary;
  file->handle = library.libraw_init(silent);
  if (file->handle == NULL) return CRawOutOfMemory;
  library.libraw_set_dataerror_handler(file->handle, note, file);
  int error = library.libraw_open_buffer(file->handle, bytes, count);
  if (error != 0) return outcome(error);
  file->width = library.libraw_get_iwidth(file->handle);
  file->height = library.libraw_get_iheight(file->handle);
  file->raw_width = library.libraw_get_raw_width(file->handle);
  file->raw_height = library.libraw_get_raw_height(file->handle);
  return CRawDone;
}

CRawOutcome craw_develop(CRawFile *file, int bits, CRawPicture *picture) {
  memset(picture, 0, sizeof *picture);
  void *handle = file->handle;
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
  if (error != 0) return outcome(error);
  Image *image = library.libraw_dcraw_make_mem_image(handle, &error);
  if (image == NULL) return error == 0 ? CRawFailed : outcome(error);
  size_t size = (size_t)image->width * image->height * image->colours * (size_t)(image->bits / 8);
  *picture = (CRawPicture){image->samples, image->width, image->height, image->colours, image->bits, image};
  return image->type == bitmap && image->bits == bits && image->size >= size ? CRawDone : CRawFailed;
}

void craw_free(CRawPicture *picture) {
  if (picture->handle != NULL) library.libraw_dcraw_clear_mem(picture->handle);
}

void craw_close(CRawFile *file) {
  if (file->handle != NULL) library.libraw_close(file->handle);
}
