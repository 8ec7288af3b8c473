import Testing
import WheelCore

@Suite("Points and the vectors between them") struct PointTests {
    @Test("A vector leads from one point to another")
    func ways() {
        let (start, end) = (Point(x: 1, y: 2), Point(x: 4, y: 6))
        let way: Vector = end - start
        #expect(way == Vector(dx: 3, dy: 4))
        #expect(start + way == end)
        #expect(end - way == start)
        #expect(start.distance(to: end) == 5)
        #expect(start.middle(to: end) == Point(x: 2.5, y: 4))
    }

    @Test("Vectors can be added")
    func sums() {
        let way = Vector(dx: 3, dy: -4)
        #expect(way.length == 5)
        #expect(way + -way == .zero)
        #expect(way - way == .zero)
        #expect(way * 2 / 4 == Vector(dx: 1.5, dy: -2))
    }

    @Test(
        "A vector's angle increases from right to down",
        arguments: [
            (Vector(dx: 1, dy: 0), 0), (Vector(dx: 0, dy: 1), 90), (Vector(dx: -1, dy: 0), 180),
            (Vector(dx: 0, dy: -1), -90), (Vector(dx: 2, dy: 2), 45), (Vector.zero, 0),
        ])
    func angles(_ way: Vector, _ degrees: Double) {
        #expect(way.angle == .degrees(degrees))
    }
}
