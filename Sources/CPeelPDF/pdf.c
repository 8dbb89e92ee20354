#include "CPeelPDF.h"
#include "CPeelLoading.h"

#include <stdlib.h>
#include <string.h>

// libqpdf's handles, error for a wrong password, and what it decodes: all filters that lose nothing, or none.
typedef void *Document;
typedef unsigned Object;
enum { wrong_password = 4, lossless = 2, coded = 0 };

// The libqpdf functions in use. All are in version 10.6 and later.
#define FUNCTIONS(each) \
  each(qpdf_init, Document, (void)) \
  each(qpdf_silence_errors, void, (Document)) \
  each(qpdf_set_suppress_warnings, void, (Document, int)) \
  each(qpdf_read_memory, int, (Document, const char *, const char *, unsigned long long, const char *)) \
  each(qpdf_get_error, void *, (Document)) \
  each(qpdf_get_error_code, int, (Document, void *)) \
  each(qpdf_get_root, Object, (Document)) \
  each(qpdf_oh_release, void, (Document, Object)) \
  each(qpdf_oh_is_array, int, (Document, Object)) \
  each(qpdf_oh_is_dictionary, int, (Document, Object)) \
  each(qpdf_oh_is_stream, int, (Document, Object)) \
  each(qpdf_oh_is_name, int, (Document, Object)) \
  each(qpdf_oh_is_null, int, (Document, Object)) \
  each(qpdf_oh_is_number, int, (Document, Object)) \
  each(qpdf_oh_is_string, int, (Document, Object)) \
  each(qpdf_oh_is_bool, int, (Document, Object)) \
  each(qpdf_oh_get_bool_value, int, (Document, Object)) \
  each(qpdf_oh_is_name_and_equals, int, (Document, Object, const char *)) \
  each(qpdf_oh_get_int_value_as_int, int, (Document, Object)) \
  each(qpdf_oh_get_numeric_value, double, (Document, Object)) \
  each(qpdf_oh_get_binary_string_value, const char *, (Document, Object, size_t *)) \
  each(qpdf_oh_get_array_n_items, int, (Document, Object)) \
  each(qpdf_oh_get_array_item, Object, (Document, Object, int)) \
  each(qpdf_oh_get_key, Object, (Document, Object, const char *)) \
  each(qpdf_oh_get_dict, Object, (Document, Object)) \
  each(qpdf_oh_get_stream_data, int, (Document, Object, int, int *, unsigned char **, size_t *)) \
  each(qpdf_oh_get_page_content_data, int, (Document, Object, unsigned char **, size_t *))

CPEEL_LIBRARY(FUNCTIONS, "libqpdf.so.29", "libqpdf.so.30", "libqpdf.so.28", "libqpdf.so", "/opt/homebrew/lib/libqpdf.dylib")

// What the child does. The bytes are its parent's.

typedef struct Input {
  const uint8_t *bytes;
  size_t count;
  /// The page to open; 0 to count all.
  int number;
} Input;

// What the child sends first, before the content, and for the picture, before its palette, profile and data.
typedef struct Opened {
  CPDFOutcome outcome;
  CPDFPage page;
} Opened;

typedef struct Found {
  CPDFOutcome outcome;
  CPDFPicture picture;
} Found;

/// The deepest tree of pages, and the most nodes of it that are looked at.
enum { deepest = 50, most_nodes = 100000 };

/// A walk through the tree of pages to one of them, which inherits some of what its nodes say.
typedef struct Walk {
  Document file;
  int wanted, pages, nodes;
  Object page, resources, box, turns;
} Walk;

static Object inherited(Walk *walk, Object node, const char *key, Object known) {
  Object own = library.qpdf_oh_get_key(walk->file, node, key);
  return library.qpdf_oh_is_null(walk->file, own) ? known : own;
}

