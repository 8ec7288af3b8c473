// Draws a recording of a scene of the instrument with cairo: the same shapes, in the same order, over a layer that was drawn
// before. `bench-scenes SCENE record FRAMES` makes the recording; Sources/WheelCanvas/Shapes/DisplayList+Record.swift says
// what its lines are.
//
// usage: replay RECORDING xrgb8888|rgb565 step|full FRAMES [PICTURE.png]
//   step   only what changes from one frame to the next is drawn: the boxes of the items that differ
//   full   the whole picture over its layer
// All that a program can compute before the drawing is not measured: the boxes, the items that they touch, the glyphs and
// their places. The last frame of the recording is followed by the first. Prints `MICROSECONDS PIXELS`: the median of the
// frames' times, and the mean of the pixels in the boxes.
#include <cairo-ft.h>
#include <cairo.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { width = 800, height = 480, most_boxes = 8 };

typedef struct {
    int x0, y0, x1, y1;
} box;

typedef struct {
    char *line;
    enum { capsule, sector, disc, rectangle, polygon, text } kind;
    unsigned color;
    cairo_matrix_t map;
    bool is_mapped;
    double *numbers;
    int count;
    cairo_scaled_font_t *font;
    cairo_glyph_t *glyphs;
    box box;
} item;

typedef struct {
    item *items;
    int count;
} list;

// The items and boxes that one step draws.
typedef struct {
    box boxes[2 * most_boxes];
    int box_count;
    item **items;
    int count;
} step;

typedef struct {
    list layer, moving;
    step layer_step, step;
} frame;

static void fail(const char *what) {
    fprintf(stderr, "replay: %s\n", what);
    exit(1);
}

static void *grown(void *memory, size_t count, size_t size) {
    // Room for twice as many whenever the count is a power of two.
    if (count & (count - 1)) return memory;
    memory = realloc(memory, (count ? count * 2 : 1) * size);
    if (!memory) fail("no memory");
    return memory;
}

// Fonts.

static cairo_scaled_font_t *font_of(const char *path, double pixels) {
    static struct {
        char path[256];
        double pixels;
        cairo_scaled_font_t *font;
    } known[64];
    static int count;
    for (int i = 0; i < count; i++)
        if (known[i].pixels == pixels && !strcmp(known[i].path, path)) return known[i].font;
    static FT_Library library;
    if (!library && FT_Init_FreeType(&library)) fail("FreeType cannot start");
    FT_Face opened;
    if (count == 64 || FT_New_Face(library, path, 0, &opened)) fail(path);
    cairo_font_face_t *face = cairo_ft_font_face_create_for_ft_face(opened, FT_LOAD_TARGET_LIGHT | FT_LOAD_NO_BITMAP);
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT);
    cairo_matrix_t size, identity;
    cairo_matrix_init_scale(&size, pixels, pixels);
    cairo_matrix_init_identity(&identity);
    snprintf(known[count].path, sizeof known[count].path, "%s", path);
    known[count].pixels = pixels;
    known[count].font = cairo_scaled_font_create(face, &size, &identity, options);
    cairo_font_options_destroy(options);
    return known[count++].font;
}

// Drawing.

static void trace(cairo_t *cr, const item *it) {
    const double *n = it->numbers;
    switch (it->kind) {
    case capsule:
        cairo_move_to(cr, n[0], n[1]);
        cairo_line_to(cr, n[2], n[3]);
        break;
    case sector:
        if (n[5] - n[4] >= 2 * M_PI - 1e-9) {
            cairo_arc(cr, n[0], n[1], n[3], 0, 2 * M_PI);
            cairo_new_sub_path(cr);
            cairo_arc_negative(cr, n[0], n[1], n[2], 2 * M_PI, 0);
        } else {
            cairo_arc(cr, n[0], n[1], n[3], n[4], n[5]);
            if (n[2] > 0) {
                cairo_arc_negative(cr, n[0], n[1], n[2], n[5], n[4]);
            } else {
                cairo_line_to(cr, n[0], n[1]);
            }
            cairo_close_path(cr);
        }
        break;
    case disc: cairo_arc(cr, n[0], n[1], n[2], 0, 2 * M_PI); break;
    case rectangle: {
        double r = fmin(n[4], fmin(n[2], n[3]) / 2), right = n[0] + n[2], bottom = n[1] + n[3];
        if (r <= 0) {
            cairo_rectangle(cr, n[0], n[1], n[2], n[3]);
            break;
        }
        cairo_new_sub_path(cr);
        cairo_arc(cr, right - r, bottom - r, r, 0, M_PI / 2);
        cairo_arc(cr, n[0] + r, bottom - r, r, M_PI / 2, M_PI);
        cairo_arc(cr, n[0] + r, n[1] + r, r, M_PI, M_PI * 3 / 2);
        cairo_arc(cr, right - r, n[1] + r, r, M_PI * 3 / 2, M_PI * 2);
        cairo_close_path(cr);
        break;
    }
    case polygon:
        for (int i = 0; i < it->count; i++) cairo_line_to(cr, n[2 * i], n[2 * i + 1]);
        cairo_close_path(cr);
        break;
    case text: break;
    }
}

