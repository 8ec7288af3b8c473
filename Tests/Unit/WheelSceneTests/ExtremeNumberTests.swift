import Testing
import WheelCanvas
import WheelCore
import WheelModel

@testable import WheelScene

/// Whatever the numbers, the drawing terminates, and the picture's pixels limit the number of ticks and lines.
@Suite struct ExtremeNumberTests {
    private static let ends: [(Double, Double)] = [
        (-1e17, 1e17), (1e299, 1e300), (-1e300, -1e299), (-1.7e308, 1.7e308), (0, .leastNonzeroMagnitude),
        (1e17, 1e17 + 16),
        (9e15, 9.007e15), (-1e-300, 1e-300), (359.9, 1e9),
    ]

    @Test(arguments: ends + [(.nan, 1), (0, .nan), (-.infinity, .infinity), (5, -5)])
    func ticksAreAtMostOneForEachStepOfATurn(lower: Double, upper: Double) {
        for pixelsPerTurn in [1.0, 100, 1000, 1e6] {
            var places: [Double] = []
            ArcTicks(from: .degrees(lower), to: .degrees(upper), pixelsPerTurn: pixelsPerTurn).forEach { angle, _ in
                places.append(angle.degrees)
            }
            #expect(places.count <= 72)
            #expect(places.allSatisfy { $0.magnitude <= 720 })
            #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 })
            _ = Quadrants(from: .degrees(lower), to: .degrees(upper))
        }
    }

    @Test func arcsThatDifferByWholeTurnsAreEqual() {
        for turns in [-20.0, -1, 0, 1, 20, 1e6] {
            for (lower, upper) in [(0.0, 90.0), (-60, 60), (100, 200), (-90, 0), (10, 370), (-400, 400)] {
                let shift = turns * 360
                #expect(
                    Quadrants(from: .degrees(lower + shift), to: .degrees(upper + shift))
                        == Quadrants(from: .degrees(lower), to: .degrees(upper)))
            }
        }
    }

    @Test(arguments: ends, ["°", "V"])
    func everyScenesPictureIsFinished(_ ends: (lower: Double, upper: Double), unit: String) throws {
        for scene in [SceneKind.angle, .rotor, .wheel, .digits] {
            var number = NumberSettings(range: ValueRange(ends.lower, ends.upper), initial: ends.lower)
            number.unit = unit
            var control = ControlSettings(name: "x", quantity: .float(number))
            control.scene = scene
            var panel = PanelSettings()
            panel.controls = [control]
            for (width, height) in [(128, 64), (320, 240)] {
                let studio = try Studio(panel, width: width, height: height)
                studio.draw()
                for value in [ends.upper, (ends.lower / 2 + ends.upper / 2)] {
                    studio.set(0, .number(value))
                    studio.draw()
                    let typed = CellFace(studio.state, CellScreen(columns: 80, rows: 23), at: studio.time)
                    #expect(typed.grid.columns == 80)
                    studio.draw { $0 = $0.with(0) { $0.isEditing = true } }
                }
            }
        }
    }
}
