#pragma once

/// Heap allocations of this process so far, counted by standing in front of the C library's malloc.
unsigned long allocation_count(void);
