import Glibc
import Testing
import WheelCore

@testable import WheelModel
@testable import WheelTouch

/// The cost of restoring a preset with a large selection, as each definition and each reload does.
@Suite struct StoredSelectionTests {
    @Test("Eight times the positions cost eight times the work, not sixty-four times")
    func costOfPositions() throws {
        let few = try StoredSelectionTests.leastTime(positions: 500)
        let many = try StoredSelectionTests.leastTime(positions: 4000)
        #expect(many < 24 * few, "\(many / 1000) µs for 4000 positions, \(few / 1000) µs for 500")
    }

    @Test func manyNamesAreFoundAndUnknownOnesRefused() throws {
        let directory = StoredSelectionTests.panel(positions: 20).directory
        #expect(try directory.value(.positions((1...20).map(String.init)), of: 0) == .positions(Array(0..<20)))
        #expect(throws: CommandRefusal.self) {
            try directory.value(.positions((1...21).map(String.init)), of: 0)
        }
    }

    private static func panel(positions: Int) -> Panel {
        let selection = PositionSettings(positions: PositionSettings.numbered(positions))
        let names = (1...positions).map(String.init)
        return Panel(
            PanelSettings(
                controls: [ControlSettings(name: "bands", quantity: .selection(selection))],
                presets: [
                    PresetSettings(
                        name: "all", values: [Assignment(control: "bands", value: .positions(names))], isWritable: true)
                ]))
    }

    /// The processor time of this thread, in nanoseconds. The least of four times is that of a run without
    /// interruptions.
    private static func leastTime(positions: Int) throws -> Int {
        var panel = panel(positions: positions)
        let values = panel.settings.presets[0].values
        return try (0..<4).map { _ in
            let start = now
            try panel.restorePreset("all", values)
            return now - start
        }.min() ?? 0
    }

    private static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
