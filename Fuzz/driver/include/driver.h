// libFuzzer's own mutations, for fuzzers that add mutations of their own.
#include <stddef.h>
#include <stdint.h>

size_t LLVMFuzzerMutate(uint8_t *bytes, size_t count, size_t most);
