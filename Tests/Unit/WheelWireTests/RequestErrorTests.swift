import TestSupport
import Testing
import WheelCore

@testable import WheelServer
@testable import WheelWire

@Suite struct RequestErrorTests {
    @Test(
        arguments: table(
            """
            {"op":"pong"}                   -> unknown-op: no operation named 'pong'; did you mean 'ping'?
            {"op":"sett"}                   -> unknown-op: no operation named 'sett'; did you mean 'set'?
            {"op":"ramp_pause"}             -> unknown-op: no operation named 'ramp_pause'; did you mean 'ramp-pause'?
            {"op":"lsit"}                   -> unknown-op: no operation named 'lsit'; did you mean 'list'?
            {"op":"Set"}                    -> unknown-op: no operation named 'Set'; did you mean 'set'?
            {}                              -> bad-request: 'op' is missing
            {"op":null}                     -> bad-request: 'op' must be a string
            {"\\u0000":1}                    -> bad-request: 'op' is missing
            {"op\\u0000":"ping"}             -> bad-request: 'op' is missing
            {"op":7}                        -> bad-request: 'op' must be a string
            {"id":[1],"op":"ping"}          -> bad-request: 'id' must be a number or a string
            {"id":true,"op":"ping"}         -> bad-request: 'id' must be a number or a string
            {"op":"get"}                    -> bad-request: get: 'control' is missing
            {"op":"get","control":3}        -> bad-request: get: 'control' must be a string
            {"op":"get","control":null}     -> bad-request: get: 'control' must be a string
            {"op":"set"}                    -> bad-request: set: 'control' is missing
            {"op":"set","value":1}          -> bad-request: set: 'control' is missing
            {"op":"set","control":"a"}      -> bad-request: set: 'value' is missing
            {"op":"set","control":"a","value":true} -> bad-request: set: 'value' must be a number, a position's name or an array of names
            {"op":"set","control":"a","value":[1]}  -> bad-request: set: 'value' must be a number, a position's name or an array of names
            {"op":"set","values":{"a":{}}}          -> bad-request: set: 'a' must be a number, a position's name or an array of names
            {"op":"set","values":[1]}               -> bad-request: set: 'values' must be an object
            {"op":"set","values":{},"value":1}      -> bad-request: set: 'values' and 'value' exclude each other
            {"op":"set","values":{},"control":"a"}  -> bad-request: set: 'values' and 'control' exclude each other
            {"op":"set","control":"a","value":1,"commit":"no"}   -> bad-request: set: 'commit' must be true or false
            {"op":"set","control":"a","value":1,"unless":"busy"} -> bad-request: set: 'unless' must be 'editing'
            {"op":"turn","control":"a"}                  -> bad-request: turn: 'detents' is missing
            {"op":"turn","control":"a","detents":"1"}    -> bad-request: turn: 'detents' must be a number
            {"op":"turn","control":"a","detents":1,"speed":2} -> bad-request: turn: 'speed' must be a string
            {"op":"step","control":"a","count":1.5}      -> bad-request: step: 'count' must be a whole number
            {"op":"step","control":"a","count":1e17}     -> bad-request: step: 'count' must be a whole number
            {"op":"speed","control":"a"}                 -> bad-request: speed: 'speed' is missing
            {"op":"focus","control":"a"}                 -> bad-request: focus: 'input' is missing
            {"op":"page","page":1}                       -> bad-request: page: 'page' must be a string
            {"op":"lock"}                                -> bad-request: lock: 'locked' is missing
            {"op":"lock","locked":1}                     -> bad-request: lock: 'locked' must be true or false
            {"op":"select","control":"a","position":1}   -> bad-request: select: 'position' must be a string
            {"op":"ramp"}                                -> bad-request: ramp: 'control' is missing
            {"op":"ramp","control":"a"}                  -> bad-request: ramp: 'to' or 'by' is missing
            {"op":"ramp","control":"a","to":1,"by":1}    -> bad-request: ramp: 'to' and 'by' exclude each other
            {"op":"ramp","ramp":"s","to":1}              -> bad-request: ramp: 'ramp' and 'to' exclude each other
            {"op":"ramp","control":"a","to":1,"duration_s":-1}   -> bad-request: ramp: 'duration_s' must be 0 to 1000000000
            {"op":"ramp","control":"a","to":1,"curve":"spring"}  -> bad-request: ramp: 'curve' must be one of linear, ease-in, ease-out, ease-in-out, or [x1, y1, x2, y2] with x1 and x2 in 0 to 1, y1 and y2 in -1000 to 1000
            {"op":"ramp","control":"a","to":1,"curve":[2,0,1,1]} -> bad-request: ramp: 'curve' must be one of linear, ease-in, ease-out, ease-in-out, or [x1, y1, x2, y2] with x1 and x2 in 0 to 1, y1 and y2 in -1000 to 1000
            {"op":"ramp","control":"a","to":1,"curve":[0.3,1e308,0.7,1e308]} -> bad-request: ramp: 'curve' must be one of linear, ease-in, ease-out, ease-in-out, or [x1, y1, x2, y2] with x1 and x2 in 0 to 1, y1 and y2 in -1000 to 1000
            {"op":"ramp","control":"a","to":1,"curve":[0,0,1,-1001]} -> bad-request: ramp: 'curve' must be one of linear, ease-in, ease-out, ease-in-out, or [x1, y1, x2, y2] with x1 and x2 in 0 to 1, y1 and y2 in -1000 to 1000
            {"op":"ramp","control":"a","to":1,"curve":[0,0,1]}   -> bad-request: ramp: 'curve' must be one of linear, ease-in, ease-out, ease-in-out, or [x1, y1, x2, y2] with x1 and x2 in 0 to 1, y1 and y2 in -1000 to 1000
            {"op":"ramp-scrub","control":"a"}            -> bad-request: ramp-scrub: 'fraction' is missing
            {"op":"subscribe","controls":"a"}            -> bad-request: subscribe: 'controls' must be an array of strings
            {"op":"subscribe","events":["valeu"]}        -> bad-request: subscribe: 'events' must be of value, commit, pending, speed, limit, press, focus, page, lock, ramp, preset, device, frame, view, dropped, controls, definition, missed, raw, not 'valeu'
            {"op":"subscribe","interval_ms":-1}          -> bad-request: subscribe: 'interval_ms' must be 0 to 3600000
            {"op":"subscribe","interval_ms":1e300}       -> bad-request: subscribe: 'interval_ms' must be 0 to 3600000
            {"op":"subscribe","terse":1}                 -> bad-request: subscribe: 'terse' must be true or false
            {"op":"log-level","level":"loud"}            -> bad-request: log-level: 'level' must be one of error, warning, info, debug
            {"op":"turn","control":"a","detents":1e999}  -> out-of-kind: a number is beyond what a double holds
            [1]                                          -> bad-json: a line must be one JSON object
            """))
    func theSentence(_ row: Row) {
        guard case .failure(let error) = request(row.input).request else {
            Issue.record("taken: \(row.input)")
            return
        }
        #expect("\(error.name): \(error.message)" == row.output)
    }

