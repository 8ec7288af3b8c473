import Testing
import WheelCore

@testable import LinuxSystem

@Suite struct InternetAddressTests {
    private func numeric(_ host: String, _ port: UInt16) throws -> InternetAddress {
        try #require(InternetAddress(numeric: host, port: port))
    }

    @Test func addressesAreNumericAndHaveTheirText() throws {
        #expect(try numeric("127.0.0.1", 9000).description == "127.0.0.1:9000")
        #expect(try numeric("::1", 9000).description == "[::1]:9000")
        // A socket for both families reports an IPv4 address in this form.
        #expect(try numeric("::ffff:10.0.0.1", 9000).host == "10.0.0.1")
        for wrong in ["localhost", "", "300.0.0.1", "::g", "4532", "127.1"] {
            #expect(InternetAddress(numeric: wrong, port: 1) == nil, "\(wrong)")
        }
    }

    @Test(arguments: [("localhost", true), ("a.invalid", false)])
    func aNameIsLookedUpWhileTheLoopGoesOn(name: String, isKnown: Bool) throws {
        let loop = try EventLoop()
        var found: [InternetAddress]?
        _ = try NameLookup(name, port: 9000, loop) { found = $0 }
        let end = MonotonicClock.now + .seconds(30)
        while found == nil, MonotonicClock.now < end { try loop.iterate(wakeAt: end) }
        #expect(found?.isEmpty == !isKnown)
        #expect(found?.allSatisfy { $0.port == 9000 } ?? false)
    }
}
