import TestSupport
import Testing
import WheelCore

@Suite("Affine transforms, applied from left to right") struct AffineTransformTests {
    @Test(
        "Transforms map points",
        arguments: table(
            """
            3,4 identity                                        -> 3,4
            3,4 translate 10,-1                                 -> 13,3
            1,0 rotate 90°                                      -> 0,1      # clockwise, because y points down
            1,0 rotate 180°                                     -> -1,0     # quarter turns are exact
            1,0 rotate 270°                                     -> 0,-1
            1,0 rotate -90°                                     -> 0,-1
            1,0 rotate 810°                                     -> 0,1
            20,10 rotate 90° about 10,10                        -> 10,20
            0.1,0.7 rotate 360° about 3.3,1.9                   -> 0.1,0.7
            10,10 rotate 77° about 10,10                        -> 10,10    # the centre is fixed
            3,4 scale 2                                         -> 6,8
            3,4 scale 2,0.5                                     -> 6,2
            3,4 scale 2 about 1,1                               -> 5,7
            3,4 scale -1,1                                      -> -3,4
            0,10 skew 45°,0°                                    -> 10,10    # vertical lines are slanted
            10,0 skew 0°,45°                                    -> 10,10    # horizontal lines are slanted
            5,11 skew 45°,0° about 5,1                          -> 15,11
            1,0 translate 10,0 then rotate 90°                  -> 0,11     # applied in the order of the words
            1,0 rotate 90° then translate 10,0                  -> 10,1
            1,0 rotate 90° then scale 2,3 then translate 1,1    -> 1,4
            1,0 rotate 30° then rotate 60°                      -> 0,1
            8,6 rotate 90° about 4,4 inverted                   -> 6,0
            13,3 translate 10,-1 inverted                       -> 3,4
            6,8 scale 2,4 inverted                              -> 3,2
            0,0 matrix 1,2,3,4,5,6                              -> 3,6      # libinput's: two rows of three
            1,0 matrix 1,2,3,4,5,6                              -> 4,10
            0,1 matrix 1,2,3,4,5,6                              -> 5,11
            0.2,0.3 matrix 0,-1,1,1,0,0                         -> 0.7,0.2  # a screen turned by 90°
            """))
    func points(_ row: Row) {
        guard let transform = transform(row.words.dropFirst()) else { preconditionFailure("no way back: \(row)") }
        let result = transform.apply(to: point(row.words[0]))
        #expect(rounded(result) == row.output)
    }

    @Test("Quarter turns are exact, about any point", arguments: -8...8)
    func quarters(_ count: Int) {
        let center = Point(x: 0.1, y: 1234.7)
        let transform = AffineTransform.rotation(by: .degrees(Double(count) * 90), about: center)
        #expect([transform.a, transform.b, transform.c, transform.d].allSatisfy { [-1, 0, 1].contains($0) })
        #expect(transform.then(.rotation(by: .degrees(Double(-count) * 90))).then(.identity).a == 1)
        #expect(transform.apply(to: center).distance(to: center) < 1e-12)
    }

    @Test("A vector is rotated and scaled, but not translated")
    func ways() {
        let transform = AffineTransform.translation(by: Vector(dx: 7, dy: 7)).then(.scale(by: 2))
        #expect(transform.apply(to: Vector(dx: 1, dy: -1)) == Vector(dx: 2, dy: -2))
    }

    @Test(
        "A transform that flattens the plane has no inverse",
        arguments: table(
            """
            1 0 0 1 0 0                  -> inverse
            0 0 0 0 0 0                  -> none
            1 2 2 4 0 0                  -> none       # all onto one line
            0.1 0.3 0.3 0.9 0 0          -> none       # singular except for rounding
            1 0 0 0 0 0                  -> none
            1 0 0 1e-17 0 0              -> inverse    # thin, but exact
            1e-170 0 0 1e-170 0 0        -> inverse    # small and large scales neither vanish nor overflow
            1e200 0 0 1e200 0 0          -> inverse
            1.7e308 1e308 -1e308 1.7e308 0 0 -> inverse
            5e-324 0 0 5e-324 0 0        -> none       # its inverse is not finite
            nan 0 0 1 0 0                -> none
            1 nan 0 1 0 0                -> none
            1 0 0 inf 0 0                -> none
            1 0 0 1 inf 0                -> none
            1 0 0 1 0 nan                -> none
            1e-300 0 0 1e-300 1e300 0    -> none
            """))
    func inverses(_ row: Row) {
        let m = row.words.map { number($0) }
        let transform = AffineTransform(a: m[0], b: m[1], c: m[2], d: m[3], tx: m[4], ty: m[5])
        #expect((transform.inverse == nil ? "none" : "inverse") == row.output)
        guard let inverse = transform.inverse else { return }
        #expect(difference(transform.then(inverse), .identity) < 1e-9)
    }

