#include <linux/moduleparam.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

struct gpio_sim_chip;
static int gpio_sim_apply_pull(struct gpio_sim_chip *chip, unsigned int offset, int value);

/* How long a pull resistor that a program switches on takes to charge its line. */
static unsigned int charge_us;
module_param(charge_us, uint, 0644);

struct gpio_sim_charging {
	struct delayed_work work;
	struct gpio_sim_chip *chip;
	unsigned int offset;
	int value;
};

static void gpio_sim_charged(struct work_struct *work)
{
	struct gpio_sim_charging *line = container_of(to_delayed_work(work), struct gpio_sim_charging, work);

	gpio_sim_apply_pull(line->chip, line->offset, line->value);
	kfree(line);
}

/* The chip must stay until the line is charged. */
static int gpio_sim_charge(struct gpio_sim_chip *chip, unsigned int offset, int value)
{
	struct gpio_sim_charging *line;

	if (!charge_us)
		return gpio_sim_apply_pull(chip, offset, value);
	line = kzalloc(sizeof(*line), GFP_KERNEL);
	if (!line)
		return -ENOMEM;
	line->chip = chip;
	line->offset = offset;
	line->value = value;
	INIT_DELAYED_WORK(&line->work, gpio_sim_charged);
	schedule_delayed_work(&line->work, usecs_to_jiffies(charge_us));
	return 0;
}