/// Returns 1 once the page is found, or there are too many.
static int visit(Walk *walk, Object node, Object resources, Object box, Object turns, int depth) {
  Document file = walk->file;
  if (++walk->nodes > most_nodes) {
    walk->pages = cpdf_most_pages + 1;
    return 1;
  }
  if (depth > deepest || !library.qpdf_oh_is_dictionary(file, node)) return 0;
  resources = inherited(walk, node, "/Resources", resources);
  box = inherited(walk, node, "/MediaBox", box);
  turns = inherited(walk, node, "/Rotate", turns);
  Object children = library.qpdf_oh_get_key(file, node, "/Kids");
  if (!library.qpdf_oh_is_array(file, children)) {
    if (++walk->pages > cpdf_most_pages) return 1;
    if (walk->pages < walk->wanted || walk->wanted == 0) return 0;
    walk->page = node, walk->resources = resources, walk->box = box, walk->turns = turns;
    return 1;
  }
  for (int i = 0, count = library.qpdf_oh_get_array_n_items(file, children); i < count; i++) {
    Object child = library.qpdf_oh_get_array_item(file, children, i);
    if (visit(walk, child, resources, box, turns, depth + 1)) return 1;
    library.qpdf_oh_release(file, child);
  }
  return 0;
}

static double number(Document file, Object array, int i) {
  Object item = library.qpdf_oh_get_array_item(file, array, i);
  return library.qpdf_oh_is_number(file, item) ? library.qpdf_oh_get_numeric_value(file, item) : 0;
}

static int integer(Document file, Object dictionary, const char *key) {
  Object value = library.qpdf_oh_get_key(file, dictionary, key);
  return library.qpdf_oh_is_number(file, value) ? library.qpdf_oh_get_int_value_as_int(file, value) : 0;
}

static CPDFOutcome open_page(Document file, Input input, Walk *walk, CPDFPage *page, unsigned char **content) {
  if (library.qpdf_read_memory(file, "", (const char *)input.bytes, input.count, NULL) & 2) {
    int code = library.qpdf_get_error_code(file, library.qpdf_get_error(file));
    return code == wrong_password ? CPDFEncrypted : CPDFDamaged;
  }
  Object root = library.qpdf_get_root(file), pages = library.qpdf_oh_get_key(file, root, "/Pages");
  Object nothing = library.qpdf_oh_get_key(file, root, "/ ");
  *walk = (Walk){.file = file, .wanted = input.number};
  visit(walk, pages, nothing, nothing, nothing, 0);
  page->pages = walk->pages;
  if (input.number == 0) return walk->pages > cpdf_most_pages ? CPDFTooMany : CPDFDone;
  if (walk->page == 0) return walk->pages > cpdf_most_pages ? CPDFTooMany : CPDFNoPage;
  if (library.qpdf_oh_is_number(file, walk->turns))
    page->turns = library.qpdf_oh_get_int_value_as_int(file, walk->turns) / 90;
  if (library.qpdf_oh_is_array(file, walk->box)) {
    page->width = number(file, walk->box, 2) - number(file, walk->box, 0);
    page->height = number(file, walk->box, 3) - number(file, walk->box, 1);
  }
  Object unit = library.qpdf_oh_get_key(file, walk->page, "/UserUnit");
  double points = library.qpdf_oh_is_number(file, unit) ? library.qpdf_oh_get_numeric_value(file, unit) : 1;
  page->unit = points > 0 ? points : 1;
  if (library.qpdf_oh_get_page_content_data(file, walk->page, content, &page->content_size) & 2) return CPDFDamaged;
  return page->content_size > cpdf_most_content ? CPDFNoPicture : CPDFDone;
}

/// The bytes of a stream, or of a string; NULL if they can't be decoded.
static unsigned char *value(Document file, Object object, size_t *size) {
  unsigned char *bytes = NULL;
  if (library.qpdf_oh_is_stream(file, object)) {
    int is_decoded = 0;
    int error = library.qpdf_oh_get_stream_data(file, object, lossless, &is_decoded, &bytes, size);
    return error & 2 || !is_decoded ? NULL : bytes;
  }
  if (!library.qpdf_oh_is_string(file, object)) return NULL;
  const char *text = library.qpdf_oh_get_binary_string_value(file, object, size);
  if (*size > 0 && (bytes = malloc(*size)) != NULL) memcpy(bytes, text, *size);
  return bytes;
}

static int has_name(Document file, Object object, const char *name, const char *other) {
  return library.qpdf_oh_is_name_and_equals(file, object, name) || library.qpdf_oh_is_name_and_equals(file, object, other);
}

