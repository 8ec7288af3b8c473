import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelWire

@testable import WheelServer

/// The queue of a client that reads slowly. `a+2` is a value of `a` that moved by 2, `a!` its commit, `e` another
/// event, `r` a reply. `behind` merges the waiting lines, as when the kernel accepts no more.
@Suite struct ClientQueueTests {
    @Test(
        "The newest value of each control, with what it replaced",
        arguments: table(
            """
            a+1 b+2                 -> a+1 b+2
            a+1 a+2 a+3             -> a+6~2                # in one, with the way of all
            a+1 b+1 a+1             -> b+1 a+2~1            # at the newer one's place
            a+1 a! a+1              -> a! a+2~1             # a commit never goes
            a! a! a!                -> a! a! a!
            a+1 e r b+1             -> a+1 e r b+1          # in order
            a+1 r a+1               -> r a+2~1
            a'+1 a'+1 b'+1          -> a'+1 a'+1 b'+1       # lines of their own, for who reads along
            a'+1 a'+1 b'+1 behind   -> a+2~1 b'+1
            a'+1 a+1 a'+1 behind    -> a+3~2
            a+1 a'+1                -> a+2~1                # a merged one goes out with the newest line
            a+1 b'+1 a'+1           -> b'+1 a+2~1
            a'+1 behind             -> a'+1
            c1 a+1 e c2 b+1         -> a+1 e c2 b+1         # a newer state of all controls replaces one that waits
            """))
    func merges(_ row: Row) { #expect(queue(row.words) == row.output) }

    @Test(
        "Past 256 events the oldest go first that are no commits, then commits; replies stay",
        arguments: table(
            """
            e*256                   -> 256
            e*257                   -> 256 missed 1
            a!*100 e*200            -> 256 missed 44
            a!*300                  -> 256 missed 44
            r*300                   -> 300
            r*10 e*300              -> 266 missed 44
            a+1 b+1 e*300           -> 256 missed 46        # values are not what goes
            a+1 a+1 a+1 gone a!*256 -> 256 missed 3         # a value of a control that went, with those that it replaced
            a'+1*200 b!*255         -> 256                  # values are merged before a commit goes
            a'+1*200 b!*256         -> 256 missed 1
            a'+1*300                -> 1
            b!*256 a+1              -> 256 missed 1
            c1 e*300 a!*256         -> 257 missed 300       # the state of all controls stays
            """))
    func misses(_ row: Row) {
        var queue = ClientQueue()
        for word in row.words { play(word, on: &queue) }
        #expect("\(queue.items.count)" + (queue.missed > 0 ? " missed \(queue.missed)" : "") == row.output)
    }

    @Test("The oldest event that is not a commit is dropped first")
    func oldest() {
        var queue = ClientQueue()
        for word in ["a!", "e1", "a!", "e2"] { play(word, on: &queue) }
        for _ in 0..<253 { play("b!", on: &queue) }
        #expect(text(queue).hasPrefix("a! a! e b!"))
        #expect(queue.missed == 1)
    }

    @Test("A commit releases the value that `interval_ms` held back")
    func releases() {
        var queue = ClientQueue()
        queue.merge(WaitingValue(WaitingValue.Subject(0), delta: 1), due: Instant(microseconds: 500))
        queue.merge(WaitingValue(WaitingValue.Subject(1), delta: 1), due: Instant(microseconds: 700))
        #expect(queue.due == Instant(microseconds: 500))
        queue.add(event: [], isKept: true, control: 0)
        #expect(queue.due == Instant(microseconds: .min))
        queue.remove([0], toldMissed: false)
        #expect(queue.due == Instant(microseconds: 700))
    }

    private func queue(_ words: [String]) -> String {
        var queue = ClientQueue()
        for word in words { play(word, on: &queue) }
        return text(queue)
    }

    private func play(_ word: String, on queue: inout ClientQueue) {
        if let times = word.split(separator: "*").dropFirst().first.flatMap({ Int($0) }) {
            for _ in 0..<times { play(String(word.prefix { $0 != "*" }), on: &queue) }
            return
        }
        let control = word.hasPrefix("a") ? 0 : 1
        let delta = Double(word.split(separator: "+").last ?? "") ?? 0
        if word == "behind" {
            queue.mergeValues()
        } else if word == "gone" {
            queue.renumber({ _ in nil }, line: { _ in Array("v".utf8) })
        } else if word == "r" {
            queue.add(answer: Array("r".utf8))
        } else if word.hasPrefix("e") {
            queue.add(event: Array("e".utf8), isKept: false, control: nil)
        } else if word.hasPrefix("c") {
            queue.add(controls: Array(word.utf8))
        } else if word.hasSuffix("!") {
            queue.add(event: Array(word.utf8), isKept: true, control: control)
        } else if word.contains("'") {
            queue.add(WaitingValue(WaitingValue.Subject(control), delta: delta), line: [])
        } else {
            queue.merge(WaitingValue(WaitingValue.Subject(control), delta: delta), due: Instant(microseconds: .min))
        }
    }

    private func text(_ queue: ClientQueue) -> String {
        queue.items.map { item in
            switch item {
            case .value(let waiting, let line):
                "\(waiting.subject.control == 0 ? "a" : "b")\(line == nil ? "" : "'")+\(Int(waiting.delta))"
                    + (waiting.skipped > 0 ? "~\(waiting.skipped)" : "")
            case .event(let line, _, _, _, _), .controls(let line), .answer(let line),
                .sharedAnswer(let line, _), .frame(let line, _):
                String(decoding: line, as: UTF8.self)
            }
        }.joined(separator: " ")
    }
}
