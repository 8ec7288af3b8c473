// libudev; Swift can take all of it that this project uses.
#include <libudev.h>
