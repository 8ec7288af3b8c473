import WheelConfiguration
import WheelCore
import WheelModel

/// An instrument with every kind of control.
enum Instrument {
    static let settings: PanelSettings = {
        do throws(ConfigurationMistakes) {
            return try Configuration.parse(text: text, file: "instrument").settings.panel
        } catch {
            preconditionFailure("\(error.list)")
        }
    }()

    static let text = """
        [[control]]
        name = "gain"
        kind = "float"
        range = "[-60, 6]"
        step = 0.5
        unit = "dB"
        [[control]]
        name = "azimuth"
        kind = "float"
        range = "[0, 360)"
        wrap = true
        unit = "°"
        [[control]]
        name = "frequency"
        kind = "float"
        range = "(-inf, inf)"
        speeds = [{ name = "coarse", label = "100 kHz", per_detent = 0.1, round = true }, { name = "fine", per_turn = 1 }]
        [[control]]
        name = "hertz"
        kind = "float"
        range = "[20, 20000]"
        taper = "log"
        speeds = [{ name = "semitones", per_octave = 12 }, { name = "any", scale = 0.1 }]
        [[control]]
        name = "send"
        kind = "float"
        range = "[0, 100)"
        taper = "square"
        beyond = "refuse"
        [[control]]
        name = "bpm"
        kind = "int"
        range = "[20, 300]"
        beyond = "refuse"
        [[control]]
        name = "count"
        kind = "int"
        range = "(-inf, inf)"
        step = 5
        speeds = [{ name = "only", per_detent = 5 }]
        [[control]]
        name = "offset"
        kind = "int"
        range = "[0, 10)"
        step = 5
        snap = false
        [[control]]
        name = "octave"
        kind = "int"
        range = "[1, 1000]"
        taper = "log"
        [[control]]
        name = "loose"
        kind = "float"
        range = "(0, 10]"
        step = 0.3
        snap = false
        [[control]]
        name = "seat"
        kind = "float"
        range = "(0, 12]"
        wrap = true
        step = 5
        [[control]]
        name = "filter"
        kind = "choice"
        positions = ["low-pass", "band-pass", "hp"]
        [[control]]
        name = "steps"
        kind = "selection"
        positions = 16
        max_selected = 9
        [[ramp]]
        name = "sweep"
        control = "azimuth"
        by = 690
        duration_s = 2
        hold = true
        [[ramp]]
        name = "rise"
        control = "bpm"
        to = 300
        [[preset]]
        name = "night"
        values = { gain = -30, azimuth = 10, count = 5, filter = "hp", steps = ["1", "9"] }
        [[preset]]
        name = "own"
        values = { frequency = 0.5, offset = 3, loose = 9.5, seat = 12 }
        writable = true
        [[input]]
        name = "knob"
        type = "gpio"
        a = "GPIO17"
        b = "GPIO27"
        detents_per_step = 2
        controls = ["gain", "azimuth", "bpm"]
        [[page]]
        name = "one"
        controls = ["gain", "azimuth"]
        inputs = ["knob"]
        [[page]]
        name = "two"
        controls = ["filter"]
        """
}
