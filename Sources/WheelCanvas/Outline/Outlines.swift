/// The outlines of one frame's shapes, all in two kept lists.
///
/// An outline is a closed polygon on the grid, cut into chains that go downwards. That is the form in which the rest
/// asks its two questions: where does a row of pixels cross it, and in which rows does it differ from another.
struct Outlines: ~Copyable {
    var nodes = KeptBuffer<Node>(capacity: 1024)
    var chains = KeptBuffer<Chain>(capacity: 64)
    /// The corners of the contour being made, in its own order.
    private var contour = KeptBuffer<Corner>(capacity: 256)

    /// The outline being made.
    private var open = Outline()

    struct Corner: BitwiseCopyable {
        var x: Int32
        var y: Int32
    }

    mutating func removeAll() {
        nodes.removeAll()
        chains.removeAll()
    }

    /// Puts all cursors where the sweep begins.
    func rewind() {
        for index in 0..<chains.count { chains.start[index].cursor = chains.start[index].first }
    }

    /// Starts an outline; its contours follow.
    mutating func begin() {
        open = Outline()
        open.nodes = nodes.count
        open.chains = chains.count
    }

    /// The outline of all contours closed since `begin`.
    mutating func end() -> Outline {
        open.nodeCount = nodes.count - open.nodes
        open.chainCount = chains.count - open.chains
        return open
    }

    /// Takes over an outline of another frame.
    mutating func append(_ outline: Outline, of other: borrowing Outlines) -> Outline {
        begin()
        nodes.append(from: other.nodes.start + outline.nodes, count: outline.nodeCount)
        chains.append(from: other.chains.start + outline.chains, count: outline.chainCount)
        var copy = outline
        (copy.nodes, copy.chains) = (open.nodes, open.chains)
        return copy
    }

    /// The next corner of the contour, in pixels.
    @inline(__always)
    mutating func corner(_ x: Double, _ y: Double) {
        let corner = Corner(x: Grid.line(x), y: Grid.line(y))
        if contour.count > 0 {
            let last = contour[contour.count - 1]
            if last.x == corner.x && last.y == corner.y { return }
        }
        contour.append(corner)
    }

    /// Twice the area that the contour so far goes round, positive where it goes from x towards y.
    func turning() -> Int64 {
        var area: Int64 = 0
        for index in 0..<contour.count {
            let (a, b) = (contour[index], contour[index + 1 == contour.count ? 0 : index + 1])
            area += Int64(a.x) * Int64(b.y) - Int64(b.x) * Int64(a.y)
        }
        return area
    }

    /// Closes the contour and cuts it into chains. `inside` is +1 where the shape lies to the right of its edges as
    /// they go from x towards y, −1 where it lies to their left.
    mutating func close(inside: Int32) {
        defer { contour.removeAll() }
        let count = contour.count
        guard count > 2 else { return }
        for index in 0..<count { open.include(contour[index]) }
        // From a highest corner on, so that a convex contour is cut into two chains and no more.
        var start = 0
        for index in 1..<count where contour[index].y < contour[start].y { start = index }

        var run = start
        var direction: Int32 = 0
        for step in 1...count {
            let (here, next) = (wrapped(start + step - 1), wrapped(start + step))
            let towards = (contour[next].y - contour[here].y).signum()
            if towards != direction {
                chain(from: run, to: start + step - 1, direction: direction, inside: inside)
                run = start + step - 1
                direction = towards
            }
        }
        chain(from: run, to: start + count, direction: direction, inside: inside)
    }

    @inline(__always)
    private func wrapped(_ index: Int) -> Int {
        index >= contour.count ? index - contour.count : index
    }

    /// The corners `from ... to` of the contour, which go all down, all up or (and then they say nothing) level.
    private mutating func chain(from: Int, to: Int, direction: Int32, inside: Int32) {
        guard direction != 0 else { return }
        let first = Int32(truncatingIfNeeded: nodes.count - open.nodes)
        var index = direction > 0 ? from : to
        var corner = contour[wrapped(index)]
        let top = corner.y
        for _ in from..<to {
            index += Int(direction)
            let next = contour[wrapped(index)]
            let slope = Double(next.x &- corner.x) / Double(next.y &- corner.y) * 4_294_967_296
            nodes.append(Node(x: corner.x, y: corner.y, slope: Int64(slope)))
            corner = next
        }
        nodes.append(Node(x: corner.x, y: corner.y, slope: 0))
        let last = Int32(truncatingIfNeeded: nodes.count - 1 - open.nodes)
        let winding = direction > 0 ? -inside : inside
        chains.append(Chain(first: first, last: last, winding: winding, top: top, bottom: corner.y, cursor: first))
    }
}
