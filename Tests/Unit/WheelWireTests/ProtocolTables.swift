@testable import WheelWire

/// The tables of docs/protocol.md, made of the declarations. In the document, a comment with the table's name precedes
/// each table, such as `<!-- events -->`, and `<!-- end -->` follows it.
enum ProtocolTables {
    static let all: [String: [String]] = [
        "members: hello": members(Hello.rows),
        "members: control": members(ControlState.rows),
        "members: input": members(InputState.rows),
        "members: preset": members(PresetState.rows),
        "members: events": membersOfEvents,
        "members: answers": membersOfAnswers,
        "members: stats": members(Statistics.rows),
        "members: stats of an input": members(Statistics.Input.rows),
        "members: stats of a display": members(Statistics.Display.rows),
        "members: stats of a view": members(Statistics.View.rows),
        "members: stats of a definition": members(Statistics.Definition.rows),
        "events": events,
        "errors": errors,
    ]

    static func current(in page: String) -> String {
        var lines: [String] = []
        var isInside = false
        for line in page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line == "<!-- end -->" { isInside = false }
            if !isInside { lines.append(line) }
            if line.hasPrefix("<!-- "), let table = all[String(line.dropFirst(5).dropLast(4))] {
                lines += table
                isInside = true
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func members(_ rows: [MemberRow]) -> [String] {
        let hasWhen = rows.contains { !$0.when.isEmpty }
        let head = "| member | value |\(hasWhen ? " present |" : "") meaning |"
        return [head, "| --- | --- |\(hasWhen ? " --- |" : "") --- |"]
            + rows.map { row in
                "| `\(row.name)` | \(row.kindInWords) |\(hasWhen ? " \(row.whenInWords) |" : "") \(row.meaning) |"
            }
    }

    private static var events: [String] {
        ["| event | members | when |", "| --- | --- | --- |"]
            + EventName.allCases.map { event in
                "| `\(event.rawValue)` | \(names(event.row.members)) | \(event.row.when) |"
            }
    }

    private static func names(_ rows: [MemberRow]) -> String {
        rows.map { row in
            row.others.isEmpty ? "`\(row.name)`" : "`\(row.name)` (\(names(row.others)))"
        }.joined(separator: ", ")
    }

    private static var membersOfEvents: [String] {
        let common = ([EventMember.seq.row, EventMember.time.row, EventMember.more.row], ["every event"])
        return grouped(
            [common]
                + EventName.allCases.map { event in
                    (event.row.members.flatMap { [$0] + $0.others }, ["`\(event.rawValue)`"])
                })
    }

    private static var membersOfAnswers: [String] { grouped(AnswerMember.rows.map { ($0.members, $0.operations) }) }

    /// A row for each member, with the names of all types that have it.
    private static func grouped(_ groups: [(members: [MemberRow], owners: [String])]) -> [String] {
        var found: [(row: MemberRow, owners: [String])] = []
        for (members, owners) in groups {
            for row in members {
                if let index = found.firstIndex(where: { $0.row == row }) {
                    found[index].owners += owners
                } else {
                    found.append((row, owners))
                }
            }
        }
        return ["| member | of | value | present | meaning |", "| --- | --- | --- | --- | --- |"]
            + found.map { row, owners in
                "| `\(row.name)` | \(owners.joined(separator: ", ")) | \(row.kindInWords) | \(row.whenInWords) | "
                    + "\(row.meaning) |"
            }
    }

    private static var errors: [String] {
        ["| error | when |", "| --- | --- |"]
            + ProtocolErrorCode.allCases.map { "| `\($0.rawValue)` | \($0.when) |" }
    }
}

extension MemberRow {
    fileprivate var whenInWords: String { when.isEmpty ? "always" : when }

    /// The kind without its article; names of a fixed list are written as code.
    fileprivate var kindInWords: String {
        for article in ["a ", "an "] where kind.hasPrefix(article) { return String(kind.dropFirst(article.count)) }
        // A single name is written as code, too.
        if kind.hasPrefix("'") { return kind.replacing("'", with: "`") }
        guard kind.hasPrefix("one of ") else { return kind }
        return kind.dropFirst(7).split(separator: ", ").map { "`\($0)`" }.joined(separator: ", ")
    }
}
