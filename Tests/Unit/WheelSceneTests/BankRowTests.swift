import ModelTestSupport
import Testing
import WheelCanvas
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelScene

/// The speeds, units and ends of ranges in the label rows of a bank's cells.
@Suite struct BankRowTests {
    private static func level(_ label: String, _ range: ValueRange = ValueRange(-10, 10), unit: String? = nil)
        -> ControlSettings
    {
        let number = NumberSettings(
            range: range, initial: 0, unit: unit, speeds: Array(Speed.defaults.prefix(2)))
        return ControlSettings(name: label.lowercased(), label: label, quantity: .float(number))
    }

    /// The texts of a picture of these controls; `speeds` lists those at the speed "medium".
    private static func texts(
        _ controls: [ControlSettings], width: Int = 800, height: Int = 480, speeds: [Int] = [], focus: Int? = nil
    ) throws -> [String] {
        let pictureSettings = PictureSettings(PanelSettings(controls: controls))
        var panel = Panel(pictureSettings.settings)
        var changes = Changes()
        let time = Instant(microseconds: 1_000_000)
        for control in speeds {
            panel.changeSpeed(of: control, to: .named("medium"), at: time, into: &changes)
        }
        var state = SceneState(pictureSettings, panel, at: time)
        state.focus = focus
        let stage = Stage(typeface: try Typeface(), theme: .dark, width: width, height: height, keepsTexts: true)
        stage.show(state, at: time)
        let bitmap = Bitmap(width: width, height: height, format: .xrgb8888)
        var damage = DamageRegion()
        stage.draw(at: time, into: bitmap.pixels, damage: &damage)
        return stage.texts.map(\.text)
    }

    private static func count(_ word: String, in texts: [String]) -> Int {
        texts.filter { $0 == word }.count
    }

    @Test func aBankShowsTheSpeedWhereItMatters() throws {
        let controls = ["Left", "Right", "Top", "Low"].map { Self.level($0) }
        let rest = try Self.texts(controls)
        #expect(Self.count("coarse", in: rest) == 0)
        let marked = try Self.texts(controls, speeds: [3], focus: 1)
        #expect(Self.count("coarse", in: marked) == 1)
        #expect(Self.count("medium", in: marked) == 1)
    }

    @Test func aControlAloneAlwaysShowsItsSpeed() throws {
        #expect(Self.count("coarse", in: try Self.texts([Self.level("Left")])) == 1)
    }

    @Test func theUnitOutlivesTheLabel() throws {
        let wide = Self.level("A long word of a label", ValueRange(0, 123456), unit: "mHz")
        let texts = try Self.texts([wide, wide, wide, wide], width: 230, height: 150, focus: 0)
        let units = texts.filter { $0.hasSuffix("mHz") }
        #expect(units.count == 4, "\(texts)")
        #expect(units.allSatisfy { $0.contains("…") }, "\(texts)")
    }

    @Test func theLabelOutlivesTheWordOfAnEnd() throws {
        let narrow = Self.level("A label that fits", ValueRange(0, 10))
        let texts = try Self.texts([narrow, narrow, narrow, narrow], width: 440, height: 240, focus: 0)
        #expect(Self.count("A label that fits", in: texts) == 4, "\(texts)")
        #expect(Self.count("min", in: texts) == 0)
        #expect(
            Self.count("min", in: try Self.texts(["Low", "High"].map { Self.level($0, ValueRange(0, 10)) }, focus: 0))
                == 1)
    }
}
