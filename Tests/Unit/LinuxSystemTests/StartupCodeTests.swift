import LinuxSystem
import Testing

@Suite(.serialized) struct StartupCodeTests {
    private func residentFilePages() throws -> Int {
        let bytes = try Descriptor.open("/proc/self/statm", .read).readAll()
        // The words are: size, resident pages, resident pages of files.
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        return try #require(words.count > 2 ? Int(words[2]) : nil)
    }

    @Test func codeThatDoesNotRunIsNotResident() throws {
        let before = try residentFilePages()
        Program.releaseStartupCode()
        // Some pages are resident again by now, because the code of this test function runs.
        let after = try residentFilePages()
        #expect(after < before * 3 / 4)
    }
}
