// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's own rotary_encoder driver on two lines that a test names, as a device tree would name them on a board.
 *
 *   echo "LABEL A B STEPS" >/sys/module/bench_encoder/parameters/lines
 *
 * makes an encoder of the lines A and B of the chip LABEL, both active low, with STEPS steps per period (1, 2 or 4) that
 * come as REL_DIAL. With "LABEL A B STEPS COUNT" the driver reports the position as ABS_X, from 0 to COUNT; with another
 * word "rollover" it goes on at 0 after COUNT - 1. "none" takes it away. There is one at a time.
 */
#include <linux/gpio/machine.h>
#include <linux/input.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/platform_device.h>
#include <linux/property.h>
#include <linux/slab.h>

static struct platform_device *encoder;
static char label[64];
/* The two lines, and an empty entry as the end. */
static struct gpiod_lookup_table *table;

static void bench_encoder_remove(void)
{
	if (IS_ERR_OR_NULL(encoder))
		return;
	platform_device_unregister(encoder);
	encoder = NULL;
	gpiod_remove_lookup_table(table);
	kfree(table);
	table = NULL;
}

/* COUNT is 0 for a relative axis. */
static int bench_encoder_add(unsigned int a, unsigned int b, u32 steps, u32 count, bool rolls)
{
	struct property_entry relative[] = {
		PROPERTY_ENTRY_U32("rotary-encoder,steps-per-period", steps),
		PROPERTY_ENTRY_U32("linux,axis", REL_DIAL),
		PROPERTY_ENTRY_BOOL("rotary-encoder,relative-axis"),
		{ }
	};
	/* Without the last of these it does not roll over. */
	struct property_entry absolute[] = {
		PROPERTY_ENTRY_U32("rotary-encoder,steps-per-period", steps),
		PROPERTY_ENTRY_U32("linux,axis", ABS_X),
		PROPERTY_ENTRY_U32("rotary-encoder,steps", count),
		PROPERTY_ENTRY_BOOL("rotary-encoder,rollover"),
		{ }
	};
	struct platform_device_info info = {
		.name = "rotary-encoder",
		.id = PLATFORM_DEVID_NONE,
		.properties = count ? absolute : relative,
	};

	if (!rolls)
		absolute[3] = (struct property_entry){ };
	table = kzalloc(struct_size(table, table, 3), GFP_KERNEL);
	if (!table)
		return -ENOMEM;
	table->dev_id = "rotary-encoder";
	table->table[0] = GPIO_LOOKUP_IDX(label, a, NULL, 0, GPIO_ACTIVE_LOW);
	table->table[1] = GPIO_LOOKUP_IDX(label, b, NULL, 1, GPIO_ACTIVE_LOW);
	gpiod_add_lookup_table(table);
	encoder = platform_device_register_full(&info);
	if (!IS_ERR(encoder) && encoder->dev.driver)
		return 0;
	if (IS_ERR(encoder)) {
		int error = PTR_ERR(encoder);

		encoder = NULL;
		gpiod_remove_lookup_table(table);
		kfree(table);
		table = NULL;
		return error;
	}
	/* The driver would not have it: a line is in use, or is not there. */
	bench_encoder_remove();
	return -EBUSY;
}

static int bench_encoder_set(const char *words, const struct kernel_param *parameter)
{
	unsigned int a, b, steps, count = 0;
	char rollover[16] = "";

	bench_encoder_remove();
	if (sysfs_streq(words, "none"))
		return 0;
	if (sscanf(words, "%63s %u %u %u %u %15s", label, &a, &b, &steps, &count, rollover) < 4)
		return -EINVAL;
	return bench_encoder_add(a, b, steps, count, !strcmp(rollover, "rollover"));
}

static const struct kernel_param_ops bench_encoder_ops = {
	.set = bench_encoder_set,
};
module_param_cb(lines, &bench_encoder_ops, NULL, 0200);
MODULE_LICENSE("GPL");
