import LinuxSystem
import Testing

/// Of a large program little runs at any time.
@Suite(.serialized) struct ProgramCodeTests {
    private func residentFilePages() throws -> Int {
        let bytes = try Descriptor.open("/proc/self/statm", .read).readAll()
        // Size, resident, and resident of files: in pages.
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        return try #require(words.count > 2 ? Int(words[2]) : nil)
    }

    @Test func whatDoesNotRunIsNotResident() throws {
        let before = try residentFilePages()
        ProgramCode.releaseWhatOnlyStarted()
        // This runs: code comes back when it is needed.
        let after = try residentFilePages()
        #expect(after < before * 3 / 4)
    }
}
