internal import CAllocationCounter
internal import CEvdev
internal import DeviceSupport
internal import LinuxSystem
import Testing
internal import WheelConfiguration
import WheelCore

@testable import wheeld

/// The path from a detent of a real device to the line that a client reads.
@Suite(.enabled(if: Devices.canMakeInputs), .serialized)
struct SteadyPathDeviceTests {
    /// The allocations of a usual detent. Without the optimiser, closures and key paths allocate, more with Swift 6.0
    /// than with 6.3; `scripts/bench detent` counts with the optimiser.
    private static var perDetent: Int {
        #if !DEBUG
            0
        #elseif compiler(>=6.1)
            23
        #else
            32
        #endif
    }
    /// The number of allocations beyond `perDetent` if the detent's event arrives an iteration late, as on a busy
    /// machine.
    private static var late: Int {
        #if DEBUG
            8
        #else
            0
        #endif
    }

    private let folder = "/tmp/wheeld-steady-\(UInt64.random(in: 0...UInt64.max))"

    @Test(.enabled(if: allocations_are_counted()), arguments: [false, true])
    func aDetentAllocatesNothing(isTerse: Bool) throws {
        Log.level = .error
        try Directory.create(folder, permissions: 0o700)
        let knob = try UinputDevice(.powerMate)
        let daemon = try daemon()
        try daemon.start()
        let client = try UnixConnection.connect(to: "\(folder)/socket")
        let isAttached = try Patience.until {
            try daemon.loop.iterate(wakeAt: .distantPast)
            daemon.hub?.wake(at: .now)
            return daemon.inputs[0].state == .attached
        }
        #expect(isAttached)
        if isTerse {
            let request = Array(#"{"op":"subscribe","terse":true}"#.utf8) + [UInt8(ascii: "\n")]
            _ = try request.withUnsafeBytes { bytes in try client.send(bytes) }
        }
        // The client reads `hello` and the other first lines.
        try knob.emit(.relative(REL_DIAL, 1))
        try daemon.iterate()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 1)
        defer { buffer.deallocate() }
        _ = try client.receive(into: buffer)

        var during: [Int] = []
        during.reserveCapacity(300)
        var lines = 0
        let start = Instant.now
        for round in 0..<300 {
            try knob.emit(.relative(REL_DIAL, round % 20 < 10 ? 1 : -1))
            let before = allocations_of_this_thread()
            try daemon.iterate()
            during.append(Int(allocations_of_this_thread() - before))
            guard case .bytes(let count) = try client.receive(into: buffer) else { continue }
            lines += buffer[..<count].count { $0 == UInt8(ascii: "\n") }
        }
        #expect(lines >= 290, "every detent comes out as a line, but for those at an end")
        // The buffers grow during the first few detents. The state is saved once a second, so one detent in each second
        // may allocate more.
        let saves = 1 + Int((Instant.now - start).seconds.rounded(.up))
        let later = during.dropFirst(10)
        let (usual, most) = (Self.perDetent, Self.perDetent + Self.late)
        #expect(later.sorted()[later.count / 2] <= usual, "\(during)")
        #expect(later.count { $0 > most } <= saves, "\(during)")
        daemon.isEnding = true
        try daemon.run()
    }

    private func daemon() throws -> Daemon {
        let file = "\(folder)/wheeld.toml"
        let text = """
            [state]
            path = "\(folder)/state.json"
            [[control]]
            name = "level"
            kind = "float"
            range = "[0, 1000]"
            # No interaction becomes due in between, which would take memory without the optimiser.
            commit_after_ms = 10000
            [[input]]
            name = "knob"
            type = "evdev"
            match = { name = "*PowerMate*" }
            """
        try DurableFile.replace(file, with: Array(text.utf8))
        var source = SettingsSource(file: file)
        let settings = try source.load()
        return try Daemon(
            settings, source: source, socketOption: "\(folder)/socket", notify: try NotifySocket())
    }
}
