import WheelBridge
import WheelConfiguration

package enum MIDITable {
    private static let usual = MIDISettings()

    package static let table = Table(
        "[midi]", "The bridge `wheel-midi`. Without `[[midi.control]]` every control has a controller.",
        (settings: usual, channel: 0), with: ["control", "press", "feed"]
    ) {
        Setting(
            "name", .text(1...60), default: usual.name, { $0.settings.name = $1 },
            "The name of its port, for other programs.")
        Setting(
            "port", .text(1...100), otherwise: "others connect with its port", { $0.settings.peer = $1 },
            "The program or device that it connects with: a name or the beginning of one, or numbers as `128:0`. It connects "
                + "again whenever that comes back. `aconnect -l` lists them.")
        Setting(
            "channel", .whole(1...16), default: 1, { $0.channel = $1 - 1 },
            "The channel of all tables that name none.")
        Setting(
            "interval_ms", .milliseconds(0...1000), default: usual.interval, { $0.settings.interval = $1 },
            "The shortest time between two messages of a control. Values in between are left out, never the last one.")
    }

    package static func read(_ midi: TOMLTable, mistakes: MistakeList) -> MIDISettings {
        var (settings, channel) = table.read(midi, mistakes).draft
        settings.controls = MIDIControlTable.table.readAll(in: midi, most: 544, mistakes) {
            MIDIControlTable.finish(&$0, $1, channel: channel)
        }
        settings.presses =
            MIDIPressTable.table.readAll(in: midi, most: 256, mistakes) {
                MIDIPressTable.finish(&$0, $1, channel: channel)
            } ?? []
        settings.feeds =
            MIDIFeedTable.table.readAll(in: midi, most: 256, mistakes) {
                MIDIFeedTable.finish(&$0, $1, channel: channel)
            } ?? []
        return settings
    }
}

/// A table of messages with one number on one channel, which counts from 0.
protocol MIDIMessageDraft: Sendable {
    var channel: Int { get set }
    var number: Int { get set }
}

extension Setting where Draft: MIDIMessageDraft {
    static func message(number meaning: String) -> [Setting] {
        [
            Setting(required: "number", .whole(0...16383), as: "74", { $0.number = $1 }, meaning),
            Setting("channel", .whole(1...16), otherwise: "that of `[midi]`", { $0.channel = $1 - 1 }, "The channel."),
        ]
    }
}

extension TableReader {
    /// Checks the number of a message of this form. A table without a channel gets this one.
    func checkMessage(_ message: inout some MIDIMessageDraft, upTo most: Int, _ form: String, channel: Int) {
        if !has("channel") { message.channel = channel }
        if isGiven("number"), message.number > most {
            let form = quoted(form, quote: "\"")
            complain(at: "number", "'number' must be 0…\(most) for \(form), not \(message.number)")
        }
    }
}
