internal import CGPIO
internal import DeviceSupport
internal import LinuxSystem
import Testing

@Suite(.enabled(if: Devices.canSimulateChips), .serialized)
struct OutputDeviceTests {
    private func levels(_ chip: SimulatedChip) throws -> [Bool] { try (0..<chip.lineCount).map { try chip.isHigh($0) } }

    @Test func outputsHaveTheLevelsOfTheRequest() throws {
        let simulated = try SimulatedChip(label: "driven", lines: ["A", "B", "C"])
        let request = try Request(try Chip(simulated.path), outputs: [2, 0], levels: 0b01)
        #expect(try levels(simulated) == [false, false, true])
        try request.set(0b10)
        #expect(try levels(simulated) == [true, false, false])
        try request.set(0b11)
        #expect(try levels(simulated) == [true, false, true])
        #expect(try request.levels() == 0b11)
    }

    @Test func outputsBecomeInputs() throws {
        let simulated = try SimulatedChip(label: "driven", lines: ["A", "B"])
        let request = try Request(try Chip(simulated.path), outputs: [1], levels: 1)
        // The pull that the test sets does not change the level of an output.
        try simulated.pull(1, high: false)
        #expect(try levels(simulated) == [false, true])
        try request.reconfigure([cgpio_input(1)])
        try simulated.pull(1, high: true)
        try simulated.pull(1, high: false)
        #expect(try levels(simulated) == [false, false])
        #expect(try request.edges(1).isEmpty == false)
    }

    @Test func outputsAreRefusedAsInputsAre() throws {
        let simulated = try SimulatedChip(label: "driven", lines: ["A", "B"])
        let chip = try Chip(simulated.path)
        for outputs: [UInt32] in [[], [2], [1, 1], (0..<65).map { $0 }] {
            #expect(throws: Errno.invalidArgument) { try Request(chip, outputs: outputs, levels: 0) }
        }
        let held = try Request(chip, [cgpio_input(1)])
        #expect(throws: Errno.busy) { try Request(chip, outputs: [0, 1], levels: 0) }
        withExtendedLifetime(held) {}
    }
}
