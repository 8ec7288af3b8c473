// libFuzzer's own mutations, for a fuzzer that has mutations of its own beside them.
#include <stddef.h>
#include <stdint.h>

size_t LLVMFuzzerMutate(uint8_t *bytes, size_t count, size_t most);