/// The samples per pixel in a colour space, with its profile; 0 if it isn't read.
static int samples_of(Document file, Object space, unsigned char **profile, size_t *size) {
  if (has_name(file, space, "/DeviceGray", "/CalGray")) return 1;
  if (has_name(file, space, "/DeviceRGB", "/CalRGB")) return 3;
  if (library.qpdf_oh_is_name_and_equals(file, space, "/DeviceCMYK")) return 4;
  if (!library.qpdf_oh_is_array(file, space)) return 0;
  Object kind = library.qpdf_oh_get_array_item(file, space, 0);
  if (!library.qpdf_oh_is_name_and_equals(file, kind, "/ICCBased")) return samples_of(file, kind, profile, size);
  Object stream = library.qpdf_oh_get_array_item(file, space, 1);
  if (!library.qpdf_oh_is_stream(file, stream)) return 0;
  *profile = value(file, stream, size);
  if (*profile == NULL) *size = 0;
  int samples = integer(file, library.qpdf_oh_get_dict(file, stream), "/N");
  return samples == 1 || samples == 3 || samples == 4 ? samples : 0;
}

/// Reads an indexed colour space. Returns 0 if its palette isn't of red, green and blue.
static int read_palette(Document file, Object space, unsigned char **palette, size_t *size) {
  unsigned char *profile = NULL;
  size_t profile_size = 0;
  if (samples_of(file, library.qpdf_oh_get_array_item(file, space, 1), &profile, &profile_size) != 3) return 0;
  *palette = value(file, library.qpdf_oh_get_array_item(file, space, 3), size);
  return *palette != NULL;
}

/// Whether a /Decode array inverts all samples, or none.
static int is_decoded_as(Document file, Object decode, int is_inverted) {
  if (library.qpdf_oh_is_null(file, decode)) return !is_inverted;
  if (!library.qpdf_oh_is_array(file, decode)) return 0;
  for (int i = 0, count = library.qpdf_oh_get_array_n_items(file, decode); i < count; i++)
    if (number(file, decode, i) != (i % 2 != is_inverted ? 1 : 0)) return 0;
  return 1;
}

/// A picture's parts, which are sent one after another.
typedef struct Parts {
  unsigned char *palette, *profile, *data;
  Object stream;
} Parts;

static CPDFOutcome find_picture(Walk *walk, const char *name, CPDFPicture *picture, Parts *parts) {
  Document file = walk->file;
  if (!library.qpdf_oh_is_dictionary(file, walk->resources)) return CPDFNoPicture;
  Object objects = library.qpdf_oh_get_key(file, walk->resources, "/XObject");
  if (!library.qpdf_oh_is_dictionary(file, objects)) return CPDFNoPicture;
  Object stream = library.qpdf_oh_get_key(file, objects, name);
  if (!library.qpdf_oh_is_stream(file, stream)) return CPDFNoPicture;
  Object facts = library.qpdf_oh_get_dict(file, stream);
  Object is_mask = library.qpdf_oh_get_key(file, facts, "/ImageMask");
  if (!library.qpdf_oh_is_name_and_equals(file, library.qpdf_oh_get_key(file, facts, "/Subtype"), "/Image"))
    return CPDFNoPicture;
  if (library.qpdf_oh_is_bool(file, is_mask) && library.qpdf_oh_get_bool_value(file, is_mask)) return CPDFCoding;
  const char *const others[] = {"/SMask", "/Mask"};
  for (int i = 0; i < 2; i++)
    if (!library.qpdf_oh_is_null(file, library.qpdf_oh_get_key(file, facts, others[i]))) return CPDFCoding;
  parts->stream = stream;
  picture->width = integer(file, facts, "/Width");
  picture->height = integer(file, facts, "/Height");
  picture->bits = integer(file, facts, "/BitsPerComponent");
  if (picture->width <= 0 || picture->height <= 0) return CPDFDamaged;
  Object space = library.qpdf_oh_get_key(file, facts, "/ColorSpace");
  if (library.qpdf_oh_is_array(file, space) &&
      has_name(file, library.qpdf_oh_get_array_item(file, space, 0), "/Indexed", "/I")) {
    picture->samples = 1;
    if (!read_palette(file, space, &parts->palette, &picture->palette_size)) return CPDFCoding;
  } else {
    picture->samples = samples_of(file, space, &parts->profile, &picture->profile_size);
  }
  Object filter = library.qpdf_oh_get_key(file, facts, "/Filter");
  if (library.qpdf_oh_is_array(file, filter) && library.qpdf_oh_get_array_n_items(file, filter) == 1)
    filter = library.qpdf_oh_get_array_item(file, filter, 0);
  picture->is_jpeg = has_name(file, filter, "/DCTDecode", "/DCT");
  Object decode = library.qpdf_oh_get_key(file, facts, "/Decode");
  if (picture->is_jpeg) {
    // A JPEG's inks are read as inverted, and all else as it is.
    if (!is_decoded_as(file, decode, picture->samples == 4)) return CPDFCoding;
    int error = library.qpdf_oh_get_stream_data(file, stream, coded, NULL, &parts->data, &picture->data_size);
    return error & 2 ? CPDFDamaged : CPDFDone;
  }
  if (!library.qpdf_oh_is_null(file, decode)) return CPDFCoding;
  int bits = picture->bits;
  if (picture->samples == 0 || (bits != 1 && bits != 2 && bits != 4 && bits != 8 && bits != 16)) return CPDFCoding;
  // Without a place for the data, it only tells whether it can decode them.
  if (library.qpdf_oh_get_stream_data(file, stream, lossless, NULL, NULL, NULL) & 2) return CPDFCoding;
  size_t row = ((size_t)picture->width * (size_t)picture->samples * (size_t)bits + 7) / 8, rows = (size_t)picture->height;
  picture->data_size = rows > cpdf_most_data / row ? cpdf_most_data : row * rows;
  return CPDFDone;
}

