// SPDX-License-Identifier: GPL-2.0
/*
 * A graphics card with two screens, as a board with HDMI and DSI has it, which a test plugs in.
 *
 *   echo 1 >/sys/module/bench_card/parameters/present
 *
 * makes the card, and 0 takes it away. The connectors are HDMI-A-1 (1024x768) and DSI-1 (720x400, or what video=DSI-1:… on the
 * command line says). Each has a CRTC of its own.
 *
 * A screen has a memory of its own, as a panel behind a bus. An update copies a picture there: for HDMI-A-1 all of it, for
 * DSI-1, which uses damage clips, only these. /sys/devices/platform/bench-card/CONNECTOR is this memory for mmap(), 1024x768
 * pixels of XRGB8888 with the picture at the top left; a screen that is off is black. In
 * /sys/module/bench_card/parameters/copied_pixels is the number of all pixels that were copied.
 *
 * A flip is complete at once. After a connector's name was written to /sys/module/bench_card/parameters/stuck, no flip of its
 * screen shows its picture or completes, as when a driver has lost an interrupt. A modeset does both. "none" ends this.
 */
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/platform_device.h>
#include <linux/sysfs.h>
#include <linux/vmalloc.h>
#include <drm/drm_atomic.h>
#include <drm/drm_atomic_helper.h>
#include <drm/drm_damage_helper.h>
#include <drm/drm_drv.h>
#include <drm/drm_edid.h>
#include <drm/drm_fourcc.h>
#include <drm/drm_framebuffer.h>
#include <drm/drm_gem_atomic_helper.h>
#include <drm/drm_gem_framebuffer_helper.h>
#include <drm/drm_gem_shmem_helper.h>
#include <drm/drm_managed.h>
#include <drm/drm_mode_config.h>
#include <drm/drm_modes.h>
#include <drm/drm_probe_helper.h>
#include <drm/drm_simple_kms_helper.h>
#include <drm/drm_vblank.h>

#define WIDTH 1024
#define HEIGHT 768
#define BYTES (WIDTH * HEIGHT * sizeof(u32))

struct bench_screen {
	struct drm_simple_display_pipe pipe;
	struct drm_connector connector;
	int width, height;
	bool has_clips;
	u32 *memory;
	struct bin_attribute file;
};

struct bench_card {
	struct drm_device drm;
	struct bench_screen screens[2];
};

static struct platform_device *device;
static struct bench_card *card;
static bool present;
static char stuck[16] = "none";
static unsigned long copied_pixels;

static int bench_card_modes(struct drm_connector *connector)
{
	struct bench_screen *screen = container_of(connector, struct bench_screen, connector);
	int count = drm_add_modes_noedid(connector, WIDTH, HEIGHT);

	drm_set_preferred_mode(connector, screen->width, screen->height);
	return count;
}

static const struct drm_connector_helper_funcs bench_card_connector_helpers = {
	.get_modes = bench_card_modes,
};

static const struct drm_connector_funcs bench_card_connector = {
	.fill_modes = drm_helper_probe_single_connector_modes,
	.destroy = drm_connector_cleanup,
	.reset = drm_atomic_helper_connector_reset,
	.atomic_duplicate_state = drm_atomic_helper_connector_duplicate_state,
	.atomic_destroy_state = drm_atomic_helper_connector_destroy_state,
};

static void bench_card_copy(struct bench_screen *screen, const struct drm_rect *part)
{
	struct drm_plane_state *plane = screen->pipe.plane.state;
	struct iosys_map *picture = &to_drm_shadow_plane_state(plane)->data[0];
	size_t length = drm_rect_width(part) * sizeof(u32);
	int y;

	for (y = part->y1; y < part->y2; y++)
		iosys_map_memcpy_from(&screen->memory[y * WIDTH + part->x1], picture,
				      y * plane->fb->pitches[0] + part->x1 * sizeof(u32), length);
	copied_pixels += drm_rect_width(part) * drm_rect_height(part);
}

static void bench_card_show(struct bench_screen *screen, struct drm_plane_state *old)
{
	struct drm_plane_state *plane = screen->pipe.plane.state;
	struct drm_atomic_helper_damage_iter damage;
	struct drm_rect part;

	if (!plane->fb || !screen->pipe.crtc.state->active) {
		memset(screen->memory, 0, BYTES);
	} else if (!screen->has_clips) {
		drm_rect_fp_to_int(&part, &plane->src);
		bench_card_copy(screen, &part);
	} else {
		drm_atomic_helper_damage_iter_init(&damage, old, plane);
		drm_atomic_for_each_plane_damage(&damage, &part)
			bench_card_copy(screen, &part);
	}
}

static void bench_card_update(struct drm_simple_display_pipe *pipe, struct drm_plane_state *old)
{
	struct bench_screen *screen = container_of(pipe, struct bench_screen, pipe);
	struct drm_crtc *crtc = &pipe->crtc;
	struct drm_pending_vblank_event *event = crtc->state->event;

	/* The commit gets no other end than this event, so without it the flip never completes. */
	crtc->state->event = NULL;
	if (sysfs_streq(stuck, screen->connector.name) && !drm_atomic_crtc_needs_modeset(crtc->state))
		return;
	bench_card_show(screen, old);
	if (!event)
		return;
	spin_lock_irq(&crtc->dev->event_lock);
	drm_crtc_send_vblank_event(crtc, event);
	spin_unlock_irq(&crtc->dev->event_lock);
}

