import FuzzSupport
import TestSupport
import WheelCore
import WheelModel
import WheelWire

/// Assembles requests and modifies them, line by line.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutateRequests(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ most: Int, _ seed: UInt32) -> Int {
    Mutation.mutate(bytes, count, most: most, seed: seed) { text, generator in
        if generator.once(in: 3) { return Mutation.replaceNumber(in: text, &generator) }
        var lines = text.split(separator: UInt8(ascii: "\n")).map { Array($0) }
        let place = generator.int(in: 0...lines.count)
        switch generator.int(in: 0...5) {
        case 0 where place < lines.count: lines.remove(at: place)
        case 1 where place < lines.count: lines.insert(lines[place], at: place)
        case 2: lines.insert(Array("+\(generator.pick([1, 17, 100, 500, 1000, 20_000]))".utf8), at: place)
        case 3 where place < lines.count: lines[place] = Array(request(&generator).utf8)
        default: lines.insert(Array(request(&generator).utf8), at: place)
        }
        return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    }
}

/// A request with members that its operation accepts.
private func request(_ generator: inout SeededGenerator) -> String {
    // The operations with the most numbers.
    let operation =
        generator.once(in: 2) ? generator.pick([.set, .turn, .ramp, .ramp]) : generator.pick(Operation.allCases)
    var members = generator.once(in: 2) ? ["\"id\":\(generator.int(in: 0...9))"] : []
    members.append("\"op\":\"\(operation.rawValue)\"")
    let control = generator.pick(Instrument.settings.controls)
    let positions = PositionSettings.numbered(16).map(\.name) + ["low-pass", "band-pass", "hp"]
    let about = "\"control\":\"\(control.name)\""
    switch operation {
    case .list, .stats, .ping: break
    case .set where generator.once(in: 4):
        let values = (0..<generator.int(in: 1...3)).map { index in
            let other = Instrument.settings.controls[(index * 5 + generator.int(in: 0...4)) % 12]
            return "\"\(other.name)\":\(value(for: other, positions, &generator))"
        }
        members.append("\"values\":{\(values.joined(separator: ","))}")
        if generator.once(in: 3) { members.append("\"commit\":false") }
    case .set:
        members += [about, "\"value\":\(value(for: control, positions, &generator))"]
        if generator.once(in: 3) { members.append("\"commit\":false") }
        if generator.once(in: 6) { members.append("\"unless\":\"editing\"") }
    case .turn:
        members += [about, "\"detents\":\(number(&generator))"]
        if generator.once(in: 4) { members.append("\"speed\":\"\(generator.pick(control.speeds).name)\"") }
    case .step: members += [about, "\"count\":\(generator.pick(Extremes.integers))"]
    case .speed: members += [about, "\"speed\":\"\(generator.pick(["next", "fine", "coarse"]))\""]
    case .focus: members += ["\"input\":\"knob\"", about]
    case .page: members.append("\"page\":\"\(generator.pick(["next", "previous", "one", "two"]))\"")
    case .lock:
        members.append("\"locked\":\(generator.once(in: 2))")
        if generator.once(in: 3) {
            members.append(generator.once(in: 2) ? about : "\"controls\":[\"\(control.name)\"]")
        }
    case .toggle, .select: members += [about, "\"position\":\"\(generator.pick(positions))\""]
    case .ramp where generator.once(in: 6): members.append("\"ramp\":\"\(generator.pick(["sweep", "rise"]))\"")
    case .ramp:
        members += [about, "\"\(generator.pick(["to", "by"]))\":\(number(&generator))"]
        if generator.once(in: 3) { members.append("\"from\":\(number(&generator))") }
        if generator.once(in: 2) {
            members.append("\"duration_s\":\(generator.pick(["0", "0.1", "2", "1e9", "1e-7"]))")
        }
        if generator.once(in: 2) { members.append("\"curve\":\(curve(&generator))") }
        if generator.once(in: 4) { members.append("\"hold\":true") }
    case .recall, .store: members.append("\"preset\":\"\(generator.pick(["night", "own"]))\"")
    case .rampScrub:
        let fraction = generator.once(in: 2) ? generator.pick(Extremes.fractions) : generator.double(in: 0...1)
        members += [about, "\"fraction\":\(fraction)"]
    case .subscribe:
        members.append("\"interval_ms\":\(number(&generator))")
        if generator.once(in: 3) { members.append("\"terse\":\(generator.once(in: 2))") }
    case .feed, .unfeed: members += ["\"input\":\"knob\"", "\"detents\":\(number(&generator))"]
    case .screenshot, .watchDisplay, .unwatchDisplay:
        if generator.once(in: 2) { members.append("\"display\":\"\(generator.pick(["main", "panel"]))\"") }
    case .view:
        members += ["width", "height"].map { "\"\($0)\":\(generator.pick(["1", "80", "8192", "0", "1e9"]))" }
        members.append("\"hands\":\"\(generator.pick(["none", "touch", "keys"]))\"")
        if generator.once(in: 2) { members.append("\"format\":\"cells\"") }
        if generator.once(in: 3) { members.append("\"pixels_per_mm\":\(number(&generator))") }
        if generator.once(in: 3) { members.append("\"view\":\"view:1\"") }
    case .unview, .seen: members.append("\"view\":\"view:1\"")
    case .limit: members.append("\"rights\":\"\(generator.pick(["read", "write"]))\"")
    case .logLevel: members.append("\"level\":\"error\"")
    default:
        // An operation that takes at most the name of a control, as its declaration says.
        if operation.declaration.forms.contains(where: { $0.members.contains { $0.kind == .control } }) {
            members.append(about)
        }
    }
    return "{\(members.joined(separator: ","))}"
}

private func curve(_ generator: inout SeededGenerator) -> String {
    guard generator.choice(4) != 0 else {
        return "\"\(generator.pick(["linear", "ease-in", "ease-out", "ease-in-out"]))\""
    }
    let numbers = [generator.double(in: 0...1), 0, generator.double(in: 0...1), 0].map { "\($0)" }
    return "[\(numbers[0]),\(number(&generator)),\(numbers[2]),\(number(&generator))]"
}

private func value(
    for control: ControlSettings, _ positions: [String], _ generator: inout SeededGenerator
) -> String {
    switch control.kind {
    case .float, .int: return number(&generator)
    case .choice: return "\"\(generator.pick(["low-pass", "band-pass", "hp"]))\""
    case .selection:
        let names = (0..<generator.int(in: 0...10)).map { _ in "\"\(generator.int(in: 1...16))\"" }
        return "[\(names.joined(separator: ","))]"
    }
}

private func number(_ generator: inout SeededGenerator) -> String {
    switch generator.int(in: 0...3) {
    case 0: generator.pick(Extremes.texts)
    case 1: "\(generator.double(in: -1000...1000))"
    default: "\(generator.int(in: -20...400))"
    }
}
