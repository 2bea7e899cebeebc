// SPDX-License-Identifier: MIT
/* picture_png.c: rasterising with librsvg and cairo, which are loaded when they are wanted. */
#include "process/picture_png.h"

#include <librsvg/rsvg.h>
#include <stdlib.h>
#include <string.h>

#include "files/library.h"

enum {
    PIXELS_MAX = 4096,  /* of either side */
    PNG_MAX = 10 << 20, /* Telegram takes no larger photos */
};

/* Every function that is used, as its header declares it. librsvg needs the other two libraries, so
 * all are found through it. */
#define FUNCTIONS(X)                                                                               \
    X(rsvg_handle_new_from_data)                                                                   \
    X(rsvg_handle_get_intrinsic_size_in_pixels)                                                    \
    X(rsvg_handle_render_document)                                                                 \
    X(g_object_unref)                                                                              \
    X(cairo_image_surface_create)                                                                  \
    X(cairo_create)                                                                                \
    X(cairo_status)                                                                                \
    X(cairo_destroy)                                                                               \
    X(cairo_surface_write_to_png_stream)                                                           \
    X(cairo_surface_destroy)

static struct {
    FUNCTIONS(LIBRARY_MEMBER)
} library;
static bool is_there;

static void load(void)
{
    static const char *const names[] = {FUNCTIONS(LIBRARY_NAME)};

    is_there = library_load("librsvg-2.so.2", names, sizeof names / sizeof *names, &library);
}

static cairo_status_t take(void *context, const unsigned char *bytes, unsigned count)
{
    struct picture_png *picture = context;
    uint8_t *more =
        picture->size + count <= PNG_MAX ? realloc(picture->bytes, picture->size + count) : NULL;

    if (!more)
        return CAIRO_STATUS_NO_MEMORY;
    memcpy(more + picture->size, bytes, count);
    picture->bytes = more;
    picture->size += count;
    return CAIRO_STATUS_SUCCESS;
}

static bool draw(RsvgHandle *svg, double width, double height, struct picture_png *picture)
{
    RsvgRectangle all = {0, 0, width, height};
    cairo_surface_t *surface =
        library.cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)height);
    cairo_t *cairo = library.cairo_create(surface);
    bool drawn = !library.cairo_status(cairo) &&
                 library.rsvg_handle_render_document(svg, cairo, &all, NULL) &&
                 !library.cairo_surface_write_to_png_stream(surface, take, picture);

    library.cairo_destroy(cairo);
    library.cairo_surface_destroy(surface);
    return drawn;
}

bool picture_png_make(struct picture_png *picture)
{
    static uv_once_t once = UV_ONCE_INIT;
    double width, height;
    RsvgHandle *svg;
    bool made;

    picture->bytes = NULL;
    picture->size = 0;
    uv_once(&once, load);
    svg = is_there ? library.rsvg_handle_new_from_data((const guint8 *)picture->svg,
                                                       strlen(picture->svg), NULL)
                   : NULL;
    if (!svg)
        return false;
    made = library.rsvg_handle_get_intrinsic_size_in_pixels(svg, &width, &height) && width >= 1 &&
           height >= 1 && width <= PIXELS_MAX && height <= PIXELS_MAX &&
           draw(svg, width, height, picture);
    library.g_object_unref(svg);
    if (!made) {
        free(picture->bytes);
        picture->bytes = NULL;
        picture->size = 0;
    }
    return made;
}

static void run(struct background_work *work)
{
    picture_png_make((struct picture_png *)work);
}

void picture_png_do(struct background *background, struct picture_png *picture)
{
    picture->work.lane = BACKGROUND_PICTURES;
    picture->work.run = run;
    background_do(background, &picture->work);
}
