// The `main` of a fuzzer. SwiftPM renames the `main` of an executable target and links against the renamed one, so that
// libFuzzer's own `main` would not be found.
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*one_input)(const uint8_t *bytes, size_t count));
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);
int FUZZER_MAIN(int count, char **arguments);

int FUZZER_MAIN(int count, char **arguments) {
    return LLVMFuzzerRunDriver(&count, &arguments, LLVMFuzzerTestOneInput);
}
