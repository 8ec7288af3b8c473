import TestSupport
import Testing
import WheelCore
import WheelModel

@Suite("Buttons: random presses") struct ButtonPropertyTests {
    @Test("Gestures follow from the presses by definition, whether woken in time or late")
    func definitions() {
        let problem = counterexample("gestures by definition", seed: 61, cases: 20_000) { generator in
            let machine = ButtonMachine(
                recognized: ButtonGestures(rawValue: UInt8(generator.int(in: 0...31))),
                bound: ButtonGestures(rawValue: UInt8(generator.int(in: 0...31))))
            var (time, presses, inputs) = (Int64(0), [Press](), [ButtonInput]())
            for _ in 0..<generator.int(in: 1...8) {
                let press = Press(&generator, after: time)
                time = press.end
                presses.append(press)
                inputs += press.inputs
            }
            inputs.append(ButtonInput(kind: .wait, milliseconds: time + 10_000))
            // Other tests, with tables, check the order of outputs with the same time.
            let expected = defined(presses, machine).sorted()
            for waking in Waking.allCases {
                let words = told(by: machine, of: inputs, waking: waking).sorted()
                guard words == expected else {
                    return "\(machine.recognized) \(machine.bound) \(inputs): \(words), not \(expected)"
                }
            }
            return nil
        }
        #expect(problem == nil)
    }

    @Test("For any input, each down has exactly one up, and every action has its gesture")
    func anything() {
        let problem = counterexample("random button events", seed: 62) { generator in
            let machine = ButtonMachine(bound: ButtonGestures(rawValue: UInt8(generator.int(in: 0...31))))
            var inputs = (0..<generator.int(in: 1...40)).map { _ in
                ButtonInput(
                    // `open` is left out, because it publishes an up without a down if the button was not held.
                    kind: generator.pick(ButtonInput.Kind.allCases.filter { $0 != .open }),
                    milliseconds: generator.once(in: 50)
                        ? generator.pick([.min / 1000, .max / 1000]) : Int64(generator.int(in: -200...2000)))
            }
            inputs.append(ButtonInput(kind: .gone, milliseconds: .max / 1000))
            let words = told(by: machine, of: inputs, waking: .late).map { $0.prefix { $0 != "@" } }
            func count(_ word: String) -> Int { words.count { $0 == word } }

            var isDown = false
            for word in words where word == "down" || word == "up" {
                guard isDown == (word == "up") else { return "\(inputs): \(words)" }
                isDown.toggle()
            }
            guard !isDown, count("click") + count("long") + count("double") <= count("down") else {
                return "\(inputs): \(words)"
            }
            for gesture in ButtonGesture.allCases {
                // A pending click action is dropped if a double click follows.
                let isSpared = gesture == .click && machine.bound.contains([.click, .double])
                let expected = count("\(gesture)") - (isSpared ? count("double") : 0)
                guard count("!\(gesture)") == (machine.bound.contains(gesture) ? expected : 0) else {
                    return "\(gesture), \(inputs): \(words)"
                }
            }
            return nil
        }
        #expect(problem == nil)
    }
}

private struct Press {
    var start: Int64
    var end: Int64
    var turn: Int64?
    var isCutOff: Bool

    init(_ generator: inout SeededGenerator, after time: Int64) {
        start = time + Int64(generator.pick([1, 100, 399, 400, 401, 1000]))
        end = start + Int64(generator.pick([1, 100, 599, 600, 601, 2000]))
        turn = generator.once(in: 4) ? Int64(generator.int(in: Int(start)...Int(end))) : nil
        isCutOff = generator.once(in: 6)
    }

    var inputs: [ButtonInput] {
        [ButtonInput(kind: .press, milliseconds: start)]
            + (turn.map { [ButtonInput(kind: .turn, milliseconds: $0)] } ?? [])
            + [ButtonInput(kind: isCutOff ? .gone : .release, milliseconds: end)]
    }
}

/// Derives the gestures from the list of all presses. The machine sees one event at a time.
private func defined(_ presses: [Press], _ machine: ButtonMachine) -> [String] {
    var words: [String] = []
    func tell(_ gesture: ButtonGesture, _ time: Int64, acts: Bool = true) {
        guard machine.recognized.contains(gesture) else { return }
        words.append("\(gesture)@\(time)")
        if acts, machine.bound.contains(gesture) { words.append("!\(gesture)@\(time)") }
    }
    let hasDouble = machine.recognized.contains(.double)
    let waits = machine.bound.contains([.click, .double])
    var firstClick: Int64?
    for (index, press) in presses.enumerated() {
        let longTime = press.start + 600
        let isLong = machine.recognized.contains(.long) && press.end >= longTime && (press.turn ?? .max) >= longTime
        let isSecond = hasDouble && firstClick.map { press.start < $0 + 400 } ?? false
        firstClick = nil
        tell(.down, press.start)
        tell(.up, press.end)
        if isLong { tell(.long, longTime) }
        if isLong || press.turn != nil || press.isCutOff {
            let settled = isLong ? longTime : press.turn ?? press.end
            if isSecond, waits { words.append("!click@\(settled)") }
        } else if isSecond {
            tell(.double, press.end)
        } else {
            tell(.click, press.end, acts: !waits)
            firstClick = press.end
            let next = index + 1 < presses.count ? presses[index + 1].start : .max
            if waits, next >= press.end + 400 { words.append("!click@\(press.end + 400)") }
        }
    }
    return words
}
