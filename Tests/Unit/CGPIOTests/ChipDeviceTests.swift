internal import CGPIO
internal import DeviceSupport
internal import Glibc
internal import LinuxSystem
import Testing
import WheelCore

@Suite(.enabled(if: Devices.canSimulateChips), .serialized)
struct ChipDeviceTests {
    @Test func aChipIsListed() throws {
        let simulated = try SimulatedChip(label: "listed", lines: ["A", "B", nil])
        let listed = try Chip.numbers.map { try Chip("gpiochip\($0)") }
        let chip = try #require(listed.first { $0.name == simulated.name })
        #expect(chip.label == "listed")
        #expect(chip.lineCount == 3)
        #expect(Chip.numbers == Chip.numbers.sorted())
    }

    @Test func aChipIsOpenedByNameLabelPathOrLink() throws {
        let simulated = try SimulatedChip(label: "a label", lines: ["A"])
        let link = "/tmp/wheeld-chip-\(getpid())"
        try #require(symlink(simulated.path, link) == 0)
        defer { unlink(link) }
        for which in [simulated.name, "a label", simulated.path, link] {
            #expect(try Chip(which).name == simulated.name)
        }
    }

    @Test func aLabelOfTwoChipsIsAmbiguous() throws {
        let chips = [try SimulatedChip(label: "twin", lines: ["A"]), try SimulatedChip(label: "twin", lines: ["B"])]
        #expect(throws: Errno(rawValue: ENOTUNIQ)) { try Chip("twin") }
        withExtendedLifetime(chips) {}
    }

    @Test func aLineHasItsNameAndConsumer() throws {
        let simulated = try SimulatedChip(label: "told", lines: ["A", nil, "KEY"], hogs: [2: "board key"])
        let chip = try Chip(simulated.path)
        #expect(try chip.line(0) == Chip.Line(name: "A"))
        #expect(try chip.line(1) == Chip.Line(name: nil))
        #expect(try chip.line(2) == Chip.Line(name: "KEY", consumer: "board key", isUsed: true))
        #expect(throws: Errno.invalidArgument) { try chip.line(3) }

        let request = try Request(chip, [cgpio_input(1, activeLow: true)], consumer: "someone")
        #expect(try chip.line(1) == Chip.Line(consumer: "someone", isUsed: true, isActiveLow: true))
        withExtendedLifetime(request) {}
    }

    @Test func aLineIsFoundByItsName() throws {
        let first = try SimulatedChip(label: "first", lines: ["ONE-A", "ONE-B", "BOTH"])
        let second = try SimulatedChip(label: "second", lines: [nil, "TWO", "BOTH", "TWICE", "TWICE"])
        #expect(try Chip(first.path).offset(ofLine: "ONE-B") == 1)
        #expect(throws: Errno.noSuchFile) { try Chip(first.path).offset(ofLine: "TWO") }
        #expect(throws: Errno(rawValue: ENOTUNIQ)) { try Chip(second.path).offset(ofLine: "TWICE") }

        let found = try Chip.withLine(named: "TWO")
        #expect(found.chip.name == second.name && found.offset == 1)
        #expect(throws: Errno(rawValue: ENOTUNIQ)) { try Chip.withLine(named: "BOTH") }
        #expect(throws: Errno(rawValue: ENOTUNIQ)) { try Chip.withLine(named: "TWICE") }
    }

    @Test func linesThatDoNotExistAreRefused() throws {
        let simulated = try SimulatedChip(label: "small", lines: ["A", "B"])
        let chip = try Chip(simulated.path)
        for inputs in [[], [cgpio_input(2)], [cgpio_input(1), cgpio_input(1)], (0..<65).map { cgpio_input($0) }] {
            #expect(throws: Errno.invalidArgument) { try Request(chip, inputs) }
        }
    }

    @Test func aTakenLineIsBusyUntilItIsGivenBack() throws {
        let simulated = try SimulatedChip(label: "taken", lines: ["A", "B"])
        let chip = try Chip(simulated.path)
        // The kernel keeps only the first 31 characters of the name of a line's user.
        let name = "the name of this user is rather long"
        var holder: Request? = try Request(chip, [cgpio_input(0), cgpio_input(1)], consumer: name)
        #expect(throws: Errno.busy) { try Request(chip, [cgpio_input(1)]) }
        #expect(try chip.line(1).consumer == String(name.prefix(31)))
        withExtendedLifetime(holder) {}
        holder = nil
        _ = try Request(chip, [cgpio_input(1)])
    }
}
