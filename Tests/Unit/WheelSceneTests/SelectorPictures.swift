import Testing
import WheelCanvas
import WheelGeometry
import WheelModel
import WheelSettings

@testable import WheelScene

@Suite struct SelectorPictures {
    static func positions(_ words: String, off: Int? = nil) -> PositionSettings {
        PositionSettings(
            positions: words.split(separator: ",").map { Position(name: String($0), label: String($0)) }, off: off)
    }

    static let patches = positions(
        "Glass Bell,Warm Pad,Saw Lead,Sub Bass,FM Keys,Choir,Pluck,Organ 3,Brass,Strings,Sync Lead,Acid,Marimba,"
            + "Kalimba,Air,Drone,Vox Lead,Night Bus,Tape Keys,Wire,Clav,Solina,Reed,Hollow,Koto,Sitar,Bass 2,Bass 3,"
            + "Pad 4,Pad 5,Lead 6,Lead 7,Keys 8,Keys 9,Noise,Wind,Sea,Rain,Fire,Earth")

    static func settings(isTouched: Bool = true) -> PanelSettings {
        func choice(_ name: String, _ positions: PositionSettings) -> ControlSettings {
            ControlSettings(name: name, label: name, quantity: .choice(positions))
        }
        var touch = InputSettings(name: "touch", controls: [0])
        if isTouched { touch.source = .touch(TouchSettings()) }
        let areas = PageAreas(
            columns: 4, rows: 2,
            areas: [
                .init(column: 0, row: 0, columns: 4), .init(column: 0, row: 1, columns: 2), .init(column: 2, row: 1),
                .init(column: 3, row: 1),
            ])
        return PanelSettings(
            controls: [
                choice("Mode", positions("LSB,USB,CW,AM,FM,RTTY,DATA")), choice("Mute", positions("off,on", off: 0)),
                choice("Patch", patches), choice("Output", positions("OFF,ON", off: 0)),
                ControlSettings(
                    name: "Tracks",
                    quantity: .selection(
                        PositionSettings(positions: (1...12).map { Position(name: "\($0)", label: "Track \($0)") }))),
                choice("Band", positions("160 m,80 m,60 m,40 m,30 m,20 m,17 m,15 m,12 m,10 m,6 m")),
            ], inputs: [touch, InputSettings(name: "knob", controls: [4])],
            pages: [
                PageSettings(name: "Radio", controls: [5, 0, 2, 1], areas: areas),
                PageSettings(name: "Alone", controls: [2]), PageSettings(name: "Tracks", controls: [4]),
                PageSettings(name: "Bank", controls: [0, 1, 2, 3, 4, 5]),
            ])
    }

    @Test(arguments: [(800, 480), (480, 800), (320, 240), (128, 64)])
    func draw(_ size: (Int, Int)) throws {
        for theme in ["dark", "light"] where size.0 != 128 {
            let studio = try Studio(
                SelectorPictures.settings(), width: size.0, height: size.1, theme: theme == "dark" ? .dark : .light)
            studio.set(0, .position(1))
            studio.set(2, .position(16))
            studio.set(4, .positions([1, 2, 6]))
            for page in 0..<4 {
                studio.draw {
                    $0.view = .page(page)
                    $0.focus = page == 3 ? 0 : nil
                }
                try save(studio, "\(size.0)x\(size.1)-\(theme)-\(page)")
            }
            var moment = Moment()
            studio.panel.arrange(surface: 0, TouchLayout(targets: [
                TouchTarget(.opener(control: 2, ChooserLayout(studio.instrument.settings.controls[2], SelectorPictures.patches, picture: studio.size, studio.stage.measures).rows), area: Rect(x: 0, y: 0, width: 10, height: 10))]))
            for contacts in [[TouchContact(id: 1, position: .zero)], []] {
                studio.panel.touch(surface: 0, contacts: contacts, at: studio.time, into: &moment)
            }
            studio.draw()
            try save(studio, "\(size.0)x\(size.1)-\(theme)-chooser")
        }
    }

    func save(_ studio: Studio, _ name: String) throws { try studio.pixels.writePNG(to: "/tmp/sel/\(name).png") }
}
