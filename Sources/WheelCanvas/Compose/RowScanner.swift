/// Where one row of pixels crosses outlines.
///
/// A piece is one straight bit of an edge inside the row; a crossing is all that one chain does there: the columns
/// it passes through, and how much of the row's height it goes down (or, with its winding, counts as up).
struct RowScanner: ~Copyable {
    struct Piece: BitwiseCopyable {
        /// Where it enters and leaves the row, in steps of the grid.
        var from: Int32
        var to: Int32
        /// The part of the row's height that it covers, in steps, with the sign of its winding.
        var height: Int32
    }

    struct Crossing: BitwiseCopyable {
        var first: Int32
        var last: Int32
        var height: Int32
    }

    /// What one outline does in the row: ranges of the two lists below.
    struct Scan: BitwiseCopyable {
        var pieces = 0
        var piecesEnd = 0
        var crossings = 0
        var crossingsEnd = 0
        /// One past the last pixel that is not empty.
        var end: Int32 = 0
        /// The first row below that may look different.
        var steadyUntil = Int32.max
    }

    private(set) var pieces = KeptBuffer<Piece>(capacity: 256)
    var crossings = KeptBuffer<Crossing>(capacity: 128)
    private let width: Int32

    init(width: Int) {
        self.width = Int32(width)
    }

    mutating func removeAll() {
        pieces.removeAll()
        crossings.removeAll()
    }

    /// Scans one outline in row `y`. Rows must come in descending order after `rewind`, because the cursors of the
    /// chains only go down. Crossings come out ordered from left to right.
    mutating func scan(_ outline: Outline, of outlines: borrowing Outlines, row y: Int32) -> Scan {
        var scan = Scan()
        scan.pieces = pieces.count
        scan.crossings = crossings.count
        let nodes = UnsafePointer(outlines.nodes.start + outline.nodes)
        let chains = outlines.chains.start + outline.chains
        let (top, bottom) = (y << Grid.bits, (y + 1) << Grid.bits)
        let clips = outline.left < 0 || outline.right >= width << Grid.bits
        for index in 0..<outline.chainCount {
            let chain = chains + index
            if chain.pointee.bottom <= top { continue }
            if chain.pointee.top >= bottom {
                scan.steadyUntil = min(scan.steadyUntil, chain.pointee.top >> Grid.bits)
                continue
            }
            let steady = follow(chain, nodes, top: top, bottom: bottom, clips: clips)
            scan.steadyUntil = min(scan.steadyUntil, steady)
        }
        order(from: scan.crossings)
        scan.end = end(of: scan.crossings)
        scan.piecesEnd = pieces.count
        scan.crossingsEnd = crossings.count
        return scan
    }

    /// Takes up one chain between the heights `top` and `bottom`; says until which row it goes on straight down.
    @inline(__always)
    private mutating func follow(
        _ chain: UnsafeMutablePointer<Chain>, _ nodes: UnsafePointer<Node>, top: Int32, bottom: Int32, clips: Bool
    ) -> Int32 {
        var cursor = Int(chain.pointee.cursor)
        while nodes[cursor + 1].y <= top { cursor += 1 }
        chain.pointee.cursor = Int32(truncatingIfNeeded: cursor)
        let (winding, last) = (chain.pointee.winding, Int(chain.pointee.last))

        var crossing = Crossing(first: .max, last: .min, height: 0)
        var steady = (top >> Grid.bits) + 1
        while true {
            let (node, next) = (nodes[cursor], nodes[cursor + 1])
            let starts = node.y >= top
            let ends = next.y <= bottom
            var from = starts ? node.x : node.x(at: top)
            var to = ends ? next.x : node.x(at: bottom)
            let height = ((ends ? next.y : bottom) - (starts ? node.y : top)) * winding
            if clips {
                clip(&from, &to, height: height)
            } else {
                pieces.append(Piece(from: from, to: to, height: height))
            }
            crossing.first = min(crossing.first, from, to)
            crossing.last = max(crossing.last, from, to)
            crossing.height += height
            if node.slope == 0 && node.y <= top { steady = max(steady, next.y >> Grid.bits) }
            cursor += 1
            if next.y >= bottom || cursor == last { break }
        }
        crossing.first >>= Grid.bits
        crossing.last >>= Grid.bits
        crossings.append(crossing)
        return steady
    }
}

extension RowScanner {
    /// Cuts a piece at the sides of the picture. What is left of it counts in full from the first column on; what is
    /// right of it goes to a column of its own, which is never shown.
    private mutating func clip(_ from: inout Int32, _ to: inout Int32, height: Int32) {
        let edge = width << Grid.bits
        let (start, end) = (from, to)
        from = min(max(start, 0), edge)
        to = min(max(end, 0), edge)
        if start == end || from == start && to == end {
            pieces.append(Piece(from: from, to: to, height: height))
            return
        }
        let perStep = Double(height) / Double(end - start)
        let before = Int32(perStep * Double(min(end, 0) - min(start, 0)))
        let beyond = Int32(perStep * Double(max(end, edge) - max(start, edge)))
        if before != 0 { pieces.append(Piece(from: 0, to: 0, height: before)) }
        if beyond != 0 { pieces.append(Piece(from: edge, to: edge, height: beyond)) }
        pieces.append(Piece(from: from, to: to, height: height - before - beyond))
    }

    /// One past the last column of the crossings from `start` on; the right side where they leave the inside open.
    @inline(__always)
    private func end(of start: Int) -> Int32 {
        var (end, height): (Int32, Int32) = (0, 0)
        for index in start..<crossings.count {
            end = max(end, crossings[index].last + 1)
            height += crossings[index].height
        }
        return height == 0 ? end : width
    }

    /// Orders the crossings from `start` on by their first column; there are two as a rule.
    @inline(__always)
    mutating func order(from start: Int) {
        var next = start + 1
        while next < crossings.count {
            let crossing = crossings[next]
            var place = next
            while place > start && crossings[place - 1].first > crossing.first {
                crossings[place] = crossings[place - 1]
                place -= 1
            }
            crossings[place] = crossing
            next += 1
        }
    }
}
