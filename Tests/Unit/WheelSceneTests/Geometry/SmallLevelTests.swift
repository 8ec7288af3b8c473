import TestSupport
import Testing
import WheelCanvas
import WheelCore
import WheelModel

@testable import WheelScene

@Suite struct SmallLevelTests {
    /// A value close to the origin does not look like the origin.
    @Test(
        arguments: [
            (WheelOrientation.horizontal, Size(width: 400, height: 300)), (.vertical, Size(width: 400, height: 300)),
            (.horizontal, Size(width: 240, height: 70)),
        ])
    func aSmallValueHasALevelThatIsSeen(_ orientation: WheelOrientation, _ size: Size) throws {
        for range in [ValueRange(-9990, 9990), ValueRange(0, 9990)] {
            let studio = try Studio(
                PanelSettings(controls: [.ranged(range, orientation: orientation)]), width: Int(size.width),
                height: Int(size.height))
            func oranges(_ value: Double) -> Int {
                studio.set(0, .number(value))
                studio.draw()
                return (0..<studio.pixels.height).reduce(0) { count, y in
                    count
                        + (0..<studio.pixels.width).count { x in
                            let color = studio.pixels[x, y]
                            return Int(color.red) - Int(color.blue) > 100
                        }
                }
            }
            #expect(oranges(0) == 0)
            for value in [1.0, 60] {
                #expect(oranges(value) >= 10, "\(range), \(value): \(oranges(value))")
                if range.lower < 0 { #expect(oranges(-value) >= 10, "\(range), \(-value)") }
            }
            let layout = try #require(studio.layout().cells[0].scene as? WheelLayout)
            let ends = [layout.levelEnd(at: 0), layout.levelEnd(at: 1)].sorted()
            for position in stride(from: 0.0, through: 1, by: 0.01) {
                guard let level = layout.level(at: position) else { continue }
                #expect(level.lowerBound >= ends[0] - 1e-6 && level.upperBound <= ends[1] + 1e-6, "\(position)")
            }
        }
    }
}
