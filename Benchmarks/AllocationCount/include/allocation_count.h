#pragma once

/// The number of heap allocations of this process so far. The library interposes the C library's allocation functions.
unsigned long allocation_count(void);
