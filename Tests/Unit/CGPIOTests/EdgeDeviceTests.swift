internal import CAllocationCounter
internal import CGPIO
internal import DeviceSupport
internal import Glibc
internal import LinuxSystem
import Testing
import WheelCore

@Suite(.enabled(if: Devices.canSimulateChips), .serialized)
struct EdgeDeviceTests {
    /// A turn by one detent: A rises, B rises, A falls, B falls.
    private static let turn: [(line: Int, high: Bool)] = [(0, true), (1, true), (0, false), (1, false)]

    private func pull(_ chip: SimulatedChip, _ line: Int, _ high: Bool) throws {
        try chip.pull(line, high: high)
        Patience.pass(milliseconds: 2)
    }

    @Test func eachEdgeHasItsLineDirectionNumbersAndTime() throws {
        let simulated = try SimulatedChip(label: "edges", lines: ["A", "B"])
        let request = try Request(try Chip(simulated.path), [cgpio_input(0), cgpio_input(1)])
        #expect(try request.read().isEmpty)

        var times: [ClosedRange<Int64>] = []
        for (line, high) in Self.turn {
            let before = Patience.nowMicroseconds
            try pull(simulated, line, high)
            times.append(before...Patience.nowMicroseconds)
        }
        let edges = try request.edges(4)
        #expect(edges.map(\.offset) == [0, 1, 0, 1])
        #expect(edges.map(\.rising) == [true, true, false, false])
        #expect(edges.map(\.sequence) == [1, 2, 3, 4])
        #expect(edges.map(\.line_sequence) == [1, 1, 2, 2])
        for (edge, time) in zip(edges, times) { #expect(time.contains(Int64(edge.time_ns / 1000))) }
        #expect(try request.read().isEmpty)
    }

    @Test func theDescriptorIsReadableWhileEdgesWait() throws {
        let simulated = try SimulatedChip(label: "polled", lines: ["A"])
        let request = try Request(try Chip(simulated.path), [cgpio_input(0)])
        var wait = pollfd(fd: request.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&wait, 1, 0) == 0)
        try simulated.pull(0, high: true)
        #expect(poll(&wait, 1, 1000) == 1 && Int32(wait.revents) == POLLIN)
        #expect(try request.read().count == 1)
        #expect(poll(&wait, 1, 0) == 0)
    }

    @Test func aReadIsLimitedByItsCapacity() throws {
        let simulated = try SimulatedChip(label: "portions", lines: ["A"])
        let request = try Request(try Chip(simulated.path), [cgpio_input(0)])
        for step in 0..<5 { try pull(simulated, 0, step.isMultiple(of: 2)) }
        Patience.pass(milliseconds: 5)
        #expect(try request.read(capacity: 0).isEmpty)
        #expect(try request.read(capacity: 3).map(\.sequence) == [1, 2, 3])
        #expect(try request.read(capacity: 3).map(\.sequence) == [4, 5])
    }

    @Test(.enabled(if: allocations_are_counted())) func readingAllocatesNothing() throws {
        let simulated = try SimulatedChip(label: "quiet", lines: ["A"])
        let request = try Request(try Chip(simulated.path), [cgpio_input(0)])
        for step in 0..<5 { try pull(simulated, 0, step.isMultiple(of: 2)) }
        Patience.pass(milliseconds: 5)
        try withUnsafeTemporaryAllocation(of: cgpio_edge.self, capacity: 64) { edges in
            var levels: UInt64 = 0
            let before = allocations_of_this_thread()
            let count = cgpio_request_read(request.pointer, edges.baseAddress, edges.count)
            let nothing = cgpio_request_read(request.pointer, edges.baseAddress, edges.count)
            let result = cgpio_request_levels(request.pointer, &levels)
            #expect(allocations_of_this_thread() == before)
            try #require((count, nothing, result, levels) == (5, 0, 0, 1))
        }
    }

    @Test func levelsAreThoseOfTheRequestsLinesInItsOrder() throws {
        let simulated = try SimulatedChip(label: "levels", lines: ["A", "B", "C", "D"])
        let request = try Request(try Chip(simulated.path), [cgpio_input(3), cgpio_input(0), cgpio_input(2)])
        #expect(try request.levels() == 0)
        try simulated.pull(1, high: true)
        #expect(try request.levels() == 0)
        try simulated.pull(3, high: true)
        #expect(try request.levels() == 0b001)
        try simulated.pull(2, high: true)
        #expect(try request.levels() == 0b101)
    }

