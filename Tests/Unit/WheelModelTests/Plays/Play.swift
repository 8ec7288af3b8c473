import Glibc
import WheelConfiguration
import WheelModel

/// A play: a configuration, and acts. Each line of an act is an operation by a hand or a client, or lets time pass.
///
///     [[control]]
///     name = "level"
///     ...
///     ---
///     ## A detent moves a 24th of the range
///     knob turns +1     -> level 4
///     after 400 ms      -> level commits 4 by knob
///
/// Each act begins with a new instrument. The words are explained in `Texts/README.md`.
struct Play {
    let acts: [Act]

    struct Act: Sendable, CustomStringConvertible {
        let title: String
        let configuration: String
        let lines: [Line]
        var description: String { title }
    }

    struct Line: Sendable {
        let number: Int
        let input: String
        var expected: [String]
    }

    init(_ text: String) {
        var acts: [Act] = []
        var configuration = ""
        var isScript = false
        var title = ""
        var lines: [Line] = []
        func finishAct() {
            if !lines.isEmpty { acts.append(Act(title: title, configuration: configuration, lines: lines)) }
            lines = []
        }
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line == "---" {
                isScript = true
            } else if line == "===" {
                // A new configuration for the following acts.
                finishAct()
                isScript = false
                configuration = ""
            } else if !isScript {
                configuration += line + "\n"
            } else if line.hasPrefix("## ") {
                finishAct()
                title = String(line.dropFirst(3))
            } else if !line.hasPrefix("#") {
                Play.add(line, number: index + 1, to: &lines)
            }
        }
        finishAct()
        self.acts = acts
    }

    private static func add(_ line: Substring, number: Int, to lines: inout [Line]) {
        let sides = line.split(separator: "->", maxSplits: 1, omittingEmptySubsequences: false)
        let input = sides[0].trimmed
        let expected = sides.count > 1 ? sides[1].split(separator: ";").map(\.trimmed).filter { !$0.isEmpty } : []
        if input.isEmpty {
            // A line `-> …` without an operation continues the expectations of the line before.
            if !expected.isEmpty { lines[lines.count - 1].expected += expected }
        } else {
            lines.append(Line(number: number, input: input, expected: expected))
        }
    }

    /// The play in the file `name` of `Texts`.
    static func named(_ name: String, beside path: String = #filePath) -> Play {
        let folder = path.split(separator: "/").dropLast().joined(separator: "/")
        guard let file = fopen("/\(folder)/Texts/\(name).play", "r") else { preconditionFailure("no play \(name)") }
        defer { fclose(file) }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { text += buffer[..<count] }
        return Play(String(decoding: text, as: UTF8.self))
    }
}

extension Substring {
    /// The text without surrounding space, and with single spaces inside.
    var trimmed: String { split(separator: " ").joined(separator: " ") }
}

extension Play.Act {
    /// Plays the act. Returns each line whose result differs.
    ///
    /// `showsSteps`: the results have ` & ` between the changes of a step.
    func play(showsSteps: Bool = false) -> [String] {
        let parsed: Configuration.Parsed
        do {
            parsed = try Configuration.parse(text: configuration, file: "configuration")
        } catch {
            return ["\(error)"]
        }
        var stage = Stage(parsed.settings.panel, showsSteps: showsSteps)
        var problems: [String] = []
        for line in lines {
            let happened = stage.perform(line.input)
            if happened != line.expected {
                problems.append(
                    "line \(line.number): \(line.input)\n  expected: \(line.expected.joined(separator: "; "))"
                        + "\n  happened: \(happened.joined(separator: "; "))")
            }
        }
        return problems
    }
}
