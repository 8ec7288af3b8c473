import WheelCore

/// Makes the outlines of all kinds of shapes. A shape that is not finite, or has no area, has an outline without edges.
extension Outline {
    mutating func make(_ shape: Shape, under transform: AffineTransform) {
        removeAll()
        switch shape {
        case .capsule(let start, let end, let width):
            capsule(from: start, to: end, width: width, under: transform)
        case .ringSector(let center, let inner, let outer, let from, let to):
            guard outer > 0 && inner < outer && (to - from).degrees.isFinite else { break }
            let ellipse = Ellipse(center: center, radius: outer, under: transform)
            sector(of: ellipse, hole: max(inner, 0) / outer, from: min(from, to), to: max(from, to))
        case .disc(let center, let radius):
            let ellipse = Ellipse(center: center, radius: radius, under: transform)
            guard radius > 0 && ellipse.isDrawable else { break }
            turn(of: ellipse, step: circle.step(reach: ellipse.reach))
            close(inside: ellipse.inside)
        case .roundedRectangle(let rect, let radius):
            if transform == .identity, let place = WholeMove(toCornerOf: rect) {
                move(by: place)
                roundedRectangle(place.rest(of: rect), radius: radius, under: transform)
            } else {
                roundedRectangle(rect, radius: radius, under: transform)
            }
        }
    }

    /// Makes the outline of a polygon, whose corners may be listed in either direction.
    mutating func make(polygon points: ContiguousArray<Point>.SubSequence, under transform: AffineTransform) {
        removeAll()
        let places = points.lazy.map { transform.apply(to: $0) }
        if places.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) {
            for place in places { corner(place.x, place.y) }
            close(inside: turning() > 0 ? 1 : -1)
        }
    }

    private mutating func capsule(from start: Point, to end: Point, width: Double, under transform: AffineTransform) {
        let way = end - start
        let length = way.length
        let along = length > 0 ? way * (width / 2 / length) : Vector(dx: width / 2, dy: 0)
        let head = Ellipse(
            center: transform.apply(to: end), along: transform.apply(to: along),
            across: transform.apply(to: Vector(dx: -along.dy, dy: along.dx)))
        let tail = head.moved(to: transform.apply(to: start))
        guard width > 0 && head.isDrawable && tail.isDrawable else { return }
        let step = circle.step(reach: head.reach)
        quarters(of: head, from: -1, to: 1, step: step)
        quarters(of: tail, from: 1, to: 3, step: step)
        close(inside: head.inside)
    }

    private mutating func sector(of ellipse: Ellipse, hole: Double, from: Angle, to: Angle) {
        guard ellipse.isDrawable else { return }
        let (inner, reach) = (ellipse.scaled(by: hole), ellipse.reach)
        let (step, innerStep) = (circle.step(reach: reach), circle.step(reach: reach * hole))
        guard to - from < .turn else {
            turn(of: ellipse, step: step)
            close(inside: ellipse.inside)
            turn(of: inner, step: innerStep)
            close(inside: -ellipse.inside)
            return
        }
        let begin = from.normalized
        let end = begin + (to - from)
        arc(of: ellipse, from: begin, to: end, step: step)
        if hole > 0 {
            arc(of: inner, from: end, to: begin, step: innerStep)
        } else {
            corner(ellipse.center.x, ellipse.center.y)
        }
        close(inside: ellipse.inside)
    }

    /// Adds an arc between two directions, clockwise or anticlockwise. Except for the two ends, the corners are corners
    /// of a whole turn.
    private mutating func arc(of ellipse: Ellipse, from: Angle, to: Angle, step: CircleTable.Step) {
        let moved = ellipse.scaled(by: step.radiusFactor)
        let lower = Int((min(from, to).turns * Double(step.count)).rounded(.down)) + 1
        let upper = Int((max(from, to).turns * Double(step.count)).rounded(.up)) - 1
        corner(of: ellipse, cosine: from.cosine, sine: from.sine)
        var index = from < to ? lower : upper
        while index >= lower && index <= upper {
            corner(of: moved, at: index * step.stride)
            index += from < to ? 1 : -1
        }
        corner(of: ellipse, cosine: to.cosine, sine: to.sine)
    }

    private mutating func roundedRectangle(_ rect: Rect, radius: Double, under transform: AffineTransform) {
        // A rectangle with sharp corners also needs `sides`, which shows whether the transform mirrors.
        let sides = Ellipse(center: rect.center, radius: 1, under: transform)
        guard !rect.isEmpty && sides.isDrawable else { return }
        let radius = max(0, min(radius, rect.width / 2, rect.height / 2))
        let (left, right) = (rect.minX + radius, rect.maxX - radius)
        let (top, bottom) = (rect.minY + radius, rect.maxY - radius)
        let step = circle.step(reach: sides.reach * radius)
        // The corners are added clockwise from the lower right, in the order of a circle's quarters.
        for quarter in 0..<4 {
            let corner = Point(x: quarter == 1 || quarter == 2 ? left : right, y: quarter < 2 ? bottom : top)
            let center = transform.apply(to: corner)
            if radius > 0 {
                let round = sides.scaled(by: radius).moved(to: center)
                quarters(of: round, from: quarter, to: quarter + 1, step: step)
            } else {
                self.corner(center.x, center.y)
            }
        }
        // The edges of an arc extend a little beyond its circle. The limit keeps them inside the rectangle.
        close(inside: sides.inside, limit: transform == .identity ? rect : nil)
    }
}