    @Test(
        "Hit testing: a screen point and a rectangle drawn through a transform",
        arguments: table(
            """
            5,5 in 0,0,10,10 under identity                         -> hit
            15,5 in 0,0,10,10 under identity                        -> miss
            15,5 in 0,0,10,10 under translate 10,0                  -> hit
            5,5 in 0,0,10,10 under translate 10,0                   -> miss
            -5,5 in 0,0,10,10 under rotate 90°                      -> hit
            5,5 in 0,0,10,10 under rotate 90°                       -> miss
            10,1 in 0,0,10,10 under rotate 45° about 5,5            -> miss   # its old corner
            5,-2 in 0,0,10,10 under rotate 45° about 5,5            -> hit    # its new corner
            25,25 in 10,10,4,4 under scale 2 about 0,0              -> hit
            11,11 in 10,10,4,4 under scale 2 about 0,0              -> miss
            14,9 in 0,0,10,10 under skew 45°,0°                     -> hit
            1,9 in 0,0,10,10 under skew 45°,0°                      -> miss
            0,0 in 0,0,10,10 under scale 0                          -> miss   # an empty area
            """))
    func hits(_ row: Row) {
        let sides = numbers(row.words[2])
        let rect = Rect(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
        guard let transform = transform(row.words.dropFirst(4)) else { preconditionFailure("no way back: \(row)") }
        #expect((rect.contains(point(row.words[0]), under: transform) ? "hit" : "miss") == row.output)
    }

    @Test("The bounds of a turned rectangle")
    func bounds() {
        let rect = Rect(x: 0, y: 0, width: 20, height: 10)
        let turned = AffineTransform.rotation(by: .degrees(90), about: rect.center)
        #expect(turned.bounds(of: rect) == Rect(x: 5, y: -5, width: 10, height: 20))
    }

    @Test("A calibration matrix has six numbers", arguments: [0, 5, 7])
    func matrixOfOtherSizes(_ count: Int) {
        #expect(AffineTransform(calibrationMatrix: [Double](repeating: 1, count: count)) == nil)
    }

    @Test("A transform and its inverse are the identity to 1e-9")
    func backAndForth() {
        let problem = counterexample("transform then inverse", seed: 31, cases: 20_000) { generator in
            let transform = random(&generator)
            guard let inverse = transform.inverse else { return "no inverse of \(transform)" }
            let worst = max(
                difference(transform.then(inverse), .identity), difference(inverse.then(transform), .identity))
            return worst < 1e-9 ? nil : "\(transform): \(worst)"
        }
        #expect(problem == nil)
    }

    @Test("A composition equals both transforms in sequence")
    func composition() {
        let problem = counterexample("then, point by point", seed: 32) { generator in
            let (first, second) = (random(&generator), random(&generator))
            let point = Point(x: generator.double(in: -999...999), y: generator.double(in: -999...999))
            let (once, twice) = (first.then(second).apply(to: point), second.apply(to: first.apply(to: point)))
            return once.distance(to: twice) < 1e-6 ? nil : "\(first) \(second) \(point): \(once) \(twice)"
        }
        #expect(problem == nil)
    }

    @Test("A transform about a point equals the transform with that point as the origin")
    func aboutPoints() {
        let problem = counterexample("about a point", seed: 34) { generator in
            let transform = random(&generator)
            let way = Vector(dx: generator.double(in: -99...99), dy: generator.double(in: -99...99))
            let moved = AffineTransform.translation(by: -way).then(transform).then(.translation(by: way))
            return difference(transform.about(.zero + way), moved) < 1e-6 ? nil : "\(transform) about \(way)"
        }
        #expect(problem == nil)
    }

    @Test("A point inside a rectangle stays inside under the transform of both")
    func hitsOfRandomPoints() {
        let problem = counterexample("hit testing through the inverse", seed: 33) { generator in
            let transform = random(&generator)
            let rect = Rect(x: -50, y: 20, width: 100, height: 60)
            let point = Point(x: generator.double(in: -99...99), y: generator.double(in: -19...119))
            // Points very close to an edge are left out: there rounding decides the result.
            guard rect.inset(by: 1e-6).contains(point) == rect.inset(by: -1e-6).contains(point) else { return nil }
            let shown = transform.apply(to: point)
            guard rect.contains(shown, under: transform) == rect.contains(point) else { return "\(transform) \(point)" }
            let isOutside = rect.contains(point) && !transform.bounds(of: rect).inset(by: -1e-6).contains(shown)
            return isOutside ? "\(transform) \(point) is outside the bounds" : nil
        }
        #expect(problem == nil)
    }
}

/// A transform such as two fingers or a calibration make: scales of 0.05 to 20, any rotation, moderate shears, any
/// translation.
private func random(_ generator: inout SeededGenerator) -> AffineTransform {
    func place() -> Point { Point(x: generator.double(in: -500...500), y: generator.double(in: -500...500)) }
    func factor() -> Double { generator.double(in: 0.05...20) * (generator.once(in: 4) ? -1 : 1) }
    let skewing = AffineTransform.skew(
        x: .degrees(generator.double(in: -60...60)), y: .degrees(generator.double(in: -20...20)), about: place())
    return AffineTransform.rotation(by: .degrees(generator.double(in: -720...720)), about: place())
        .then(.scale(x: factor(), y: factor(), about: place()))
        .then(generator.once(in: 2) ? skewing : .identity)
        .then(.translation(by: place() - .zero))
}

private func difference(_ left: AffineTransform, _ right: AffineTransform) -> Double {
    let pairs = [
        (left.a, right.a), (left.b, right.b), (left.c, right.c), (left.d, right.d), (left.tx, right.tx),
        (left.ty, right.ty),
    ]
    return pairs.map { abs($0 - $1) }.max() ?? 0
}

/// Parses the words of a table, such as `rotate 90° about 10,10 then scale 2`. Returns nil if a final `inverted` has no
/// inverse.
private func transform(_ words: ArraySlice<String>) -> AffineTransform? {
    guard words.last != "inverted" else { return transform(words.dropLast())?.inverse }
    return words.split(separator: "then").reduce(AffineTransform.identity) { transform, step in
        let step = Array(step)
        let center = step.count == 4 && step[2] == "about" ? point(step[3]) : .zero
        return transform.then(single(step, about: center))
    }
}

private func single(_ step: [String], about center: Point) -> AffineTransform {
    let angles = step.count > 1 ? step[1].split(separator: ",").map { $0.hasSuffix("°") ? $0.dropLast() : $0 } : []
    let values = angles.map { number($0) }
    switch (step[0], values.count) {
    case ("identity", 0): return .identity
    case ("translate", 2): return .translation(by: Vector(dx: values[0], dy: values[1]))
    case ("rotate", 1): return .rotation(by: .degrees(values[0]), about: center)
    case ("scale", 1): return .scale(by: values[0], about: center)
    case ("scale", 2): return .scale(x: values[0], y: values[1], about: center)
    case ("skew", 2): return .skew(x: .degrees(values[0]), y: .degrees(values[1]), about: center)
    case ("matrix", 6): return AffineTransform(calibrationMatrix: values) ?? .identity
    default: preconditionFailure("no such transform: \(step)")
    }
}

private func point(_ word: String) -> Point {
    let values = numbers(word)
    return Point(x: values[0], y: values[1])
}

/// The point, rounded to nine decimals. Exact results have a separate test.
private func rounded(_ point: Point) -> String {
    [point.x, point.y].map { text(($0 * 1e9).rounded() / 1e9) }.joined(separator: ",")
}
