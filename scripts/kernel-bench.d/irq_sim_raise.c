#include <linux/moduleparam.h>

static bool at_once = true;
module_param(at_once, bool, 0644);

/* Without an interrupt of its own, ARCH=um would run the work on the next timer tick. */
static void irq_sim_raise(struct irq_work *work)
{
	unsigned long flags;

	irq_work_queue(work);
	if (!READ_ONCE(at_once))
		return;
	local_irq_save(flags);
	irq_work_run();
	local_irq_restore(flags);
}
