internal import CGPIO
internal import DeviceSupport
internal import LinuxSystem
import Testing
internal import WheelClient
internal import WheelCore
internal import WheelWire

/// `wheelctl latency` with an encoder on simulated lines. The test replaces the wires: it copies the levels of the
/// outputs to the lines of the encoder, and changes the light line when a detent is complete.
@Suite(.enabled(if: Devices.canSimulateChips), .serialized)
struct LatencyDeviceTests {
    private static let names = ["ENC_A", "ENC_B", "OUT_A", "OUT_B", "LIGHT"]
    private static let (a, b, outA, outB, light) = (0, 1, 2, 3, 4)

    /// A daemon that reads the encoder, and the wires from the outputs to the encoder.
    private final class Board {
        let chip: SimulatedChip
        let connection: Connection
        private let daemon: RunningProgram
        private let isHighAtRest: Bool
        private var isLit = false
        private var isAtRest = true

        init(pullsDown: Bool = false, keys: String = "") throws {
            isHighAtRest = !pullsDown
            chip = try SimulatedChip(label: "board", lines: LatencyDeviceTests.names)
            for line in [a, b, outA, outB] { try chip.pull(line, high: isHighAtRest) }
            let file = try Scratch.file(
                """
                [state]
                path = "\(try Scratch.path("state.json"))"
                [[control]]
                name = "count"
                kind = "int"
                range = "[0, 9]"
                acceleration = "off"
                \(keys)
                [[input]]
                name = "dial"
                type = "gpio"
                a = "ENC_A"
                b = "ENC_B"
                bias = "\(pullsDown ? "pull-down" : "pull-up")"
                [[display]]
                name = "main"
                output = "none"
                """)
            let daemon = try RunningProgram("wheeld", "--config", file, "--socket", file + ".sock")
            try #require(daemon.says("input dial: attached"), "\(daemon.errors)")
            self.daemon = daemon
            connection = try Connection(socket: file + ".sock")
        }

        func latency(_ words: String...) throws -> RunningProgram {
            try RunningProgram(
                words: ["wheelctl", "--socket", connection.socket, "--json", "latency", "--rate", "50"] + words)
        }

        /// Copies the levels until the program ends, and returns its exit status.
        func wire(_ program: RunningProgram, milliseconds: Int = 60_000, crossed: Bool = false) throws -> Int32? {
            var status: Int32?
            _ = try Patience.until(milliseconds: milliseconds) {
                let levels = (try chip.isHigh(outA), try chip.isHigh(outB))
                try chip.pull(a, high: crossed ? levels.1 : levels.0)
                try chip.pull(b, high: crossed ? levels.0 : levels.1)
                let wasAtRest = isAtRest
                isAtRest = levels == (isHighAtRest, isHighAtRest)
                if isAtRest, !wasAtRest {
                    isLit.toggle()
                    try chip.pull(light, high: isLit)
                }
                status = program.end(milliseconds: 0)
                return status != nil
            }
            return status
        }

        var value: ControlValue? {
            get throws {
                guard case .control(let state) = try connection.perform(.get(control: "count")) else { return nil }
                return state.value
            }
        }

        /// Whether the outputs are unused inputs again.
        var areReleased: Bool {
            get throws {
                var opened: OpaquePointer?
                _ = cgpio_chip_open(chip.path, &opened)
                let pointer = try #require(opened)
                defer { cgpio_chip_close(pointer) }
                return [outA, outB, light].allSatisfy { line in
                    var info = cgpio_line_info()
                    let result = cgpio_chip_line_info(pointer, UInt32(line), &info)
                    return result == 0 && !info.used && !info.output
                }
            }
        }
    }

    /// The count and the longest time of each histogram.
    private func counts(_ output: String) throws -> (client: [Int], light: [Int]) {
        func numbers(_ name: String) throws -> [Int] {
            let histogram = try #require(output.firstRange(of: "\"\(name)\":{")).upperBound
            let text = output[histogram...].prefix { $0 != "[" }
            return text.split { !$0.isNumber }.compactMap { Int($0) }
        }
        let (client, light) = (try numbers("edge_to_client_us"), try numbers("edge_to_light_us"))
        // `numbers` returns count, min, median, 90 (from "p90"), p90, 99, p99, max.
        return ([client[0], client[client.count - 1]], [light[0], light[light.count - 1]])
    }

