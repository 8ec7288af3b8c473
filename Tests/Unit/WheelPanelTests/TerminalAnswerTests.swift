import LinuxSystem
import TestSupport
import Testing
import WheelCanvas
import WheelCore

@testable import WheelPanel

@Suite struct TerminalAnswerTests {
    private static let esc = "\u{1B}"
    private static let end = "\u{1B}\\"

    /// Each line has the bytes that a terminal sends, and the answers that they mean.
    private static let answers: [(text: String, answers: [TerminalAnswer])] = [
        ("\(esc)[6;18;9t", [TerminalAnswer.cellPixels(width: 9, height: 18)]),
        ("\(esc)[?2;0;1000;800S\(esc)[?1;0;256S", [.sixelArea(width: 1000, height: 800), .colorRegisters(256)]),
        ("\(esc)_Gi=31;OK\(end)", [.kitty(isFine: true)]),
        ("\(esc)_Gi=31;ENODATA:nothing\(end)\(esc)_Gi=31,I=2;OK\(end)", [.kitty(isFine: false), .kitty(isFine: true)]),
        ("\(esc)[?1016;2$y\(esc)[?1016;0$y", [.mode(1016, setting: 2), .mode(1016, setting: 0)]),
        ("\(esc)]11;rgb:ffff/8080/0000\(end)", [.ground(0xFF8000)]),
        ("\(esc)]11;rgb:f/8/0\u{7}\(esc)]11;rgb:ff/80/01\(end)", [.ground(0xFF8800), .ground(0xFF8001)]),
        (
            "\(esc)[?63;1;2;4;6;9;15;16;17;18;21;22;28;29c",
            [.attributes([63, 1, 2, 4, 6, 9, 15, 16, 17, 18, 21, 22, 28, 29])]
        ),
        // Kitty's answer ends with an empty number.
        ("\(esc)[?62;c", [.attributes([62])]),
        ("\(esc)[0n", [.ready]),
        // Answers without a query, and mistakes.
        ("\(esc)[4;600;800t\(esc)[6;18t\(esc)[6;;9t\(esc)[3n\(esc)[>1;10;0c", []),
        ("\(esc)[?2;1S\(esc)[?2;3;0S\(esc)[?1;0S\(esc)[?2;0;1;2;3S\(esc)[?1016$y\(esc)[1016;1$y", []),
        ("\(esc)_Gi=32;OK\(end)\(esc)_Gi=31\(end)\(esc)_X\(end)\(esc)]10;rgb:0/0/0\(end)\(esc)]11;rgb:0/0\(end)", []),
        ("\(esc)]11;rgb:00000/0/0\(end)\(esc)]11;rgb:g/0/0\(end)\(esc)]11;?\(end)\(esc)P1$r0m\(end)", []),
        ("\(esc)[?99999999999999999999;0;1S\(esc)[?1;0;9999999S", []),
    ]

    @Test(arguments: answers)
    func isRead(_ text: String, _ answers: [TerminalAnswer]) {
        #expect(Self.decode([Array(text.utf8)]) == answers.map { .answer($0) })
    }

    private static func decode(_ reads: [[UInt8]]) -> [TerminalEvent] {
        var decoder = TerminalDecoder()
        var events: [TerminalEvent] = []
        for read in reads { decoder.consume(read) { events.append($0) } }
        decoder.expire { events.append($0) }
        return events
    }

    private static let everything =
        "\(esc)]11;rgb:0000/0000/0000\(end)\(esc)[6;18;9t\(esc)[?2;0;1000;1000S\(esc)[?1;0;256S\(esc)[?1;0;1024S"
        + "\(esc)[?1016;2$y\(esc)_Gi=31;OK\(end)\(esc)[?62;4;22c\(esc)[0n"

    /// The bytes may be split between two reads at any place.
    @Test func answersMayBeCutAnywhere() {
        let bytes = Array(Self.everything.utf8)
        let whole = Self.decode([bytes])
        #expect(whole.count == 9)
        for cut in 0...bytes.count {
            #expect(Self.decode([Array(bytes[..<cut]), Array(bytes[cut...])]) == whole, "cut at \(cut)")
        }
        #expect(Self.decode(bytes.map { [$0] }) == whole)
    }

