import WheelCore
import WheelModel

/// A step of a game: what happens, and when.
///
/// A line of text, for example `12500 turned 0 120`: 12.5 ms later the first input is turned by one detent.
///
///     12500-300   its event is 300 µs older than the loop's clock
///     !12500      the loop was busy meanwhile, and wakes for nothing that became due
///
///     turned INPUT UNITS        pressed INPUT BUTTON      touched INPUT [ID,X,Y ...]      ask CLIENT LINE
///     moved INPUT FROM TO       released INPUT BUTTON     cancelled INPUT                 leave CLIENT
///     level INPUT BUTTON 0|1    lost INPUT                lay-out single|bank             reload N, define N, restart, wait
///     settling INPUT BUTTON 0|1
///
/// `*` before an event of an input: it has only lit a dark display.
struct Step {
    var after: Interval
    var lag: Int64
    var isLate: Bool
    var act: Act
    let text: Substring

    enum Act {
        case input(Int, Event, onlyLights: Bool)
        case ask(client: Int, String)
        case leave(client: Int)
        case layOut(isBank: Bool)
        case reload(Int)
        case define(Int)
        case restart
        case wait
    }

    /// What a device does. It has the words of the game, so that a game can be read without the model.
    enum Event {
        case turned(Int)
        case moved(from: Double?, to: Double)
        case pressed(Int)
        case released(Int)
        case level(Int, isDown: Bool)
        case settling(Int, Bool)
        case touched([Contact])
        case cancelled
        case lost
    }

    struct Contact {
        var id: Int
        var x: Double
        var y: Double
        var isPalm: Bool
    }

    /// `nil` if the line is none of the steps.
    init?(_ line: Substring) {
        text = line
        var words = line.split(separator: " ", maxSplits: 2)
        guard words.count >= 2 else { return nil }
        var time = words.removeFirst()
        isLate = time.first == "!"
        if isLate { time.removeFirst() }
        let times = time.split(separator: "-")
        guard let after = times.first.flatMap({ Int64($0) }) else { return nil }
        self.after = Interval(microseconds: after)
        lag = times.count > 1 ? Int64(times[1]) ?? 0 : 0
        var verb = words[0]
        let onlyLights = verb.first == "*"
        if onlyLights { verb.removeFirst() }
        let rest = words.count > 1 ? words[1] : ""
        if verb == "ask" {
            let parts = rest.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, let client = Int(parts[0]) else { return nil }
            act = .ask(client: client, String(parts[1]))
            return
        }
        let arguments = rest.split(separator: " ")
        let first = arguments.first.flatMap { Int($0) } ?? 0
        let numbers = arguments.dropFirst().map { Double($0) }
        func whole(_ place: Int) -> Int { numbers.count > place ? numbers[place].map { Int($0) } ?? 0 : 0 }
        switch verb {
        case "wait": act = .wait
        case "restart": act = .restart
        case "leave": act = .leave(client: first)
        case "reload": act = .reload(first)
        case "define": act = .define(first)
        case "lay-out": act = .layOut(isBank: rest == "bank")
        default:
            let event: Event
            switch verb {
            case "turned": event = .turned(arguments.count > 1 ? Int(arguments[1]) ?? 0 : 0)
            case "moved": event = .moved(from: numbers.first ?? nil, to: (numbers.last ?? nil) ?? 0)
            case "pressed": event = .pressed(whole(0))
            case "released": event = .released(whole(0))
            case "level": event = .level(whole(0), isDown: whole(1) != 0)
            case "settling": event = .settling(whole(0), whole(1) != 0)
            case "touched": event = .touched(arguments.dropFirst().compactMap { Contact($0) })
            case "cancelled": event = .cancelled
            case "lost": event = .lost
            default: return nil
            }
            act = .input(first, event, onlyLights: onlyLights)
        }
    }
}

extension Step.Contact {
    /// `ID,X,Y`, and `,palm`.
    fileprivate init?(_ text: Substring) {
        let parts = text.split(separator: ",")
        guard parts.count >= 3, let id = Int(parts[0]), let x = Double(parts[1]), let y = Double(parts[2]) else {
            return nil
        }
        (self.id, self.x, self.y, isPalm) = (id, x, y, parts.count > 3)
    }
}