static void set_color(cairo_t *cr, unsigned argb) {
    cairo_set_source_rgba(
        cr, (argb >> 16 & 255) / 255.0, (argb >> 8 & 255) / 255.0, (argb & 255) / 255.0, (argb >> 24) / 255.0);
}

static bool is_plain(const item *it) {
    return it->kind == rectangle && !it->is_mapped && it->numbers[4] <= 0;
}

static void draw(cairo_t *cr, item **items, int count) {
    for (int i = 0; i < count; i++) {
        item *it = items[i];
        set_color(cr, it->color);
        if (it->kind == text) {
            if (it->count == 0) continue;
            cairo_set_scaled_font(cr, it->font);
            cairo_show_glyphs(cr, it->glyphs, it->count);
            continue;
        }
        if (it->is_mapped) cairo_set_matrix(cr, &it->map);
        trace(cr, it);
        // Rectangles of one colour are filled at once.
        while (is_plain(it) && i + 1 < count && is_plain(items[i + 1]) && items[i + 1]->color == it->color) {
            trace(cr, items[++i]);
        }
        if (it->kind == capsule) {
            cairo_set_line_width(cr, it->numbers[4]);
            cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
            cairo_stroke(cr);
        } else {
            cairo_fill(cr);
        }
        if (it->is_mapped) cairo_identity_matrix(cr);
    }
}

static void clip(cairo_t *cr, const step *s) {
    for (int i = 0; i < s->box_count; i++) {
        const box *b = &s->boxes[i];
        cairo_rectangle(cr, b->x0, b->y0, b->x1 - b->x0, b->y1 - b->y0);
    }
    cairo_clip(cr);
}

// Reading.

static box limited(double x0, double y0, double x1, double y1) {
    if (x1 <= x0 || y1 <= y0) return (box){0, 0, 0, 0};
    return (box){(int)fmax(0, floor(x0)), (int)fmax(0, floor(y0)), (int)fmin(width, ceil(x1)),
                 (int)fmin(height, ceil(y1))};
}

static void measure(cairo_t *cr, item *it) {
    double x0, y0, x1, y1;
    if (it->kind == text) {
        cairo_text_extents_t e = {0};
        if (it->count) cairo_scaled_font_glyph_extents(it->font, it->glyphs, it->count, &e);
        double x = it->count ? it->glyphs[0].x : 0, y = it->count ? it->glyphs[0].y : 0;
        x0 = x + e.x_bearing, y0 = y + e.y_bearing, x1 = x0 + e.width, y1 = y0 + e.height;
        // Glyphs are at whole pixels.
        if (it->count) x0 -= 0.5, x1 += 0.5;
    } else {
        cairo_new_path(cr);
        cairo_set_matrix(cr, &it->map);
        trace(cr, it);
        cairo_identity_matrix(cr);
        cairo_path_extents(cr, &x0, &y0, &x1, &y1);
        cairo_new_path(cr);
        if (it->kind == capsule) {
            double half = it->numbers[4] / 2 * fmax(hypot(it->map.xx, it->map.yx), hypot(it->map.xy, it->map.yy));
            x0 -= half, y0 -= half, x1 += half, y1 += half;
        }
    }
    it->box = limited(x0, y0, x1, y1);
}

static double number(char **cursor) {
    char *end;
    double value = strtod(*cursor, &end);
    if (end == *cursor) fail("a number is missing");
    *cursor = end;
    return value;
}

