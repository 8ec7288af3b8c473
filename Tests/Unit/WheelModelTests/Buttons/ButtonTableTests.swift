import TestSupport
import Testing
import WheelCore
import WheelModel

/// Input: `press@0` is a press at a time in milliseconds; `turn` is a turn of the encoder, `gone` the loss of the
/// device, and `wait` lets time pass.
///
/// Output: `click@100` is a published gesture, and `!click@100` an action that the click runs. Every row must give the
/// same output whether the machine is woken in time or late.
@Suite("Buttons: gestures, and when their actions run") struct ButtonTableTests {
    @Test(
        "Presses are published at once, whatever is bound",
        arguments: table(
            """
            press@0 release@100                                     -> down@0 up@100 click@100
            press@0 release@100 wait@900                            -> down@0 up@100 click@100
            press@0 release@100 press@200 release@300 \
                -> down@0 up@100 click@100 down@200 up@300 double@300
            press@0 release@100 press@499 release@600 \
                -> down@0 up@100 click@100 down@499 up@600 double@600
            press@0 release@100 press@500 release@600               -> down@0 up@100 click@100 down@500 up@600 click@600
            press@0 release@50 press@100 release@150 press@200 release@250 \
                -> down@0 up@50 click@50 down@100 up@150 double@150 down@200 up@250 click@250
            press@0 release@599                                     -> down@0 up@599 click@599
            press@0 wait@600 release@900 \
                -> down@0 long@600 up@900       # after its time, not at release
            press@0 release@600                                     -> down@0 long@600 up@600
            press@0 wait@599 release@900                            -> down@0 long@600 up@900
            press@0 release@2000 press@2100 release@2200 \
                -> down@0 long@600 up@2000 down@2100 up@2200 click@2200
            press@0 release@100 press@200 release@900               -> down@0 up@100 click@100 down@200 long@800 up@900
            """))
    func nothingBound(_ row: Row) { check(row, bound: []) }

    @Test(
        "The level at the start is told, and only the release can follow",
        arguments: table(
            """
            closed@0 release@100                                    -> down@0 !down@0 up@100 !up@100
            closed@0 wait@900 release@2000                          -> down@0 !down@0 up@2000 !up@2000
            closed@0 turn@50 release@100                            -> down@0 !down@0 up@100 !up@100
            closed@0 gone@100                                       -> down@0 !down@0 up@100 !up@100
            closed@0 closed@100 press@200 release@300               -> down@0 !down@0 up@300 !up@300
            open@0 press@100 release@200 wait@700 \
                -> up@0 !up@0 down@100 !down@100 up@200 !up@200 click@200 !click@600
            press@0 open@100                                        -> down@0 !down@0 up@100 !up@100
            press@0 release@50 closed@100 release@200 \
                -> down@0 !down@0 up@50 !up@50 click@50 !click@100 down@100 !down@100 up@200 !up@200
            """))
    func levelAtTheStart(_ row: Row) { check(row, bound: .all) }

    @Test(
        "An action on click alone runs without delay",
        arguments: table(
            """
            press@0 release@100                         -> down@0 up@100 click@100 !click@100
            press@0 release@100 press@200 release@300   -> down@0 up@100 click@100 !click@100 down@200 up@300 double@300
            """))
    func clickBound(_ row: Row) { check(row, bound: .click) }

