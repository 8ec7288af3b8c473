/// A program's command, in rigctld's syntax.
struct RigCall: Equatable {
    /// The long name, such as `set_freq`, even if the program has sent the short one.
    var name: String
    var arguments: [String] = []
    /// The character between the parts of an answer in the extended form; `nil` if the program wants the plain form.
    var separator: Character?

    /// A command's short and long name, and its minimum and maximum number of arguments.
    private struct Form {
        let short: Character?
        let long: String
        let least: Int
        let most: Int

        init(_ short: Character?, _ long: String, _ least: Int = 0, _ most: Int? = nil) {
            self.short = short
            self.long = long
            self.least = least
            self.most = most ?? least
        }
    }

    private static let forms: [Form] = [
        Form("f", "get_freq"), Form("F", "set_freq", 1), Form("m", "get_mode"), Form("M", "set_mode", 1, 2),
        Form("l", "get_level", 1), Form("L", "set_level", 1, 2), Form("u", "get_func", 1), Form("U", "set_func", 1, 2),
        Form("v", "get_vfo"), Form("V", "set_vfo", 1), Form("t", "get_ptt"), Form("T", "set_ptt", 1),
        Form("s", "get_split_vfo"), Form("S", "set_split_vfo", 1, 2), Form("_", "get_info"), Form("q", "quit"),
        Form("Q", "quit"), Form("i", "get_split_freq"), Form("I", "set_split_freq", 1), Form("x", "get_split_mode"),
        Form("X", "set_split_mode", 1, 2), Form("j", "get_rit"), Form("J", "set_rit", 1), Form("z", "get_xit"),
        Form("Z", "set_xit", 1), Form("n", "get_ts"), Form("N", "set_ts", 1), Form("p", "get_parm", 1),
        Form("P", "set_parm", 2), Form("w", "send_cmd", 1), Form(nil, "chk_vfo"), Form(nil, "dump_state"),
        Form(nil, "get_powerstat"), Form(nil, "set_powerstat", 1), Form(nil, "get_lock_mode"),
        Form(nil, "set_lock_mode", 1), Form(nil, "set_vfo_opt", 1), Form(nil, "get_vfo_info", 0, 1),
        Form(nil, "get_vfo_list"),
    ]
    /// The names of VFOs. A program may add such a name to a command although the answer to `chk_vfo` was 0.
    private static let vfos: Set<String> = [
        "VFOA", "VFOB", "VFOC", "VFO", "currVFO", "MEM", "Main", "Sub", "MainA", "MainB", "SubA", "SubB", "TX", "RX",
    ]

    /// The commands of a line. After an unknown command the rest of the line is ignored, because the command's number
    /// of arguments is unknown.
    static func all(in line: [UInt8]) -> [RigCall] {
        guard line.allSatisfy({ (32...126).contains($0) || $0 == 9 }) else { return [RigCall(name: "")] }
        var words = String(decoding: line, as: UTF8.self).split { $0 == " " || $0 == "\t" }[...]
        guard words.first?.hasPrefix("#") != true else { return [] }
        var calls: [RigCall] = []
        while let word = words.popFirst() { calls.append(call(word, &words)) }
        return calls
    }

    private static func call(_ first: Substring, _ words: inout ArraySlice<Substring>) -> RigCall {
        var word = first
        var call = RigCall(name: "")
        if let prefix = word.first, "+;|,".contains(prefix) {
            call.separator = prefix == "+" ? "\n" : prefix
            word = word.dropFirst()
            if word.isEmpty { word = words.popFirst() ?? "" }
        }
        let known = forms.first { form in
            if word.first == "\\" { return word.dropFirst() == form.long }
            return word.count == 1 && word.first == form.short
        }
        guard let form = known else {
            call.name = String(word.drop { $0 == "\\" })
            words = []
            return call
        }
        call.name = form.long
        if let next = words.first, vfos.contains(String(next)), form.long != "set_vfo", form.long != "get_vfo_info" {
            words.removeFirst()
        }
        // A query for the list of levels or modes has one argument, `?`.
        let most = words.first == "?" ? 1 : form.most
        call.arguments = words.prefix(most).map(String.init)
        words = words.dropFirst(most)
        return call
    }

    var lacksArguments: Bool {
        let form = RigCall.forms.first { $0.long == name }
        return arguments.count < form?.least ?? 0
    }

    // MARK: The answer.

    /// The answer that reports these values. The extended form also has the labels of the values.
    func answer(_ values: [(label: String?, text: String)]) -> String {
        guard let separator else { return values.map { "\($0.text)\n" }.joined() }
        let parts = values.map { value in (value.label.map { "\($0): " } ?? "") + value.text }
        return ([head] + parts).map { "\($0)\(separator)" }.joined() + "RPRT 0\n"
    }

    func report(_ code: Int) -> String {
        guard let separator else { return "RPRT \(code)\n" }
        return "\(head)\(separator)RPRT \(code)\n"
    }

    private var head: String { "\(name):" + arguments.map { " \($0)" }.joined() }
}