    /// When the ESC of a late answer was read as the Escape key, the rest of the answer is not read as keys.
    @Test func lateRestsOfAnswersAreNoKeys() {
        for answer in ["[0n", "[?62;4c", "]11;rgb:0/0/0\(Self.end)", "_Gi=31;OK\(Self.end)"] {
            var decoder = TerminalDecoder()
            var events: [TerminalEvent] = []
            decoder.consume([0x1B]) { events.append($0) }
            #expect(decoder.patience != nil && events.isEmpty)
            decoder.expire { events.append($0) }
            #expect(events == [.key(.escape)])
            decoder.consume(answer.utf8) { events.append($0) }
            decoder.consume("q".utf8) { events.append($0) }
            #expect(events.count == 3 && events.last == .key(.character("q")))
        }
    }

    /// Sequences that are too long or interrupted are not read as keys, and hide no later key.
    private static let brokenOff: [(text: String, events: [TerminalEvent])] = [
        ("\(esc)[?\(String(repeating: "1;", count: 500))1cq", [.key(.character("q"))]),
        ("\(esc)P\(String(repeating: "x", count: 5000))\(end)q", [.key(.character("q"))]),
        ("\(esc)[?62;\(esc)[Aq", [.key(.up), .key(.character("q"))]),
        ("\(esc)]11;rgb:\(esc)[Bq", [.key(.down), .key(.character("q"))]),
        ("\(esc)_Gi=31;\u{18}q", [.key(.character("q"))]),
        ("\(esc)\(esc)[0n", [.key(.escape), .answer(.ready)]),
    ]

    @Test(arguments: brokenOff)
    func isOver(_ text: String, _ events: [TerminalEvent]) {
        #expect(Self.decode([Array(text.utf8)]) == events)
    }

    /// Alt-P sends the same bytes as the beginning of a string. The decoder waits for the end of the string only for a
    /// time, and later keys are decoded.
    @Test func aStringWithoutAnEndIsForgotten() {
        var decoder = TerminalDecoder()
        var events: [TerminalEvent] = []
        decoder.consume("\u{1B}Pqqq".utf8) { events.append($0) }
        #expect(decoder.patience != nil && events.isEmpty)
        decoder.expire { events.append($0) }
        decoder.consume("q".utf8) { events.append($0) }
        #expect(events == [.key(.character("q"))])
    }

    /// Answers among random keys, cut at random places: the keys are those that were typed.
    @Test func keysAmongAnswersAreKept() {
        var generator = SeededGenerator(seed: 77)
        let answers = ["\(Self.esc)[0n", "\(Self.esc)[6;18;9t", "\(Self.esc)_Gi=31;OK\(Self.end)", Self.everything]
        for _ in 0..<300 {
            var (bytes, typed) = ([UInt8](), [TerminalEvent]())
            for _ in 0..<generator.int(in: 1...8) {
                if generator.once(in: 2) {
                    bytes += Array(generator.pick(answers).utf8)
                } else {
                    let key = generator.pick(Array("q+-? 123="))
                    bytes += Array(String(key).utf8)
                    typed.append(.key(.character(key)))
                }
            }
            var reads: [[UInt8]] = []
            while !bytes.isEmpty {
                let count = generator.int(in: 1...min(9, bytes.count))
                reads.append(Array(bytes[..<count]))
                bytes.removeFirst(count)
            }
            let keys = Self.decode(reads).filter { if case .answer = $0 { false } else { true } }
            #expect(keys == typed)
        }
    }

    // MARK: What follows.

    private static func face(
        _ text: String, forced: TerminalGraphics? = nil, reported: PixelSize? = nil,
        in terminal: Terminal.Size = Terminal.Size(columns: 80, rows: 24)
    ) -> TerminalAnswers.Face {
        var answers = TerminalAnswers()
        for case .answer(let answer) in decode([Array(text.utf8)]) { answers.consume(answer) }
        return answers.face(forced: forced, reported: reported, in: terminal)
    }