static item read_item(cairo_t *cr, const char *line) {
    static const char *words[] = {"capsule", "sector", "disc", "rectangle", "polygon", "text"};
    static const int lengths[] = {5, 6, 3, 5};
    item it = {.line = strdup(line)};
    char *cursor = it.line + strcspn(it.line, " ");
    for (it.kind = 0; it.kind <= text; it.kind++)
        if ((size_t)(cursor - it.line) == strlen(words[it.kind]) && !strncmp(it.line, words[it.kind], strlen(words[it.kind])))
            break;
    if (it.kind > text) fail(line);
    it.color = (unsigned)strtoul(cursor, &cursor, 16);
    if (it.kind == text) {
        double pixels = number(&cursor);
        it.count = (int)number(&cursor);
        it.glyphs = calloc((size_t)it.count + 1, sizeof *it.glyphs);
        for (int i = 0; i < it.count; i++) {
            unsigned long index = (unsigned long)number(&cursor);
            double x = number(&cursor), y = number(&cursor);
            it.glyphs[i] = (cairo_glyph_t){index, x, y};
        }
        cursor += strspn(cursor, " ");
        if (it.count) it.font = font_of(cursor, pixels);
    } else {
        double m[6];
        for (int i = 0; i < 6; i++) m[i] = number(&cursor);
        cairo_matrix_init(&it.map, m[0], m[1], m[2], m[3], m[4], m[5]);
        it.is_mapped = m[0] != 1 || m[1] != 0 || m[2] != 0 || m[3] != 1 || m[4] != 0 || m[5] != 0;
        it.count = it.kind == polygon ? (int)number(&cursor) : 0;
        int length = it.kind == polygon ? 2 * it.count : lengths[it.kind];
        it.numbers = calloc((size_t)length + 1, sizeof *it.numbers);
        for (int i = 0; i < length; i++) it.numbers[i] = number(&cursor);
    }
    measure(cr, &it);
    return it;
}

static frame *frames;
static int frame_count;
static unsigned ground;

static void read_recording(cairo_t *cr, const char *path) {
    FILE *file = fopen(path, "r");
    if (!file) fail(path);
    char *line = NULL;
    size_t room = 0;
    list *filled = NULL;
    while (getline(&line, &room, file) >= 0) {
        line[strcspn(line, "\n")] = 0;
        if (!strncmp(line, "ground ", 7)) {
            ground = 0xFF000000 | (unsigned)strtoul(line + 7, NULL, 16);
        } else if (!strcmp(line, "frame")) {
            frames = grown(frames, (size_t)frame_count, sizeof *frames);
            frames[frame_count] = (frame){0};
            if (frame_count > 0) frames[frame_count].layer = frames[frame_count - 1].layer;
            frame_count++;
        } else if (!strcmp(line, "layer")) {
            filled = &frames[frame_count - 1].layer;
            *filled = (list){0};
        } else if (!strcmp(line, "moving")) {
            filled = &frames[frame_count - 1].moving;
        } else if (filled) {
            filled->items = grown(filled->items, (size_t)filled->count, sizeof *filled->items);
            filled->items[filled->count++] = read_item(cr, line);
        }
    }
    free(line);
    fclose(file);
    if (frame_count < 2) fail("a recording has at least two frames");
}

// Damage.

static long area(box b) { return (long)(b.x1 - b.x0) * (b.y1 - b.y0); }
static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }
static box around(box a, box b) {
    return (box){least(a.x0, b.x0), least(a.y0, b.y0), most(a.x1, b.x1), most(a.y1, b.y1)};
}
static bool meet(box a, box b) { return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1; }

// Joins the boxes that meet, and those whose common box is hardly larger; then joins the cheapest pairs until few boxes
// are left.
static void add_box(step *s, box b) {
    if (area(b) <= 0) return;
    for (int i = 0; i < s->box_count; i++) {
        box joined = around(s->boxes[i], b);
        if (meet(s->boxes[i], b) || area(joined) <= area(s->boxes[i]) + area(b) + 500) {
            s->boxes[i] = s->boxes[--s->box_count];
            return add_box(s, joined);
        }
    }
    if (s->box_count == most_boxes) {
        int best = 0;
        long cost = -1;
        for (int i = 0; i < s->box_count; i++) {
            long more = area(around(s->boxes[i], b)) - area(s->boxes[i]);
            if (cost < 0 || more < cost) cost = more, best = i;
        }
        box joined = around(s->boxes[best], b);
        s->boxes[best] = s->boxes[--s->box_count];
        return add_box(s, joined);
    }
    s->boxes[s->box_count++] = b;
}

