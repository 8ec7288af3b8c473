import TestSupport
import Testing
import WheelCore

@Suite("Rectangles, written x,y,width,height") struct RectTests {
    @Test(
        "The intersection and the union of two rectangles",
        arguments: table(
            """
            0,0,10,10 intersection 5,5,10,10    -> 5,5,5,5
            0,0,10,10 intersection 2,3,4,5      -> 2,3,4,5
            0,0,10,10 intersection 10,0,5,5     -> 0,0,0,0      # adjacent rectangles do not intersect
            0,0,10,10 intersection 20,20,5,5    -> 0,0,0,0
            0,0,10,10 intersection 5,5,0,3      -> 0,0,0,0
            0,0,-10,10 intersection -5,0,5,5    -> 0,0,0,0      # a negative side makes it empty
            0,0,10,10 union 5,5,10,10           -> 0,0,15,15
            0,0,10,10 union 20,-5,1,1           -> 0,-5,21,15
            0,0,10,10 union 50,50,0,0           -> 0,0,10,10    # an empty rectangle adds nothing
            50,50,0,0 union 0,0,10,10           -> 0,0,10,10
            50,50,0,0 union 60,60,0,0           -> 0,0,0,0
            0,0,10,10 intersects 9,9,5,5        -> true
            0,0,10,10 intersects 10,10,5,5      -> false
            0,0,10,10 holds 0,0,10,10           -> true
            0,0,10,10 holds 1,1,9,9             -> true
            0,0,10,10 holds 1,1,10,1            -> false
            0,0,10,10 holds 50,50,0,0           -> true
            0,0,10,10 holds 0,0                 -> true         # it contains its left and upper edges
            0,0,10,10 holds 9.9,9.9             -> true
            0,0,10,10 holds 10,5                -> false        # its right and lower edges belong to the neighbour
            0,0,10,10 holds 5,10                -> false
            0,0,10,10 holds -0.1,5              -> false
            0,0,10,10 holds nan,5               -> false
            0,0,0,10 holds 0,5                  -> false
            """))
    func pairs(_ row: Row) {
        let words = row.words
        let (left, right) = (rect(words[0]), numbers(words[2]))
        let result =
            switch words[1] {
            case "intersection": written(left.intersection(rect(words[2])))
            case "union": written(left.union(rect(words[2])))
            case "intersects": "\(left.intersects(rect(words[2])))"
            case "holds" where right.count == 2: "\(left.contains(Point(x: right[0], y: right[1])))"
            case "holds": "\(left.contains(rect(words[2])))"
            default: preconditionFailure("no such operation: \(words[1])")
            }
        #expect(result == row.output)
    }

    @Test(
        "Insets, written left,top,right,bottom",
        arguments: table(
            """
            0,0,10,10 by 1,2,3,4       -> 1,2,6,4
            0,0,10,10 by -1,-1,-1,-1   -> -1,-1,12,12
            0,0,10,10 by 5,5,5,5       -> 5,5,0,0
            0,0,10,10 by 8,0,6,0       -> 6,0,0,10     # larger than the rectangle: empty, around its middle
            0,0,10,10 by 8,8,8,8       -> 5,5,0,0
            """))
    func insets(_ row: Row) {
        let margins = numbers(row.words[2])
        let inset = rect(row.words[0]).inset(
            left: margins[0], top: margins[1], right: margins[2], bottom: margins[3])
        #expect(written(inset) == row.output)
    }

    @Test("Uniform insets, translation, and a rectangle around a centre")
    func shorthands() {
        let rect = Rect(x: 0, y: 10, width: 20, height: 30)
        #expect(rect.inset(by: 5) == Rect(x: 5, y: 15, width: 10, height: 20))
        #expect(rect.offset(by: Vector(dx: 1, dy: -1)) == Rect(x: 1, y: 9, width: 20, height: 30))
        #expect(rect.center == Point(x: 10, y: 25))
        #expect(Rect(center: rect.center, size: rect.size) == rect)
        #expect(!rect.isEmpty)
        #expect(Rect.zero.isEmpty)
        #expect(Size(width: .nan, height: 1).isEmpty)
    }

    @Test("A point lies in the intersection where it lies in both, and in the union where it lies in either")
    func pointwise() {
        let problem = counterexample("intersection and union, point by point", seed: 21) { generator in
            func small() -> Double { Double(generator.int(in: -6...6)) }
            let left = Rect(x: small(), y: small(), width: small(), height: small())
            let right = Rect(x: small(), y: small(), width: small(), height: small())
            let point = Point(x: small() / 2, y: small() / 2)
            let (isInLeft, isInRight) = (left.contains(point), right.contains(point))
            let sides = "\(left) \(right) \(point)"
            guard left.intersection(right).contains(point) == (isInLeft && isInRight) else { return sides }
            guard left.union(right).contains(point) || !(isInLeft || isInRight) else { return sides }
            guard left.intersection(right) == right.intersection(left) else { return sides }
            guard left.union(right) == right.union(left) else { return sides }
            return left.union(right).contains(left) && left.contains(left.intersection(right)) ? nil : sides
        }
        #expect(problem == nil)
    }
}

private func rect(_ word: String) -> Rect {
    let sides = numbers(word)
    return Rect(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
}

private func written(_ rect: Rect) -> String {
    [rect.minX, rect.minY, rect.width, rect.height].map(text).joined(separator: ",")
}
