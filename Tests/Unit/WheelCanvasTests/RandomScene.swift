import TestSupport
import WheelCanvas
import WheelCore

/// A picture that changes a little at every step: shapes move, change colour or order, and are added and removed.
struct RandomScene {
    private(set) var still = DisplayList()
    private(set) var moving = DisplayList()
    private(set) var ground = Color.black
    private(set) var isLayerChanged = true

    private enum Item {
        case shape(Shape, Color, AffineTransform)
        case polygon([Point], Color, AffineTransform)
        case text(String, Color, Point)
    }

    private let font: Font
    private let (width, height): (Double, Double)
    private var movingItems: [Item] = []
    private var stillItems: [Item] = []

    init(font: Font, width: Int, height: Int) {
        self.font = font
        (self.width, self.height) = (Double(width), Double(height))
    }

    mutating func step(_ random: inout SeededGenerator) {
        change(&movingItems, &random)
        if random.once(in: 3) { change(&movingItems, &random) }
        RandomScene.list(movingItems, font, into: &moving)
        isLayerChanged = random.once(in: 10)
        guard isLayerChanged else { return }
        change(&stillItems, &random)
        if random.once(in: 8) { ground = color(&random, isOpaque: true) }
        RandomScene.list(stillItems, font, into: &still)
    }

    private func change(_ items: inout [Item], _ random: inout SeededGenerator) {
        let index = items.isEmpty ? 0 : random.int(in: 0...items.count - 1)
        switch random.int(in: 0...9) {
        case 0 where items.count > 3: items.remove(at: index)
        case 1 where items.count < 12: items.insert(item(&random), at: index)
        case 2 where items.count > 1: items.swapAt(index, items.count - 1)
        case 3 where !items.isEmpty: items[index] = item(&random)
        case 4 where !items.isEmpty: items[index] = recolored(items[index], color(&random, isOpaque: false))
        case _ where !items.isEmpty: items[index] = moved(items[index], &random)
        default: items.append(item(&random))
        }
    }

    private static func list(_ items: [Item], _ font: Font, into list: inout DisplayList) {
        list.removeAll()
        for item in items {
            switch item {
            case .shape(let shape, let color, let transform): list.add(shape, color: color, transform: transform)
            case .polygon(let corners, let color, let transform):
                list.add(polygon: corners, color: color, transform: transform)
            case .text(let text, let color, let place):
                list.add(text, font: font, at: place, alignment: .middle, color: color)
            }
        }
    }

    private func item(_ random: inout SeededGenerator) -> Item {
        let (place, color) = (point(&random), color(&random, isOpaque: false))
        let transform = random.once(in: 2) ? AffineTransform.identity : skewed(about: place, &random)
        switch random.int(in: 0...6) {
        case 0:
            return .shape(
                .capsule(from: place, to: point(&random), width: random.double(in: 0.5...14)), color, transform)
        case 1:
            let from = Angle(degrees: random.double(in: -360...360))
            let shape = Shape.ringSector(
                center: place, inner: random.double(in: 0...20), outer: random.double(in: 4...40), from: from,
                to: from + Angle(degrees: random.double(in: 5...400)))
            return .shape(shape, color, transform)
        case 2: return .shape(.disc(center: place, radius: random.double(in: 0.5...30)), color, transform)
        case 3:
            let size = Size(width: random.double(in: 1...60), height: random.double(in: 1...60))
            return .shape(
                .roundedRectangle(Rect(origin: place, size: size), radius: random.pick([0, 3, 9])), color, transform)
        case 4: return .polygon([place, point(&random), point(&random)], color, transform)
        default: return .text(random.pick(["45.0°", "45.1°", "AV To", "−0.25 kHz", "jgq", ""]), color, place)
        }
    }

    private func moved(_ item: Item, _ random: inout SeededGenerator) -> Item {
        let way = Vector(dx: random.double(in: -3...3), dy: random.once(in: 2) ? 0 : random.double(in: -3...3))
        switch item {
        case .shape(.capsule(let start, let end, let width), let color, let transform):
            return .shape(.capsule(from: start, to: end + way, width: width), color, transform)
        case .shape(.ringSector(let center, let inner, let outer, let from, let to), let color, let transform):
            let grown = to + Angle(degrees: way.dx)
            return .shape(
                .ringSector(center: center, inner: inner, outer: outer, from: from, to: grown), color, transform)
        case .shape(let shape, let color, let transform):
            return .shape(shape, color, transform.then(.translation(by: way)))
        case .polygon(let corners, let color, let transform):
            return .polygon(corners, color, transform.then(.rotation(by: Angle(degrees: way.dx), about: corners[0])))
        case .text(let text, let color, let place):
            let digits = String(text.dropLast(2)) + random.pick(["0°", "7°", "11"])
            return random.once(in: 2) ? .text(text, color, place + way) : .text(digits, color, place)
        }
    }

    private func recolored(_ item: Item, _ color: Color) -> Item {
        switch item {
        case .shape(let shape, _, let transform): .shape(shape, color, transform)
        case .polygon(let corners, _, let transform): .polygon(corners, color, transform)
        case .text(let text, _, let place): .text(text, color, place)
        }
    }

    /// Some shapes lie partly outside of the picture, at each of its sides.
    private func point(_ random: inout SeededGenerator) -> Point {
        Point(x: random.double(in: -20...width + 20), y: random.double(in: -20...height + 20))
    }

    private func color(_ random: inout SeededGenerator, isOpaque: Bool) -> Color {
        let alpha = isOpaque || random.once(in: 2) ? 255 : random.int(in: 0...255)
        return Color(UInt32(random.int(in: 0...0xFF_FFFF)), alpha: UInt8(alpha))
    }

    private func skewed(about place: Point, _ random: inout SeededGenerator) -> AffineTransform {
        AffineTransform.skew(x: Angle(degrees: random.double(in: -40...40)), about: place)
            .then(.rotation(by: Angle(degrees: random.double(in: 0...360)), about: place))
            .then(.scale(x: random.pick([-1, 0.5, 1.5]), y: 1, about: place))
    }
}