// The boxes of the items that are in only one of the lists.
static void add_differences(step *s, const list *from, const list *to) {
    bool *matched = calloc((size_t)to->count + 1, sizeof *matched);
    for (int i = 0; i < from->count; i++) {
        bool found = false;
        for (int distance = 0; distance < to->count + i + 1 && !found; distance++) {
            for (int sign = -1; sign <= 1 && !found; sign += 2) {
                int j = i + sign * distance;
                if (j < 0 || j >= to->count || matched[j] || strcmp(from->items[i].line, to->items[j].line)) continue;
                found = matched[j] = true;
            }
        }
        if (!found) add_box(s, from->items[i].box);
    }
    for (int j = 0; j < to->count; j++)
        if (!matched[j]) add_box(s, to->items[j].box);
    free(matched);
}

static void select_items(step *s, const list *from) {
    s->items = calloc((size_t)from->count + 1, sizeof *s->items);
    for (int i = 0; i < from->count; i++)
        for (int b = 0; b < s->box_count; b++)
            if (meet(s->boxes[b], from->items[i].box)) {
                s->items[s->count++] = &from->items[i];
                break;
            }
}

static void plan(bool is_full) {
    for (int i = 0; i < frame_count; i++) {
        frame *now = &frames[i], *before = &frames[(i + frame_count - 1) % frame_count];
        if (now->layer.items != before->layer.items) {
            add_differences(&now->layer_step, &before->layer, &now->layer);
            select_items(&now->layer_step, &now->layer);
        }
        for (int b = 0; b < now->layer_step.box_count; b++) add_box(&now->step, now->layer_step.boxes[b]);
        if (is_full) add_box(&now->step, (box){0, 0, width, height});
        add_differences(&now->step, &before->moving, &now->moving);
        select_items(&now->step, &now->moving);
    }
}

// Measurement.

static int by_size(const void *one, const void *other) {
    double a = *(const double *)one, b = *(const double *)other;
    return a < b ? -1 : a > b;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static void draw_all(cairo_t *cr, const list *all) {
    step s = {.boxes = {{0, 0, width, height}}, .box_count = 1};
    select_items(&s, all);
    draw(cr, s.items, s.count);
    free(s.items);
}

int main(int argc, char **argv) {
    int count = argc > 4 ? atoi(argv[4]) : 0;
    if (count <= 0) {
        fprintf(stderr, "usage: replay RECORDING xrgb8888|rgb565 step|full FRAMES [PICTURE.png]\n");
        return 2;
    }
    cairo_format_t format = strcmp(argv[2], "rgb565") ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_RGB16_565;
    cairo_surface_t *layer = cairo_image_surface_create(format, width, height);
    cairo_surface_t *surface = cairo_image_surface_create(format, width, height);
    cairo_t *still = cairo_create(layer), *cr = cairo_create(surface);
    read_recording(cr, argv[1]);
    plan(!strcmp(argv[3], "full"));
    set_color(still, ground);
    cairo_paint(still);
    draw_all(still, &frames[frame_count - 1].layer);
    cairo_set_source_surface(cr, layer, 0, 0);
    cairo_paint(cr);
    draw_all(cr, &frames[frame_count - 1].moving);

    double *times = calloc((size_t)count, sizeof *times), pixels = 0;
    for (int i = 0; i < count; i++) {
        const frame *f = &frames[i % frame_count];
        double start = now();
        if (f->layer_step.box_count) {
            cairo_save(still);
            clip(still, &f->layer_step);
            set_color(still, ground);
            cairo_paint(still);
            draw(still, f->layer_step.items, f->layer_step.count);
            cairo_restore(still);
            cairo_surface_flush(layer);
        }
        cairo_save(cr);
        clip(cr, &f->step);
        cairo_set_operator(cr, CAIRO_OPERATOR_SOURCE);
        cairo_set_source_surface(cr, layer, 0, 0);
        cairo_paint(cr);
        cairo_set_operator(cr, CAIRO_OPERATOR_OVER);
        draw(cr, f->step.items, f->step.count);
        cairo_restore(cr);
        cairo_surface_flush(surface);
        times[i] = now() - start;
        for (int b = 0; b < f->step.box_count; b++) pixels += (double)area(f->step.boxes[b]);
    }
    qsort(times, (size_t)count, sizeof *times, by_size);
    printf("%.2f %.0f\n", times[count / 2], pixels / count);
    if (argc > 5) cairo_surface_write_to_png(surface, argv[5]);
    return 0;
}
