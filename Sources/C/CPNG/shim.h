#include <png.h>

/* Macros of macros, which Swift does not import. */
enum { roost_png_version = PNG_IMAGE_VERSION, roost_png_bgra = PNG_FORMAT_BGRA };
