import WheelBridge
import WheelConfiguration

/// `[midi]`
package enum MIDITable {
    static let name = Key("name", .text(1...60), default: "wheeld", "The name of its port, for other programs.")
    static let port = Key(
        "port", .text(1...100), otherwise: "others connect with its port",
        "The program or device that it connects with: a name or the beginning of one, or numbers as `128:0`. It connects "
            + "again whenever that comes back. `aconnect -l` lists them.")
    static let channel = Key("channel", .whole(1...16), default: 1, "The channel of all tables that name none.")
    static let interval = Key(
        "interval_ms", .milliseconds(0...1000), default: .milliseconds(5),
        "The shortest time between two messages of a control. Values in between are left out, never the last one.")

    package static let schema = TableSchema(
        "[midi]", "The bridge `wheel-midi`. Without `[[midi.control]]` every control has a controller.",
        [name.row, port.row, channel.row, interval.row])

    package static func read(_ table: TOMLTable, mistakes: MistakeList) -> MIDISettings {
        let reader = TableReader(table: table, schema: schema, mistakes: mistakes)
        reader.checkKeys { ["control", "press", "feed"].contains($0.key) }
        var settings = MIDISettings()
        settings.name = reader.read(name).value
        settings.peer = reader.read(port).value
        settings.interval = reader.read(interval).value
        let channel = reader.read(channel).value - 1
        settings.controls = table.list("control", of: "midi", most: 544, mistakes) {
            MIDIControlTable.read($0, channel: channel, mistakes)
        }
        settings.presses =
            table.list("press", of: "midi", most: 256, mistakes) {
                MIDIPressTable.read($0, channel: channel, mistakes)
            } ?? []
        settings.feeds =
            table.list("feed", of: "midi", most: 256, mistakes) {
                MIDIFeedTable.read($0, channel: channel, mistakes)
            } ?? []
        return settings
    }
}

/// Keys that several tables have.
enum MIDIKeys {
    static let channel = Key("channel", .whole(1...16), otherwise: "that of `[midi]`", "The channel.")

    static func number(_ meaning: String) -> Key<Int?> {
        Key(required: "number", .whole(0...16383), as: "74", meaning)
    }

    /// Whether the number of a message is in its range.
    static func check(_ number: Read<Int?>, upTo most: Int, _ form: String, _ mistakes: MistakeList) -> Bool {
        guard let value = number.value else { return false }
        guard value > most else { return true }
        mistakes.add(number.place, "'number' must be 0…\(most) for \(quoted(form, quote: "\"")), not \(value)")
        return false
    }
}
