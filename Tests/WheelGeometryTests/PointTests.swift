import Testing
import WheelGeometry

@Suite struct PointTests {
    @Test func zeroIsTheOrigin() {
        #expect(Point.zero == Point(x: 0, y: 0))
    }
}
