internal import CEvdev
import Testing

@testable internal import WheelInput

/// The jog wheel of a Contour Shuttle, which reports positions.
struct AbsoluteCounterTests {
    @Test(arguments: [
        ("the first tells a place", [200], [0]), ("steps", [5, 6, 7, 6], [0, 1, 1, -1]),
        ("over the end", [254, 255, 1, 2], [0, 1, 2, 1]), ("and back", [2, 1, 255, 254], [0, -1, -2, -1]),
        ("the same place", [9, 9, 9], [0, 0, 0]), ("what was lost is made up", [10, 100, 30], [0, 90, -70]),
        ("the shorter way", [1, 200], [0, -57]),
    ])
    func distances(_ title: String, _ places: [Int], _ expected: [Int]) {
        var counter = AbsoluteCounter()
        #expect(places.map { counter.distance(to: $0) } == expected, "\(title)")
    }

    @Test(
        arguments: [
            (REL_DIAL, 0x0b33, 0x0020, true), (REL_DIAL, 0x0b33, 0x0030, true), (REL_DIAL, 0x05f3, 0x0240, true),
            (REL_WHEEL, 0x0b33, 0x0020, false), (REL_DIAL, 0x0b33, 0x0021, false), (REL_DIAL, 0x077d, 0x0410, false),
        ] as [(Int32, UInt16, UInt16, Bool)])
    func onlyTheJogsOfShuttlesAre(_ axis: Int32, _ vendor: UInt16, _ product: UInt16, _ isOne: Bool) {
        #expect(AbsoluteCounter.isAxis(UInt16(axis), ofVendor: vendor, product: product) == isOne)
    }

    /// One full turn of ten steps, for `wheelctl learn`.
    @Test func positionsBecomeDistances() {
        let node = InputNode(path: "", place: "", name: "", vendor: 0x0b33, product: 0x0020)
        let places = [248, 249, 250, 251, 252, 253, 254, 255, 1, 2, 3]
        let distances = node.distances(in: places.map { ("REL_DIAL", $0) })
        #expect(distances.map(\.value) == [0, 1, 1, 1, 1, 1, 1, 1, 2, 1, 1])
        let other = InputNode(path: "", place: "", name: "", vendor: 0x077d, product: 0x0410)
        #expect(other.distances(in: [("REL_DIAL", 3)]).map(\.value) == [3])
    }
}
