// This is a separate file, because <linux/wireless.h> includes <linux/if.h>, which defines structures of <net/if.h>
// again.
#include <linux/wireless.h>
#include <string.h>
#include <sys/ioctl.h>

int linux_saves_power(int fd, const char *interface) {
    struct iwreq request = {0};
    strncpy(request.ifr_name, interface, sizeof request.ifr_name - 1);
    if (ioctl(fd, SIOCGIWPOWER, &request) != 0)
        return -1;
    return !request.u.power.disabled;
}