    @Test(
        "With an action on double too, the click's action waits until no double click can follow",
        arguments: table(
            """
            press@0 release@100 wait@499                -> down@0 up@100 click@100
            press@0 release@100 wait@500                -> down@0 up@100 click@100 !click@500
            press@0 release@100 wait@9000               -> down@0 up@100 click@100 !click@500
            press@0 release@100 press@499 release@600 wait@2000 \
                -> down@0 up@100 click@100 down@499 up@600 double@600 !double@600
            press@0 release@100 press@500 release@550 wait@2000 \
                -> down@0 up@100 click@100 !click@500 down@500 up@550 click@550 !click@950
            press@0 release@100 press@300 wait@900 \
                -> down@0 up@100 click@100 down@300 !click@900 long@900    # followed by a long press: a single click
            press@0 release@100 press@300 release@901   -> down@0 up@100 click@100 down@300 !click@900 long@900 up@901
            press@0 release@100 press@300 turn@350 release@400   -> down@0 up@100 click@100 down@300 !click@350 up@400
            press@0 release@100 press@300 gone@350      -> down@0 up@100 click@100 down@300 !click@350 up@350
            press@0 release@100 gone@300                -> down@0 up@100 click@100 !click@300
            press@0 release@100 turn@300 press@350 release@400 \
                -> down@0 up@100 click@100 !click@300 down@350 up@400 click@400     # a turn between two clicks
            press@0 release@100 turn@300 press@350 release@400 wait@900 \
                -> down@0 up@100 click@100 !click@300 down@350 up@400 click@400 !click@800
            """))
    func clickAndDoubleBound(_ row: Row) { check(row, bound: [.click, .double]) }

    @Test(
        "The actions of all other gestures run without delay",
        arguments: table(
            """
            press@0 release@100 wait@500                -> down@0 !down@0 up@100 !up@100 click@100 !click@500
            press@0 wait@600 release@700                -> down@0 !down@0 long@600 !long@600 up@700 !up@700
            press@0 release@10 press@20 release@30 \
                -> down@0 !down@0 up@10 !up@10 click@10 down@20 !down@20 up@30 !up@30 double@30 !double@30
            press@0 gone@10                             -> down@0 !down@0 up@10 !up@10
            press@0 release@10 press@20 wait@620 \
                -> down@0 !down@0 up@10 !up@10 click@10 down@20 !down@20 !click@620 long@620 !long@620
            """))
    func allBound(_ row: Row) { check(row, bound: .all) }

    @Test(
        "Turning while held cancels click and long press",
        arguments: table(
            """
            press@0 turn@50 release@100                 -> down@0 up@100
            press@0 turn@50 wait@700 release@800        -> down@0 up@800
            press@0 turn@599 turn@700 release@800       -> down@0 up@800
            press@0 turn@600 release@800                -> down@0 long@600 !long@600 up@800    # already a long press
            press@0 turn@50 release@100 press@200 release@300 \
                -> down@0 up@100 down@200 up@300 click@300 !click@300    # not the first of a double click
            turn@0 press@10 release@20                  -> down@10 up@20 click@20 !click@20
            """))
    func turning(_ row: Row) { check(row, bound: [.click, .long]) }

    @Test(
        "A lost device releases the button, without a click",
        arguments: table(
            """
            press@0 gone@100                            -> down@0 up@100
            press@0 gone@100 release@200                -> down@0 up@100
            press@0 gone@100 press@200 release@300      -> down@0 up@100 down@200 up@300 click@300 !click@300
            press@0 gone@700                            -> down@0 long@600 up@700
            press@0 turn@10 gone@100                    -> down@0 up@100
            gone@0                                      ->
            """))
    func losing(_ row: Row) { check(row, bound: .click) }

    @Test(
        "With a long press bound to none, it is disabled",
        arguments: table(
            """
            press@0 release@2000 wait@2400              -> down@0 up@2000 click@2000 !click@2400
            press@0 turn@1000 release@2000 wait@9000    -> down@0 up@2000
            press@0 release@100 press@200 release@2000 \
                -> down@0 up@100 click@100 down@200 up@2000 double@2000 !double@2000
            """))
    func withoutLong(_ row: Row) {
        check(row, recognized: [.down, .up, .click, .double], bound: .all, but: [.down, .up])
    }

    @Test(
        "With a double click bound to none, it is disabled",
        arguments: table(
            """
            press@0 release@100                         -> down@0 up@100 click@100 !click@100
            press@0 release@100 press@200 release@300 \
                -> down@0 up@100 click@100 !click@100 down@200 up@300 click@300 !click@300
            """))
    func withoutDouble(_ row: Row) {
        check(row, recognized: [.down, .up, .click, .long], bound: .all, but: [.down, .up])
    }

