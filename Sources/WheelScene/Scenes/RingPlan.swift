import WheelCore

/// The places of the seats of a ring chart: on one ring, or in sectors of several rings. Each seat represents a
/// position.
struct RingPlan {
    struct Block {
        var inner: Double
        var outer: Double
        var from: Angle
        var to: Angle
    }

    struct Place {
        var radius: Double
        var angle: Angle
        var block: Int
    }

    private(set) var seatWidth = 0.0
    private(set) var seatHeight = 0.0
    /// The distance between the middles of two rings.
    private(set) var pitch = 0.0
    private(set) var blocks: [Block] = []
    private(set) var places: [Place] = []

    /// More seats than this are placed in sectors.
    private static let mostInOneRing = 24
    private static let mostRingsInGroup = 4

    /// The number of rings in each group. A gap separates two groups. There are as few groups as possible, all of about
    /// the same size.
    private static func ringsInGroup(_ rings: Int) -> Int {
        (rings - 1) / ((rings + mostRingsInGroup - 1) / mostRingsInGroup) + 1
    }

    /// `breadth` is the maximum length of a seat along the radius, as a fraction of the radius. This maximum applies
    /// only to a single ring.
    init(count: Int, outer: Double, breadth: Double = 0.6) {
        if count <= RingPlan.mostInOneRing {
            layOutOneRing(count, outer: outer, breadth: breadth)
        } else {
            layOutSectors(count, outer: outer)
        }
    }

    private mutating func layOutOneRing(_ count: Int, outer: Double, breadth: Double) {
        // A seat is as high as the ring is broad. The height is reduced until all seats fit beside each other.
        var height = outer * breadth
        func width(_ height: Double) -> Double { height / SeatChart.slenderness }
        // All seats must fit beside each other near their inner ends, where they are closest to each other.
        while Double(count) * width(height) / SeatChart.filling > 2 * .pi * (outer - height * 0.75), height > 1e-6 {
            height *= 0.97
        }
        seatHeight = height
        seatWidth = width(height)
        pitch = height * 1.1
        let radius = outer - height / 2
        let size = Angle(radians: seatWidth / radius)
        let rest = Angle.turn - size * Double(count)
        let step = size + rest / Double(max(count, 1))
        blocks = [Block(inner: radius - pitch / 2, outer: outer, from: .zero, to: .turn)]
        places = (0..<count).map { Place(radius: radius, angle: step * Double($0), block: 0) }
    }

    private mutating func layOutSectors(_ count: Int, outer: Double) {
        let sectors = count <= 120 ? 4 : 8
        var rings = 2
        while rings < 60, RingPlan.capacity(rings, sectors, outer).total < count { rings += 1 }
        let (_, perRing) = RingPlan.capacity(rings, sectors, outer)
        pitch = RingPlan.pitch(rings, outer)
        seatHeight = RingPlan.seatHeight(pitch)
        seatWidth = seatHeight / SeatChart.slenderness
        let rows = RingPlan.spread(count, over: perRing, sectors: sectors)
        let sweep = Angle.turn / Double(sectors)
        let perGroup = RingPlan.ringsInGroup(rings)
        let groups = (rings + perGroup - 1) / perGroup
        for group in 0..<groups {
            let first = group * perGroup
            let last = min(first + perGroup, rings) - 1
            let inner = RingPlan.radius(first, rings, outer) - pitch / 2
            let outside = RingPlan.radius(last, rings, outer) + pitch / 2
            let aisle = Angle(radians: seatWidth * SeatChart.aisle / inner)
            for sector in 0..<sectors {
                let (from, to) = (sweep * Double(sector) + aisle / 2, sweep * Double(sector + 1) - aisle / 2)
                let block = blocks.count
                blocks.append(Block(inner: inner, outer: outside, from: from, to: to))
                for ring in first...last {
                    let radius = RingPlan.radius(ring, rings, outer)
                    places += row(rows[ring][sector], radius: radius, from: from, to: to, block: block)
                }
            }
        }
    }

    /// Places seats between two angles. The gaps between these seats are equal.
    private func row(_ count: Int, radius: Double, from: Angle, to: Angle, block: Int) -> [Place] {
        let size = Angle(radians: seatWidth / radius)
        let rest = (to - from) - size * Double(count)
        guard count > 1 else {
            return count == 1 ? [Place(radius: radius, angle: from + (to - from) / 2, block: block)] : []
        }
        let gap = rest / Double(count - 1)
        return (0..<count).map { number in
            Place(radius: radius, angle: from + size / 2 + (size + gap) * Double(number), block: block)
        }
    }

    // MARK: Capacity.

    private static let innermost = 0.3

    private static func pitch(_ rings: Int, _ outer: Double) -> Double {
        let groups = (rings - 1) / ringsInGroup(rings) + 1
        return outer * (1 - innermost) / (Double(rings) + Double(groups - 1) * SeatChart.aisle / 2)
    }

    /// The height of a seat. The gap between rings is at least 2 pixels, unless seats would then be lower than 0.6 of
    /// the pitch.
    private static func seatHeight(_ pitch: Double) -> Double { max(pitch * 0.6, min(pitch * 0.82, pitch - 2)) }

    private static func radius(_ ring: Int, _ rings: Int, _ outer: Double) -> Double {
        let pitch = pitch(rings, outer)
        return outer * innermost + pitch
            * (Double(ring) + 0.5 + Double(ring / ringsInGroup(rings)) * SeatChart.aisle / 2)
    }

    private static func capacity(_ rings: Int, _ sectors: Int, _ outer: Double) -> (total: Int, perRing: [Int]) {
        let height = seatHeight(pitch(rings, outer))
        let width = height / SeatChart.slenderness
        let perRing = (0..<rings).map { ring in
            // The length of a sector's arc near the inner ends of the seats, without the aisles.
            let radius = radius(ring, rings, outer) - height * 0.3
            let arc = 2 * .pi * radius / Double(sectors) - width * SeatChart.aisle * 1.6
            return max(0, Int(arc / (width / 0.86)))
        }
        return (perRing.reduce(0, +) * sectors, perRing)
    }

    /// Distributes `count` seats over the rings in proportion to their room, and evenly over the sectors of each ring.
    private static func spread(_ count: Int, over perRing: [Int], sectors: Int) -> [[Int]] {
        let room = perRing.reduce(0, +) * sectors
        var left = count
        var roomLeft = room
        return perRing.map { most in
            let here =
                roomLeft > 0 ? min(left, Int((Double(left * most * sectors) / Double(roomLeft)).rounded(.up))) : 0
            left -= here
            roomLeft -= most * sectors
            return (0..<sectors).map { here * ($0 + 1) / sectors - here * $0 / sectors }
        }
    }
}