static const struct drm_simple_display_pipe_funcs bench_card_pipe = {
	.update = bench_card_update,
	DRM_GEM_SIMPLE_DISPLAY_PIPE_SHADOW_PLANE_FUNCS,
};

static const struct drm_mode_config_funcs bench_card_config = {
	.fb_create = drm_gem_fb_create_with_dirty,
	.atomic_check = drm_atomic_helper_check,
	.atomic_commit = drm_atomic_helper_commit,
};

DEFINE_DRM_GEM_FOPS(bench_card_files);

static const struct drm_driver bench_card_driver = {
	.driver_features = DRIVER_MODESET | DRIVER_ATOMIC | DRIVER_GEM,
	.fops = &bench_card_files,
	DRM_GEM_SHMEM_DRIVER_OPS,
	.name = "bench_card",
	.desc = "a card with two screens",
	.date = "20260101",
	.major = 1,
};

static int bench_card_mmap(struct file *file, struct kobject *object, struct bin_attribute *attribute,
			   struct vm_area_struct *area)
{
	return remap_vmalloc_range(area, attribute->private, area->vm_pgoff);
}

static void bench_card_free(struct drm_device *drm, void *memory)
{
	vfree(memory);
}

static int bench_card_screen(int index, int type, int width, int height)
{
	static const u32 formats[] = { DRM_FORMAT_XRGB8888 };
	struct bench_screen *screen = &card->screens[index];
	int error;

	screen->width = width;
	screen->height = height;
	error = drm_connector_init(&card->drm, &screen->connector, &bench_card_connector, type);
	if (error)
		return error;
	drm_connector_helper_add(&screen->connector, &bench_card_connector_helpers);
	error = drm_simple_display_pipe_init(&card->drm, &screen->pipe, &bench_card_pipe, formats, ARRAY_SIZE(formats),
					     NULL, &screen->connector);
	if (error)
		return error;
	screen->memory = vmalloc_user(BYTES);
	if (!screen->memory)
		return -ENOMEM;
	error = drmm_add_action_or_reset(&card->drm, bench_card_free, screen->memory);
	if (error)
		return error;
	sysfs_bin_attr_init(&screen->file);
	screen->file.attr.name = screen->connector.name;
	screen->file.attr.mode = 0400;
	screen->file.size = BYTES;
	screen->file.private = screen->memory;
	screen->file.mmap = bench_card_mmap;
	return sysfs_create_bin_file(&device->dev.kobj, &screen->file);
}

static int bench_card_init(void)
{
	int error = drmm_mode_config_init(&card->drm);

	if (error)
		return error;
	card->drm.mode_config.max_width = WIDTH;
	card->drm.mode_config.max_height = HEIGHT;
	card->drm.mode_config.funcs = &bench_card_config;
	error = bench_card_screen(0, DRM_MODE_CONNECTOR_HDMIA, WIDTH, HEIGHT);
	if (error)
		return error;
	error = bench_card_screen(1, DRM_MODE_CONNECTOR_DSI, 720, 400);
	if (error)
		return error;
	drm_plane_enable_fb_damage_clips(&card->screens[1].pipe.plane);
	card->screens[1].has_clips = true;
	drm_mode_config_reset(&card->drm);
	return drm_dev_register(&card->drm, 0);
}

/* A card that could not be made is not taken apart: the test that asked for it fails, and the machine ends with it. */
static int bench_card_add(void)
{
	device = platform_device_register_simple("bench-card", PLATFORM_DEVID_NONE, NULL, 0);
	if (IS_ERR(device))
		return PTR_ERR(device);
	if (!devres_open_group(&device->dev, NULL, GFP_KERNEL))
		return -ENOMEM;
	card = devm_drm_dev_alloc(&device->dev, &bench_card_driver, struct bench_card, drm);
	return IS_ERR(card) ? PTR_ERR(card) : bench_card_init();
}

static void bench_card_remove(void)
{
	int index;

	drm_dev_unplug(&card->drm);
	drm_atomic_helper_shutdown(&card->drm);
	for (index = 0; index < ARRAY_SIZE(card->screens); index++)
		sysfs_remove_bin_file(&device->dev.kobj, &card->screens[index].file);
	devres_release_group(&device->dev, NULL);
	platform_device_unregister(device);
}

static int bench_card_set(const char *word, const struct kernel_param *parameter)
{
	bool was = present;
	int error = param_set_bool(word, parameter);

	if (error || was == present)
		return error;
	if (present)
		return bench_card_add();
	bench_card_remove();
	return 0;
}

static const struct kernel_param_ops bench_card_ops = {
	.set = bench_card_set,
	.get = param_get_bool,
};
module_param_cb(present, &bench_card_ops, &present, 0600);
module_param_string(stuck, stuck, sizeof(stuck), 0600);
module_param(copied_pixels, ulong, 0400);
MODULE_LICENSE("GPL");
