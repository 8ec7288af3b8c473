import Testing
import WheelCore

@testable import LinuxSystem

@Suite struct DatagramSocketTests {
    private func address(_ host: String, _ port: UInt16) throws -> InternetAddress {
        try #require(InternetAddress(numeric: host, port: port))
    }

    /// The ports among which a listener chooses a free one.
    private static let freePorts: ClosedRange<UInt16> = 20000...29999

    private func listener() throws -> (DatagramBox, InternetAddress) {
        for _ in 0..<100 {
            let place = try address("127.0.0.1", .random(in: DatagramSocketTests.freePorts))
            if let made = try? DatagramSocket.bound(to: place) { return (DatagramBox(made), place) }
        }
        throw Errno.addressInUse
    }

    @Test func aDatagramArrivesWithItsSenderAndTheAnswerComesBack() throws {
        let (box, place) = try listener()
        let sender = try DatagramSocket.connected(to: place)
        #expect(sender.send([1, 2, 3]) == .sent)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16, alignment: 8)
        defer { buffer.deallocate() }
        box.socket.descriptor.wait(for: .readable, until: MonotonicClock.now + .seconds(5))
        guard case .datagram(3, let from?) = box.socket.receive(into: buffer) else {
            Issue.record("no datagram")
            return
        }
        #expect(from.host == "127.0.0.1" && Array(buffer[..<3]) == [1, 2, 3])
        #expect(box.socket.receive(into: buffer) == .wouldBlock)
    }

    @Test func aDatagramThatNobodyTakesIsRefusedWithTheNextOne() throws {
        let place = try listener().1
        let sender = try DatagramSocket.connected(to: place)
        #expect(sender.send([1]) == .sent)
        sender.descriptor.wait(for: .readable, until: MonotonicClock.now + .seconds(5))
        #expect(sender.send([1]) == .refused(.connectionRefused))
    }

    @Test func aPortThatIsTakenIsNamed() throws {
        let (box, place) = try listener()
        do {
            _ = try DatagramSocket.bound(to: place)
            Issue.record("it is bound twice")
        } catch {
            #expect(error.description == "listen on \(place): EADDRINUSE (Address already in use)")
        }
        _ = box
    }
}

private final class DatagramBox {
    let socket: DatagramSocket

    init(_ socket: consuming DatagramSocket) { self.socket = socket }
}
