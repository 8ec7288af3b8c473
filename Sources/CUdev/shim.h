// libudev. Swift can import everything that this project uses.
#include <libudev.h>