    @Test(arguments: [false, true]) func eachValueIsMeasured(pullsDown: Bool) throws {
        let board = try Board(pullsDown: pullsDown)
        let program = try board.latency("--out", "OUT_A,OUT_B", "--light", "LIGHT", "--count", "40")
        #expect(try board.wire(program) == 0, "\(program.errors)")
        let (client, light) = try counts(program.output)
        #expect(client[0] == 40 && light[0] == 40, "\(program.output)")
        // At 50 detents a second a detent takes 20 ms. The test copies the levels every half millisecond, so each time
        // is shorter.
        #expect((1...20_000).contains(client[1]) && (1...20_000).contains(light[1]), "\(program.output)")
        #expect(program.output.hasPrefix(#"{"control":"count","input":"dial","edge_to_client_us":{"#))
        #expect(try board.value == .number(0))
        #expect(try board.areReleased)
    }

    @Test(arguments: [false, true]) func anEndOfTheRangeIsLeftAsItWas(crossed: Bool) throws {
        let board = try Board(keys: "default = 9")
        let program = try board.latency("--out", "OUT_A,OUT_B", "--count", "10")
        #expect(try board.wire(program, crossed: crossed) == 0, "\(program.errors)")
        #expect(program.output.contains(#""edge_to_light_us":null"#))
        #expect(try board.value == .number(9))
    }

    @Test func anInterruptEndsItInOrder() throws {
        let board = try Board()
        let program = try board.latency("--out", "OUT_A,OUT_B", "--count", "100000")
        #expect(try board.wire(program, milliseconds: 1000) == nil)
        program.interrupt()
        #expect(try board.wire(program) == 0, "\(program.errors)")
        let client = program.output.split { !$0.isNumber }.compactMap { Int($0) }
        #expect((1...100).contains(client[0]), "\(program.output)")
        #expect(try board.value == .number(0))
        #expect(try board.areReleased)
    }

    @Test func withoutWiresNoValueArrives() throws {
        let board = try Board()
        let program = try board.latency("--out", "OUT_A,OUT_B")
        #expect(program.end() == 1)
        #expect(
            program.errors.contains(
                "no value of count arrived (wire OUT_A to A and OUT_B to B of dial, which reads \(board.chip.name) "
                    + "0 (ENC_A), 1 (ENC_B))"), "\(program.errors)")
        #expect(try board.areReleased)
    }

    @Test func aLightThatDoesNotChangeIsReported() throws {
        let board = try Board()
        let program = try board.latency("--out", "OUT_B,OUT_A", "--light", "LIGHT", "--count", "4")
        // Copies the levels, but never changes the light line.
        let chip = board.chip
        var status: Int32?
        _ = try Patience.until(milliseconds: 60_000) {
            try chip.pull(Self.a, high: try chip.isHigh(Self.outA))
            try chip.pull(Self.b, high: try chip.isHigh(Self.outB))
            status = program.end(milliseconds: 0)
            return status != nil
        }
        #expect(status == 1 && program.errors.contains("no value has changed the light"), "\(program.errors)")
        #expect(program.output.contains("edge_to_client_us"))
    }

    @Test func linesInUseAndChipsThatAreNotThereAreReported() throws {
        let board = try Board()
        let held = try HeldLine(board.chip.path, offset: UInt32(Self.outB))
        for (words, message) in [
            (["--out", "OUT_A,OUT_B"], "line OUT_B (\(board.chip.name) 3) is taken by 'somebody else'"),
            (["--out", "ENC_A,ENC_B"], "line ENC_A (\(board.chip.name) 0) is taken by 'wheeld'"),
            (["--out", "OUT_A,NONE"], "there is no line NONE"),
            (["--out", "2,3", "--chip", "gpiochip77"], "there is no GPIO chip gpiochip77"),
            (["--out", "OUT_A,OUT_A"], "cannot take lines of \(board.chip.name)"),
            (["--out", "OUT_A,LIGHT", "--input", "knob"], "there is no input 'knob'"),
            (["--out", "OUT_A,LIGHT", "--control", "volume"], "there is no control 'volume'"),
        ] {
            let program = try RunningProgram(
                words: ["wheelctl", "--socket", board.connection.socket, "latency"] + words)
            #expect(program.end() == 1)
            #expect(program.errors.contains(message), "\(program.errors)")
        }
        _ = held
    }

    @Test func aControlThatNoTurnMovesIsRefused() throws {
        let board = try Board(keys: "confirm = true")
        let program = try board.latency("--out", "OUT_A,OUT_B")
        #expect(program.end() == 1 && program.errors.contains("a turn does not move it"), "\(program.errors)")
    }
}