    @Test(
        "With down, up and click bound to none, they are not published",
        arguments: table(
            """
            press@0 release@100 wait@900                ->
            press@0 release@100 press@200 release@300   -> double@300 !double@300
            press@0 wait@600 release@700                -> long@600 !long@600
            """))
    func withoutClick(_ row: Row) { check(row, recognized: [.double, .long], bound: .all) }

    @Test(
        "Events out of order",
        arguments: table(
            """
            release@100                                 ->
            release@100 press@200 release@300           -> down@200 up@300 click@300 !click@300
            press@0 press@100 release@200               -> down@0 up@200 click@200 !click@200      # each down has one up
            press@0 press@700 release@900               -> down@0 long@600 up@900
            press@0 release@100 release@200             -> down@0 up@100 click@100 !click@100
            press@500 release@100                       -> down@500 up@100 click@100 !click@100    # time ran backwards
            press@500 wait@0 release@600                -> down@500 up@600 click@600 !click@600
            press@500 release@600 press@0 release@10    -> down@500 up@600 click@600 !click@600 down@0 up@10 double@10
            """))
    func outOfOrder(_ row: Row) { check(row, bound: .click) }

    @Test("It has a deadline only if something becomes due")
    func deadlines() {
        func deadline(_ bound: ButtonGestures, recognized: ButtonGestures = .all, isClicked: Bool) -> Int64? {
            var machine = ButtonMachine(recognized: recognized, bound: bound)
            machine.press(at: Instant(microseconds: 0)) { _, _ in }
            if isClicked { machine.release(at: Instant(microseconds: 1000)) { _, _ in } }
            return machine.deadline?.microseconds
        }
        #expect(deadline([], isClicked: false) == 600_000)
        #expect(deadline([], recognized: [.click, .double], isClicked: false) == nil)
        #expect(deadline([.click, .double], isClicked: true) == 401_000)
        #expect(deadline([.click], isClicked: true) == nil)
        #expect(deadline([.double], isClicked: true) == nil)
        #expect(ButtonMachine().deadline == nil)
    }

    @Test("All times are configurable")
    func timings() {
        let quick = ButtonMachine(
            bound: [.click, .double], timings: ButtonTimings(double: .milliseconds(20), long: .milliseconds(30)))
        let inputs = [
            ButtonInput(kind: .press, milliseconds: 0), ButtonInput(kind: .release, milliseconds: 10),
            ButtonInput(kind: .press, milliseconds: 40), ButtonInput(kind: .wait, milliseconds: 100),
        ]
        #expect(
            told(by: quick, of: inputs, waking: .late) == [
                "down@0", "up@10", "click@10", "!click@30", "down@40", "long@70",
            ])
        for double in [Int64.min, 0, .max] {
            for long in [Int64.min, 0, .max] {
                let timings = ButtonTimings(
                    double: Interval(microseconds: double), long: Interval(microseconds: long))
                let machine = ButtonMachine(bound: .all, timings: timings)
                #expect(told(by: machine, of: inputs, waking: .late).filter { $0.hasPrefix("down") }.count == 2)
            }
        }
    }

    @Test("It reports whether it is held")
    func held() {
        var machine = ButtonMachine()
        #expect(!machine.isHeld)
        machine.press(at: Instant(microseconds: 0)) { _, _ in }
        #expect(machine.isHeld)
        machine.turned(at: Instant(microseconds: 1)) { _, _ in }
        #expect(machine.isHeld)
        machine.release(at: Instant(microseconds: 2)) { _, _ in }
        #expect(!machine.isHeld)
    }

    private func check(
        _ row: Row, recognized: ButtonGestures = .all, bound: ButtonGestures, but unbound: ButtonGestures = []
    ) {
        let machine = ButtonMachine(recognized: recognized, bound: bound.subtracting(unbound))
        for waking in Waking.allCases {
            let words = told(by: machine, of: buttonInputs(row), waking: waking)
            #expect(words.joined(separator: " ") == row.output, "woken \(waking)")
        }
    }
}
