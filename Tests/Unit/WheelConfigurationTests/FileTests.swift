import TestSupport
import Testing
import WheelConfiguration
import WheelModel

@Suite struct FileTests {
    private let control = "[[control]]\nname = \"a\"\nkind = \"int\"\nrange = \"[0, 1]\"\n"

    @Test func carriageReturnsBeforeLineFeedsAreAccepted() throws {
        let text = control.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
        #expect(try Configuration.parse(text: text, file: "f").settings.panel.controls.map(\.name) == ["a"])
        #expect(said(Array((text + "steps = 1\r\n").utf8)) == ["f:5:1: unknown key 'steps' (did you mean 'step'?)"])
    }

    @Test func aByteOrderMarkIsAccepted() throws {
        let text = "\u{FEFF}" + control
        #expect(try Configuration.parse(text: text, file: "f").settings.panel.controls.map(\.name) == ["a"])
    }

    @Test func bytesThatAreNotTextAreOneMistake() {
        #expect(said([0x61, 0x20, 0x3D, 0x20, 0x22, 0xC3, 0x28, 0x22]).count == 1)
        #expect(said([0xFF, 0xFE, 0x5B, 0x00]).count == 1)
        #expect(said([0x5B, 0x00, 0x5D]).count == 1)
    }

    @Test func aCarriageReturnAloneIsAMistake() {
        #expect(said(Array("[socket]\nmax_clients = 5 # remark\rmode = \"0600\"\n".utf8)).count == 1)
    }

    @Test func theLargestFile() throws {
        var bytes = Array(control.utf8)
        bytes += [UInt8](repeating: UInt8(ascii: "#"), count: Configuration.largestFile - bytes.count)
        #expect(try Configuration.parse(bytes, file: "f").settings.panel.controls.count == 1)
        bytes.append(UInt8(ascii: "#"))
        #expect(said(bytes) == ["f:1:1: the file is too large: 1048577 bytes, and at most 1048576 are read"])
    }

    @Test func tooManyTablesAreAMistake() {
        let text = (0...1000).map { "[[control]]\nname = \"c\($0)\"\nkind = \"int\"\nrange = \"[0, 1]\"\n" }
        #expect(said(Array(text.joined().utf8)) == ["f:4001:1: there can be at most 1000 tables 'control'"])
    }

    /// Hints for all mistakes would take too long, so only the first 200 mistakes have one.
    @Test func onlyTheFirstMistakesHaveHints() {
        let names = (0..<500).map { "\"a\($0)\"" }.joined(separator: ",")
        let pages = (0..<10).map { "[[page]]\nname = \"p\($0)\"\ncontrols = [\(names)]\n" }.joined()
        let mistakes = said(Array((control + pages).utf8))
        #expect(mistakes.count == 5_000)
        #expect(mistakes.first == "f:7:13: there is no control named 'a0' (did you mean 'a'?)")
        #expect(mistakes.last == "f:34:3396: there is no control named 'a499'")
    }

    /// Random damage to the example never traps the parser, and the place of every mistake lies in the file.
    @Test func brokenFiles() {
        let example = Array(CaseFile.contents("../../../docs/examples/wheeld.toml").utf8)
        let problem = counterexample("a broken file is told", seed: 11, cases: 1000) { random in
            var bytes = example
            for _ in 0..<random.int(in: 1...4) { damage(&bytes, &random) }
            let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
            do throws(ConfigurationMistakes) {
                _ = try Configuration.parse(bytes, file: "f")
                return nil
            } catch {
                if error.list.isEmpty { return "no mistake is told" }
                if let mistake = error.list.first(where: { !(1...lines).contains($0.line) || $0.column < 1 }) {
                    return "\(mistake) is not in a file of \(lines) lines"
                }
                let isSorted = zip(error.list, error.list.dropFirst()).allSatisfy {
                    ($0.line, $0.column) <= ($1.line, $1.column)
                }
                return isSorted ? nil : "the places are not in order: \(error)"
            }
        }
        #expect(problem == nil)
    }

    private func damage(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        let start = random.int(in: 0...(bytes.count - 1))
        let end = min(bytes.count, start + random.int(in: 0...20))
        switch random.int(in: 0...4) {
        case 0: bytes.removeSubrange(start..<end)
        case 1: bytes.insert(contentsOf: bytes[start..<end], at: random.int(in: 0...(bytes.count - 1)))
        case 2: bytes[start] = UInt8(random.int(in: 0...255))
        case 3: bytes[start] = random.pick(Array("\"'[]{}=.,#\n0123456789einf-".utf8))
        default: bytes.swapAt(start, random.int(in: 0...(bytes.count - 1)))
        }
    }

    private func said(_ bytes: [UInt8]) -> [String] {
        do throws(ConfigurationMistakes) {
            _ = try Configuration.parse(bytes, file: "f")
            return []
        } catch {
            return error.list.map(\.description)
        }
    }
}