    private static let cell = PixelSize(width: 9, height: 18)
    private static let vt340 = PixelSize(width: 800, height: 480)

    @Test func theFaceFollowsFromTheAnswers() {
        let (cell, ok) = ("\u{1B}[6;18;9t", "\u{1B}_Gi=31;OK\u{1B}\\")
        #expect(Self.face(cell + ok + "\u{1B}[?62;c") == .kitty(cell: Self.cell))
        #expect(Self.face(cell + ok + "\u{1B}[?62;4c") == .kitty(cell: Self.cell))
        #expect(Self.face(ok + "\u{1B}[?62;c", reported: Self.cell) == .kitty(cell: Self.cell))
        let usual = ColorRegisters(current: 16, most: nil)
        #expect(Self.face(cell + "\u{1B}[?63;1;4c") == .sixel(cell: Self.cell, area: Self.vt340, usual))
        // Only the attribute 4 means sixel: 22 means colour, and 14 and 44 mean nothing here.
        #expect(Self.face(cell + "\u{1B}[?62;22;14;44c") == .cells)
        // Without all answers, or without a cell's size in pixels, the panel is drawn in cells.
        #expect(Self.face(cell + ok) == .cells)
        #expect(Self.face(ok + "\u{1B}[?62;4c") == .cells)
        #expect(Self.face("\u{1B}[6;0;0t" + ok + "\u{1B}[?62;4c") == .cells)
        #expect(Self.face("\u{1B}_Gi=31;EINVAL\u{1B}\\" + cell + "\u{1B}[?62c") == .cells)
        let area = "\u{1B}[?2;0;500;400S\u{1B}[?1;0;64S\u{1B}[?1;0;256S"
        #expect(
            Self.face(cell + area + "\u{1B}[?4c")
                == .sixel(
                    cell: Self.cell, area: PixelSize(width: 500, height: 400), ColorRegisters(current: 64, most: 256)))
    }

    @Test func aForcedFaceNeedsNoAnswers() {
        #expect(Self.face("\u{1B}[6;18;9t\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;c", forced: .cells) == .cells)
        #expect(Self.face("", forced: .kitty) == .kitty(cell: PixelSize(width: 10, height: 20)))
        #expect(Self.face("", forced: .kitty, reported: Self.cell) == .kitty(cell: Self.cell))
        let usual = ColorRegisters(current: 16, most: nil)
        #expect(Self.face("\u{1B}[6;18;9t", forced: .sixel) == .sixel(cell: Self.cell, area: Self.vt340, usual))
    }

    @Test func queriesAreForTerminalsThatTakeThem() {
        let kitty = "\u{1B}_G"
        for name in ["xterm-256color", "xterm-kitty", "foot"] {
            let queries = TerminalQueries(name: name, wanted: nil)
            #expect(queries.forced == nil && queries.text.contains(kitty) && queries.text.hasSuffix("\u{1B}[c"))
        }
        for name in ["screen", "screen-256color", "tmux-256color"] {
            #expect(TerminalQueries(name: name, wanted: nil) == TerminalQueries(name: "xterm", wanted: .cells))
            let queries = TerminalQueries(name: name, wanted: .sixel)
            #expect(queries.forced == .sixel && queries.text.contains("\u{1B}[16t") && !queries.text.contains(kitty))
        }
        for name in ["linux", "dumb", nil] { #expect(TerminalQueries(name: name, wanted: nil).text.isEmpty) }
        #expect(TerminalQueries(name: "xterm", wanted: .cells).text == "\u{1B}]11;?\u{1B}\\\u{1B}[c")
    }

    /// Any bytes are safe as answers.
    @Test func anyAnswersAreSafe() {
        var generator = SeededGenerator(seed: 9)
        var answers = TerminalAnswers()
        var decoder = TerminalDecoder()
        for _ in 0..<3000 {
            let bytes = (0..<generator.int(in: 1...30)).map { _ in
                generator.once(in: 4)
                    ? UInt8(generator.int(in: 0...255))
                    : generator.pick(Array("\u{1B}[]_P\\?;0123456789tScynG=i,:/rgb$".utf8))
            }
            decoder.consume(bytes) { event in
                if case .answer(let answer) = event { answers.consume(answer) }
            }
            let terminal = Terminal.Size(columns: generator.int(in: 0...70_000), rows: generator.int(in: 0...70_000))
            for forced in [nil, TerminalGraphics.sixel, .kitty] {
                #expect(
                    Self.pixels(of: answers.face(forced: forced, reported: nil, in: terminal), in: terminal) <= 1 << 24)
            }
        }
    }

    /// The number of pixels of the picture that a face draws; 0 for cells.
    private static func pixels(of face: TerminalAnswers.Face, in terminal: Terminal.Size) -> Int {
        switch face {
        case .cells: 0
        case .kitty(let cell), .sixel(let cell, _, _):
            PictureGrid(in: terminal, cell: cell).map { $0.size.width * $0.size.height } ?? .max
        }
    }

    /// Whatever a terminal answers, and however large its window is, a picture has at most 2^24 pixels.
    @Test(arguments: [
        ("\u{1B}[6;256;256t", 512, 256), ("\u{1B}[6;256;256t", 80, 24), ("\u{1B}[6;999999;999999t", 80, 24),
        ("\u{1B}[6;999999;1t", 1, 1), ("\u{1B}[6;0;0t", 80, 24), ("\u{1B}[6;-9;-18t", 80, 24),
        ("\u{1B}[6;18;9t", 65_535, 65_535), ("\u{1B}[6;18;9t", 0, 0),
        ("\u{1B}[?2;0;999999;999999S\u{1B}[6;256;256t", 512, 256),
        ("\u{1B}[?2;0;1;1S\u{1B}[?1;0;999999S\u{1B}[?1;0;-5S\u{1B}[6;18;9t", 500, 200),
    ])
    func absurdAnswersAskForNoMemory(_ answers: String, _ columns: Int, _ rows: Int) {
        let terminal = Terminal.Size(columns: columns, rows: rows)
        let all = "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;4c"
        for text in [answers + all, answers + "\u{1B}[?62;4c"] {
            for forced in [nil, TerminalGraphics.sixel, .kitty] {
                let face = Self.face(text, forced: forced, reported: PixelSize(width: 9000, height: 9), in: terminal)
                #expect(Self.pixels(of: face, in: terminal) <= 1 << 24, "\(face)")
            }
        }
    }

    /// The side of a canvas is limited. A picture of few rows could have more columns than the limit, although it has
    /// few pixels.
    @Test func noSideOfAPictureIsLongerThanACanvas() {
        let most = Canvas.largestSide
        for (columns, rows, width, height) in [
            (130, 10, 127, 40), (80, 2, 256, 256), (64, 2, 256, 256), (65, 2, 256, 256), (10, 130, 40, 127),
            (1, 66, 8, 256), (1, 65, 8, 256),
        ] {
            let terminal = Terminal.Size(columns: columns, rows: rows)
            let grid = PictureGrid(in: terminal, cell: PixelSize(width: width, height: height))
            let pixels = columns * width * (rows - 1) * height
            let isFine = columns * width <= most && (rows - 1) * height <= most && pixels <= Budget.viewPixels.each
            #expect((grid != nil) == isFine, "\(columns)×\(rows)")
            if let grid { _ = Canvas(width: grid.size.width, height: grid.size.height) }
        }
    }

    @Test func aTerminalTooLargeForPixelsShowsCells() {
        let answers = "\u{1B}[6;256;256t\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;c"
        #expect(Self.face(answers) == .cells)
        #expect(
            Self.face(answers, in: Terminal.Size(columns: 10, rows: 5))
                == .kitty(cell: PixelSize(width: 256, height: 256)))
        // A window of 2560 × 1440 pixels, however, is not too large.
        let large = Terminal.Size(columns: 256, rows: 72)
        #expect(
            Self.face("\u{1B}[6;20;10t\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;c", in: large)
                == .kitty(cell: PixelSize(width: 10, height: 20)))
    }
}
