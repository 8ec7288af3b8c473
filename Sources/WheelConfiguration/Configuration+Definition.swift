import WheelCore
import WheelModel

extension Configuration {
    /// The tables of a definition in a file of `[[control]]`, `[[page]]`, `[[ramp]]` and `[[preset]]` tables. Only the daemon can check
    /// them, since they may name what its configuration has.
    public static func definedTables(
        _ bytes: [UInt8], file: String
    ) throws(ConfigurationMistakes) -> [DefinedTables] {
        let mistakes = MistakeList(file: file)
        var lists: [DefinedTables] = []
        do throws(TOMLProblem) {
            for entry in try TOMLDocument.parse(bytes).entries {
                guard let kind = DefinedTables.Kind.allCases.first(where: { $0.table == entry.key }) else {
                    let names = DefinedTables.Kind.allCases.map(\.table)
                    let hint = mistakes.hint(entry.key, in: names, whereNone: "")
                    mistakes.add(entry.place, "a definition has no \(quoted(entry.key))\(hint)")
                    continue
                }
                guard case .list(let nodes) = entry.node.value else {
                    mistakes.add(entry.place, "\(quoted(entry.key)) must be a list of tables, [[\(entry.key)]]")
                    continue
                }
                lists.append(DefinedTables(kind, nodes.compactMap { PlainValue($0, mistakes) }))
            }
        } catch {
            let problem = SyntaxProblem(error, text: String(decoding: bytes, as: UTF8.self)).plain
            mistakes.add(problem.place, problem.message)
        }
        guard mistakes.isEmpty else { throw ConfigurationMistakes(list: mistakes.sortedMistakes()) }
        return lists
    }
}

extension PlainValue {
    /// Adds a mistake for a value that JSON does not have, such as a date.
    fileprivate init?(_ node: TOMLNode, _ mistakes: MistakeList) {
        switch node.value {
        case .string(let text): self = .string(text)
        case .integer(let integer): self = .number(Double(integer))
        case .number(let number):
            guard number.isFinite else {
                mistakes.add(node.place, "a number must be finite")
                return nil
            }
            self = .number(number)
        case .boolean(let flag): self = .flag(flag)
        case .list(let nodes): self = .list(nodes.compactMap { PlainValue($0, mistakes) })
        case .table(let table):
            self = .table(
                table.entries.compactMap { entry in
                    PlainValue(entry.node, mistakes).map { Entry(entry.key, $0) }
                })
        case .date, .time, .dateTime:
            mistakes.add(node.place, "a definition cannot have \(node.value.kind)")
            return nil
        }
    }
}
