import WheelConfiguration
import WheelCore
import WheelModel

/// Reads games from standard input and writes what came of each: `NAME CHECKSUM`, or every line with `--lines`. With `--counts`
/// it also writes how often each kind of move met each state of its control: `count MOVE STATE NUMBER`.
///
///     game NAME
///     config            a configuration follows, each of its lines behind a `|`; the first one is in use at the beginning
///     definition        tables follow that a client may define besides any of them
///     steps
///     12500 turned 0 120
///     end
///
/// A configuration that is refused takes its game out: `NAME refused`.
@main
enum OraclePlayer {
    static func main() {
        let printsLines = CommandLine.arguments.contains("--lines")
        var meetings = CommandLine.arguments.contains("--counts") ? Meetings() : nil
        var name = ""
        var configurations: [String] = []
        var definitions: [String] = []
        var player: Player?
        while let line = readLine() {
            switch line {
            case "config": configurations.append("")
            case "definition": definitions.append("")
            case "steps":
                let played = configurations.compactMap { file in settings(file).map { (file: file, own: $0) } }
                    .map { file, own in
                        PlayedSettings(own: own, withDefinitions: definitions.map { settings($0 + file) })
                    }
                player =
                    played.isEmpty ? nil : Player(played, record: Record(prints: printsLines), counts: meetings != nil)
                if player == nil { print("\(name) refused") }
                configurations.removeAll()
                definitions.removeAll()
            case "end":
                guard var played = player.take() else { break }
                print("\(name) \(String(played.end(), radix: 16))")
                if let found = played.meetings { meetings?.add(found) }
            case _ where line.hasPrefix("|"):
                if let last = definitions.indices.last {
                    definitions[last] += line.dropFirst() + "\n"
                } else if let last = configurations.indices.last {
                    configurations[last] += line.dropFirst() + "\n"
                }
            case _ where line.hasPrefix("game "): name = String(line.dropFirst(5))
            default:
                if let step = Step(Substring(line)) { player?.play(step) } else if player != nil { print("? \(line)") }
            }
        }
        meetings?.print()
    }

    private static func settings(_ text: String) -> PanelSettings? {
        do throws(ConfigurationMistakes) {
            return try Configuration.parse(text: text, file: "game").settings.panel
        } catch {
            return nil
        }
    }
}

/// The settings of a configuration, and those with each of the definitions; `nil` where the definition does not fit.
struct PlayedSettings {
    var own: PanelSettings
    var withDefinitions: [PanelSettings?]
}
