// The scenes of Benchmarks/Canvas, drawn by cairo: the same shapes in the same places, over a layer that was drawn
// before, either the whole picture or only the rectangles that changed.
//
// usage: scenes angle|wheel xrgb8888|rgb565 step|jump|full FRAMES [PICTURE.png]
//   step, jump   limited to what changed       full   the whole picture, all of it drawn
// Prints `MICROSECONDS PIXELS`: the median of the frames' times, and the mean of the pixels in the rectangles.
#include <cairo.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "timing.h"

enum { width = 800, height = 480 };
static const double pi = 3.14159265358979323846;

typedef struct {
    double x, y, width, height;
} box;

static void color(cairo_t *cr, unsigned rgb) {
    cairo_set_source_rgb(cr, (rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0);
}

enum { background = 0x101418, foreground = 0xF0F0F0, secondary = 0x788290, accent = 0xFF9500 };

static void line(cairo_t *cr, double x0, double y0, double x1, double y1, double line_width, unsigned rgb) {
    color(cr, rgb);
    cairo_set_line_width(cr, line_width);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    cairo_move_to(cr, x0, y0);
    cairo_line_to(cr, x1, y1);
    cairo_stroke(cr);
}

static box text(cairo_t *cr, const char *string, double pixels, double x, double baseline, int draw) {
    // The extents are measured once, in the first frame.
    static char measured[32];
    static cairo_text_extents_t extents;
    if (strcmp(measured, string)) {
        cairo_set_font_size(cr, pixels);
        cairo_text_extents(cr, string, &extents);
        snprintf(measured, sizeof measured, "%s", string);
    }
    double left = x - extents.x_advance / 2;
    if (draw) {
        cairo_set_font_size(cr, pixels);
        color(cr, foreground);
        cairo_move_to(cr, left, baseline);
        cairo_show_text(cr, string);
    }
    return (box){left + extents.x_bearing, baseline + extents.y_bearing, extents.width, extents.height};
}

// An arm over an arc.

static const double apex_x = 520, apex_y = 360, radius = 240;

static void angle_still(cairo_t *cr) {
    for (int tick = 0; tick < 25; tick++) {
        double a = tick * 3.75 * pi / 180;
        line(cr, apex_x - 222 * cos(a), apex_y - 222 * sin(a), apex_x - 234 * cos(a), apex_y - 234 * sin(a), 2,
             secondary);
    }
}

static double angle_value(int frame, int jumps) {
    return jumps ? (frame % 2 ? 60 : 20) : 10 + 1.5 * abs(frame % 94 - 47);
}

static const char *angle_text(double degrees) {
    static char string[32];
    snprintf(string, sizeof string, "%.1f\302\260", degrees);
    return string;
}

static void angle_moving(cairo_t *cr, double degrees) {
    double a = degrees * pi / 180, x = apex_x - radius * cos(a), y = apex_y - radius * sin(a);
    color(cr, accent);
    cairo_arc(cr, apex_x, apex_y, 216, pi, pi + a);
    cairo_arc_negative(cr, apex_x, apex_y, 192, pi + a, pi);
    cairo_close_path(cr);
    cairo_fill(cr);
    color(cr, foreground);
    cairo_set_line_width(cr, 12);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    cairo_move_to(cr, apex_x - radius, apex_y);
    cairo_line_to(cr, apex_x, apex_y);
    cairo_line_to(cr, x, y);
    cairo_stroke(cr);
    color(cr, accent);
    cairo_arc(cr, x, y, 12, 0, 2 * pi);
    cairo_fill(cr);
    text(cr, angle_text(degrees), 48, 400, 450, 1);
}

// The bounding boxes of a frame: the arm with its dot, which also covers the wedge's end, and the readout.
static int angle_boxes(cairo_t *cr, double degrees, box *boxes) {
    double a = degrees * pi / 180, x = apex_x - radius * cos(a), y = apex_y - radius * sin(a);
    boxes[0] = (box){x - 12, y - 12, apex_x + 6 - x + 12, apex_y + 6 - y + 12};
    boxes[1] = text(cr, angle_text(degrees), 48, 400, 450, 0);
    return 2;
}

// The front of a wheel.

static const double left = 50, top = 200, wheel_width = 700, wheel_height = 80;

static void wheel_still(cairo_t *cr) {
    color(cr, secondary);
    cairo_set_line_width(cr, 1);
    cairo_rectangle(cr, left + 0.5, top + 0.5, wheel_width - 1, wheel_height - 1);
    cairo_stroke(cr);
}

static double wheel_value(int frame, int jumps) {
    return jumps ? (frame % 2 ? 0.7 : 0.2) : abs(frame % 190 - 95) / 96.0;
}

static const char *wheel_text(double position) {
    static char string[32];
    snprintf(string, sizeof string, "%.1f %%", position * 100);
    return string;
}

static void wheel_moving(cairo_t *cr, double position) {
    double density = 20;
    for (double k = ceil((position - 0.5) * density); k / density - position < 0.5; k++) {
        double x = left + wheel_width / 2 * (1 - sin(pi * (k / density - position)));
        cairo_rectangle(cr, x - 0.5, top + 8, 1, wheel_height - 16);
    }
    color(cr, foreground);
    cairo_fill(cr);
    double end = left + 4 + (wheel_width - 8) * position;
    line(cr, left + 4, top + 4, end, top + 4, 4, accent);
    line(cr, left + 4, top + wheel_height - 4, end, top + wheel_height - 4, 4, accent);
    text(cr, wheel_text(position), 24, 400, 320, 1);
}

static int wheel_boxes(cairo_t *cr, double position, box *boxes) {
    boxes[0] = (box){left, top, wheel_width, wheel_height};
    boxes[1] = text(cr, wheel_text(position), 24, 400, 320, 0);
    return 2;
}

// Measurement.

typedef struct {
    void (*still)(cairo_t *);
    double (*value)(int, int);
    void (*moving)(cairo_t *, double);
    int (*boxes)(cairo_t *, double, box *);
} scene;

static const scene angle = {angle_still, angle_value, angle_moving, angle_boxes};
static const scene wheel = {wheel_still, wheel_value, wheel_moving, wheel_boxes};

// The smallest rectangle of whole pixels around two boxes.
static cairo_rectangle_int_t around(box a, box b) {
    int x0 = (int)floor(fmin(a.x, b.x) - 1), y0 = (int)floor(fmin(a.y, b.y) - 1);
    int x1 = (int)ceil(fmax(a.x + a.width, b.x + b.width) + 1), y1 = (int)ceil(fmax(a.y + a.height, b.y + b.height) + 1);
    return (cairo_rectangle_int_t){x0, y0, x1 - x0, y1 - y0};
}

int main(int argc, char **argv) {
    int frames = argc > 4 ? atoi(argv[4]) : 0;
    if (frames <= 0) return 2;
    const scene *s = strcmp(argv[1], "wheel") ? &angle : &wheel;
    cairo_format_t format = strcmp(argv[2], "rgb565") ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_RGB16_565;
    int jumps = !strcmp(argv[3], "jump"), full = !strcmp(argv[3], "full");

    cairo_surface_t *layer = cairo_image_surface_create(format, width, height);
    cairo_surface_t *surface = cairo_image_surface_create(format, width, height);
    cairo_t *cr = cairo_create(layer);
    color(cr, background);
    cairo_paint(cr);
    s->still(cr);
    cairo_destroy(cr);
    cr = cairo_create(surface);
    cairo_select_font_face(cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_source_surface(cr, layer, 0, 0);
    cairo_paint(cr);

    double *times = calloc((size_t)frames, sizeof *times), pixels = 0;
    box before[2], after[2];
    s->boxes(cr, s->value(frames - 1, jumps), before);
    for (int frame = 0; frame < frames; frame++) {
        double start = now(), value = s->value(frame, jumps);
        if (full) {
            color(cr, background);
            cairo_paint(cr);
            s->still(cr);
            s->moving(cr, value);
            pixels += width * height;
        } else {
            cairo_save(cr);
            int count = s->boxes(cr, value, after);
            for (int i = 0; i < count; i++) {
                cairo_rectangle_int_t r = around(before[i], after[i]);
                pixels += r.width * r.height;
                cairo_rectangle(cr, r.x, r.y, r.width, r.height);
            }
            cairo_clip(cr);
            cairo_set_operator(cr, CAIRO_OPERATOR_SOURCE);
            cairo_set_source_surface(cr, layer, 0, 0);
            cairo_paint(cr);
            cairo_set_operator(cr, CAIRO_OPERATOR_OVER);
            s->moving(cr, value);
            cairo_restore(cr);
            memcpy(before, after, sizeof before);
        }
        cairo_surface_flush(surface);
        times[frame] = now() - start;
    }
    qsort(times, (size_t)frames, sizeof *times, by_size);
    printf("%.2f %.0f\n", times[frames / 2], pixels / frames);
    if (argc > 5) cairo_surface_write_to_png(surface, argv[5]);
    return 0;
}