    @Test(arguments: [
        "", " ", "{", #"{"op":"ping""#, #"{"op":"ping"}}"#, #"{"op":"ping"}{"op":"ping"}"#, "ping", "7", "null",
        #"{"op":"ping","op":"ping"}"#, #"{"op":"ping","a":{"b":1,"b":1}}"#, #"{"op":"ping","\u006fp":"list"}"#,
        #"{op:"ping"}"#, #"{'op':'ping'}"#, #"{"op":"ping",}"#, #"{"op":"turn","detents":NaN}"#,
        #"{"op":"turn","detents":Infinity}"#, #"{"op":"turn","detents":01}"#, #"{"op":"turn","detents":+1}"#,
        #"{"op":"get","control":"\ud800"}"#, "{\"op\":\"a\u{1}b\"}",
        "{\"op\":\"ping\"}\u{0}", "\u{feff}{\"op\":\"ping\"}",
        String(repeating: "[", count: 65_536), String(repeating: #"{"a":"#, count: 10_000),
    ])
    func badJSON(_ line: String) {
        let read = request(line)
        #expect(read.id == nil)
        #expect(read.request.failure?.code == .badJSON)
        #expect(read.request.failure?.message.isEmpty == false)
    }

    @Test(
        arguments: [
            [0x22, 0xFF, 0x22],  // no such byte
            [0x22, 0xC3, 0x22],  // cut off
            [0x22, 0xC0, 0xAF, 0x22],  // overlong
            [0x22, 0xED, 0xA0, 0x80, 0x22],  // half of a surrogate pair
            [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22],  // beyond Unicode
            [0x22, 0x00, 0x22],
        ] as [[UInt8]])
    func badUTF8(_ string: [UInt8]) {
        let line = Array(#"{"op":"get","control":"#.utf8) + string + Array("}".utf8)
        #expect(request(line).request.failure?.code == .badJSON)
    }

    /// A reply repeats the `id` as it was written, even if the number has more digits than a Double.
    @Test(
        arguments: table(
            #"""
            {"id":7,"op":"ping"}                        -> 7
            { "op" : "ping" , "id" : -7.50e+1 }         -> -7.50e+1
            {"op":"ping","id":123456789012345678901234567890} -> 123456789012345678901234567890
            {"op":"ping","id":"a\"b\u0041"}             -> "a\"b\u0041"
            {"op":"ping","id":""}                       -> ""
            {"a":{"id":1},"b":[{"id":2}],"c":"id","id":3,"op":"ping"} -> 3
            {"op":"ping","\u0069d":12}                  -> 12
            {"op":"ping","\u0069d":"x"}                 -> "x"
            {"op":"ping"}                               -> null
            {"op":"ping","id":null}                     -> null
            {"id":8}                                    -> 8
            {"id":9,"op":"get"}                         -> 9
            {"id":"big","op":"set","control":"a","value":1e999} -> "big"
            {"op":"set","control":"a","value":-1e999}   -> null
            {"id":1e999,"op":"ping"}                    -> null
            {"a":1e999,"id":-+.e                        -> null
            {"a":1e999,"id":"unfinished                 -> null
            {"a":1e999,"id":"finished"                  -> "finished"
            {"id":[1],"op":"ping"}                      -> null
            {"id":5,"op":                               -> null
            """#))
    func theID(_ row: Row) {
        #expect(written { $0.id(request(row.input).id) } == row.output)
    }

    /// A member whose name has a NUL is ignored.
    @Test(arguments: [
        #"{"op":"ping","a\u0000b":1}"#, #"{"\u0000":{"\u0000":[]},"op":"ping"}"#, #"{"op":"ping","a":"\u0000"}"#,
    ])
    func aNameWithANULIsPassedOver(_ line: String) {
        #expect(request(line).request == .success(.ping))
    }

    @Test func whatComesFromOutsideIsClippedInMessages() {
        let long = String(repeating: "x", count: 60_000)
        let error = request(#"{"op":"\#(long)"}"#).request.failure
        #expect(
            error?.message.hasPrefix("no operation named '\(String(repeating: "x", count: 39))…'; there are: list")
                == true)
    }

    @Test func aCharacterOfManyPartsIsClippedToo() {
        let long = String(repeating: "\u{301}", count: 30_000)
        let error = request(#"{"op":"set","values":{"a\#(long)":true}}"#).request.failure
        #expect(error?.code == .badRequest)
        #expect(error.map { $0.message.utf8.count < 300 } == true)
    }

    /// The mistakes of a definition are counted up to a limit.
    @Test(arguments: [(1, ""), (3, ", and 2 more"), (Budget.mistakes, ", and at least 999 more")])
    func severalMistakes(_ count: Int, _ rest: String) {
        let mistakes = (0..<count).map { DefinitionMistake(path: "controls[\($0)]", message: "is wrong") }
        #expect(RequestError(mistakes).message == "controls[0]: is wrong\(rest)")
    }

    /// A damaged line is refused, or read as a request that can be written and read again.
    @Test func damagedLines() {
        let problem = counterexample("damaged requests", seed: 22, cases: 20_000) { generator in
            var line = Array(generator.pick(RequestTests.cases).line.utf8)
            for _ in 0..<generator.int(in: 1...3) {
                let place = generator.int(in: 0...(line.count - 1))
                switch generator.int(in: 0...3) {
                case 0: line[place] = UInt8(truncatingIfNeeded: generator.next())
                case 1: line.remove(at: place)
                case 2: line.insert(generator.pick(Array("{}[]\",:\\09eE-.u".utf8)), at: place)
                default: line.removeLast(generator.int(in: 0...min(8, line.count - 1)))
                }
                if line.isEmpty { return nil }
            }
            let read = WheelWireTests.request(line)
            guard case .success(let taken) = read.request else { return nil }
            let again = written { taken.write(id: read.id, to: &$0) }
            // Members that were ignored are not written.
            let isSame = WheelWireTests.request(again) == RequestLine(id: read.id, request: .success(taken))
            return isSame ? nil : "\(String(decoding: line, as: UTF8.self)) \(again)"
        }
        #expect(problem == nil)
    }
}

extension Result {
    var failure: Failure? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