    @Test func anActiveLowLineIsInverted() throws {
        let simulated = try SimulatedChip(label: "turned", lines: ["A", "B"])
        let request = try Request(try Chip(simulated.path), [cgpio_input(0, activeLow: true), cgpio_input(1)])
        #expect(try request.levels() == 0b01)
        try pull(simulated, 0, true)
        try pull(simulated, 1, true)
        #expect(try request.edges(2).map(\.rising) == [false, true])
        #expect(try request.levels() == 0b10)
    }

    @Test(arguments: [(CGPIO_BIAS_PULL_UP, true), (CGPIO_BIAS_PULL_DOWN, false)])
    func biasIsSet(_ bias: cgpio_bias, _ high: Bool) throws {
        let simulated = try SimulatedChip(label: "biased", lines: ["A", "B"])
        let biased = cgpio_input(offset: 1, bias: bias, active_low: false, edges: true)
        let request = try Request(try Chip(simulated.path), [cgpio_input(0), biased])
        #expect(try simulated.isHigh(1) == high)
        #expect(try simulated.isHigh(0) == false)
        withExtendedLifetime(request) {}
    }

    /// The kernel's buffer of a request holds 1024 edges. When it is full, the kernel drops the oldest edges; gaps in
    /// each line's sequence numbers show how many.
    @Test func droppedEdgesAreCounted() throws {
        let simulated = try SimulatedChip(label: "flooded", lines: ["A", "B"])
        let request = try Request(try Chip(simulated.path), [cgpio_input(0), cgpio_input(1)])
        let turns = 320
        for _ in 0..<turns { for (line, high) in Self.turn { try pull(simulated, line, high) } }
        let edges = try request.drain()
        #expect(edges.count == 1024)
        var lost = 0
        for line: UInt32 in [0, 1] {
            let numbers = edges.filter { $0.offset == line }.map { Int($0.line_sequence) }
            for (earlier, later) in zip([0] + numbers, numbers) { lost += later - earlier - 1 }
        }
        #expect(edges.count + lost == 4 * turns)
    }

    /// Edge detection begins only once the pull resistor has charged the line, so that the charging is not reported as
    /// an edge.
    @Test func edgesAreReportedFromTheReconfigurationOn() throws {
        let simulated = try SimulatedChip(label: "later", lines: ["A"])
        let request = try Request(try Chip(simulated.path), [cgpio_input(0, edges: false)])
        try pull(simulated, 0, true)
        #expect(try request.levels() == 1)
        try request.reconfigure([cgpio_input(0)])
        #expect(try request.read().isEmpty)
        try pull(simulated, 0, false)
        #expect(try request.edges(1).map(\.line_sequence) == [1])
    }

    @Test func reconfiguringKeepsWaitingEdges() throws {
        let simulated = try SimulatedChip(label: "changed", lines: ["A", "B"])
        let request = try Request(try Chip(simulated.path), [cgpio_input(0), cgpio_input(1)])
        try pull(simulated, 0, true)
        try request.reconfigure([cgpio_input(0, activeLow: true), cgpio_input(1)])
        #expect(try request.levels() == 0b00)
        try pull(simulated, 0, false)
        #expect(try request.edges(2).map(\.rising) == [true, true])

        for inputs in [[cgpio_input(0)], [cgpio_input(1), cgpio_input(0)], []] {
            #expect(throws: Errno.invalidArgument) { try request.reconfigure(inputs) }
        }
    }

    @Test func aRemovedChipIsGoneAndComesBack() throws {
        let simulated = try SimulatedChip(label: "pulled out", lines: ["A"])
        var request: Request? = try Request(try Chip(simulated.path), [cgpio_input(0)])
        simulated.disconnect()
        #expect(throws: Errno.noDevice) { try request?.read() }
        #expect(throws: Errno.noDevice) { try request?.levels() }
        #expect(throws: Errno.noSuchFile) { try Chip("pulled out") }
        // The old request is released first: before Linux 6.9, the request of a removed line keeps its interrupt, and
        // the new line may get the same interrupt.
        request = nil
        try simulated.connect()
        let again = try Request(try Chip("pulled out"), [cgpio_input(0)])
        try pull(simulated, 0, true)
        #expect(try again.edges(1).count == 1)
    }
}
