internal import CGPIO
internal import Glibc
import Testing

/// Requests that are refused before a chip is opened.
@Suite struct RefusalTests {
    @Test(arguments: [
        ("/dev/null", -ENODEV), ("/dev/not-there", -ENOENT), ("gpiochip9999", -ENOENT), ("no such label", -ENOENT),
    ])
    func otherFilesAreNotOpened(_ which: String, _ error: Int32) {
        var chip: OpaquePointer?
        let result = cgpio_chip_open(which, &chip)
        #expect(result == error || (which == "/dev/null" && result == -ENOTTY))
        #expect(chip == nil)
    }

    @Test func aLineThatNoChipHasIsNotFound() {
        var chip: OpaquePointer?
        #expect(cgpio_find_line("no such line", &chip) == -ENOENT)
        #expect(chip == nil)
    }
}