static void serve(int channel, void *context) {
  Input input = *(Input *)context;
  Document file = library.qpdf_init();
  library.qpdf_silence_errors(file);
  library.qpdf_set_suppress_warnings(file, 1);
  Walk walk;
  Opened opened = {CPDFDamaged, {.turns = 0}};
  unsigned char *content = NULL;
  opened.outcome = open_page(file, input, &walk, &opened.page, &content);
  if (!cpeel_send(channel, &opened, sizeof opened) || opened.outcome != CPDFDone || input.number == 0) return;
  char name[cpdf_name_size];
  if (!cpeel_send(channel, content, opened.page.content_size) || !cpeel_receive(channel, name, sizeof name)) return;
  name[sizeof name - 1] = 0;
  Found found = {CPDFDamaged, {0}};
  Parts parts = {NULL, NULL, NULL, 0};
  found.outcome = find_picture(&walk, name, &found.picture, &parts);
  if (!cpeel_send(channel, &found, sizeof found) || found.outcome != CPDFDone) return;
  if (!cpeel_send(channel, parts.palette, found.picture.palette_size)) return;
  if (!cpeel_send(channel, parts.profile, found.picture.profile_size)) return;
  if (parts.data == NULL) {
    // The parent has room for the samples, or it ends this process.
    char go;
    if (!cpeel_receive(channel, &go, 1)) return;
    size_t size = 0;
    parts.data = value(file, parts.stream, &size);
    if (parts.data == NULL || size < found.picture.data_size) return;
  }
  cpeel_send(channel, parts.data, found.picture.data_size);
}

// What the parent does.

/// What the child may take besides what it has of its parent.
static const size_t most_memory = (size_t)512 << 20;

CPDFOutcome cpdf_open(const uint8_t *bytes, size_t count, int number, CPeelChild *child, CPDFPage *page) {
  if (!can_load()) return CPDFNoLibrary;
  Input input = {bytes, count, number};
  if (cpeel_start(child, count + most_memory, serve, &input) != 0) return CPDFOutOfMemory;
  Opened opened;
  if (!cpeel_receive(child->channel, &opened, sizeof opened)) return CPDFDamaged;
  *page = opened.page;
  return opened.outcome;
}

CPDFOutcome cpdf_count(const uint8_t *bytes, size_t count, int *pages) {
  CPeelChild child = cpeel_no_child;
  CPDFPage page = {0};
  CPDFOutcome outcome = cpdf_open(bytes, count, 0, &child, &page);
  *pages = page.pages;
  cpeel_end(&child);
  return outcome;
}

CPDFOutcome cpdf_find(const CPeelChild *child, const char name[cpdf_name_size], CPDFPicture *picture) {
  Found found;
  int channel = child->channel;
  *picture = (CPDFPicture){0};
  if (!cpeel_send(channel, name, cpdf_name_size) || !cpeel_receive(channel, &found, sizeof found)) return CPDFDamaged;
  *picture = found.picture;
  return found.outcome;
}

void cpdf_decode(CPeelChild *child, const CPDFPicture *picture) {
  // The library holds them while it grows, and once more as a copy.
  cpeel_allow_memory(child, 4 * picture->data_size);
  cpeel_send(child->channel, "", 1);
}
