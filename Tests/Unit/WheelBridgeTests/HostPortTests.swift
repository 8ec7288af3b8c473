import Testing

@testable import WheelBridge

@Suite struct HostPortTests {
    @Test(arguments: [
        ("h", "h", UInt16?.none), ("h:1884", "h", 1884), ("10.0.0.1:1", "10.0.0.1", 1), ("fe80::1", "fe80::1", nil),
        ("[fe80::1]:99", "fe80::1", 99), ("[::1]", "::1", nil),
    ])
    func places(text: String, host: String, port: UInt16?) {
        #expect(HostPort(text) == HostPort(host: host, port: port))
    }

    @Test(arguments: ["", ":1", "h:", "h:0", "h:65536", "h:+1", "[::1", "[::1]x", "a b", "mqtt://h", "h\n"])
    func noPlaces(text: String) { #expect(HostPort(text) == nil) }

    @Test(arguments: [("4533", "127.0.0.1", 4533), ("0.0.0.0:1", "0.0.0.0", 1), ("[::1]:65535", "::1", 65535)])
    func listeners(text: String, address: String, port: UInt16) throws {
        let place = try #require(ListeningPlace(text))
        #expect((place.address, place.port) == (address, port))
        #expect(ListeningPlace(place.description) == place)
    }

    @Test(arguments: ["", "0", "65536", "localhost:1", "127.0.0.1", "::1", ":1", "1.2.3.4:0"])
    func noListeners(text: String) { #expect(ListeningPlace(text) == nil) }

    @Test func itsTextIsReadAgain() {
        for text in ["h", "h:1", "[::1]:99"] { #expect(HostPort(text)?.description == text) }
    }
}
