/// Consecutive characters with the same look in a row of a view: `[row, column, text, ink, ground, bold, underlined]`.
///
/// A run ends after a character whose width differs between terminals. The next run has its own column, so an
/// unexpected width does not shift later characters.
public struct CellRun: Equatable, Sendable {
    public var row: Int
    public var column: Int
    public var text: String
    /// `ink` and `ground` are roles of the theme, such as `accent`.
    public var ink: String
    public var ground: String
    public var isBold: Bool
    public var isUnderlined: Bool

    public init(
        row: Int, column: Int, text: String, ink: String, ground: String, isBold: Bool = false,
        isUnderlined: Bool = false
    ) {
        self.row = row
        self.column = column
        self.text = text
        self.ink = ink
        self.ground = ground
        self.isBold = isBold
        self.isUnderlined = isUnderlined
    }
}

extension CellRun: MemberElement {
    static let kind = "an array"
    static let plural = "arrays"

    init?(from json: JSONValue) {
        guard case .array(let parts) = json, parts.count == 7, case .number(let row) = parts[0],
            case .number(let column) = parts[1], case .string(let text) = parts[2], case .string(let ink) = parts[3],
            case .string(let ground) = parts[4], case .bool(let isBold) = parts[5],
            case .bool(let isUnderlined) = parts[6],
            let row = Int(exactly: row), let column = Int(exactly: column)
        else { return nil }
        self.init(
            row: row, column: column, text: text, ink: ink, ground: ground, isBold: isBold, isUnderlined: isUnderlined)
    }

    func write(to line: inout LineBuffer) {
        line.beginArray()
        for number in [row, column] { line.element(number) }
        for text in [text, ink, ground] { line.element(text) }
        for flag in [isBold, isUnderlined] { line.element(flag) }
        line.endArray()
    }
}

public struct RoleColor: Equatable, Sendable {
    public var role: String
    /// The colour, such as "#1a2b3c".
    public var color: String

    public init(role: String, color: String) {
        self.role = role
        self.color = color
    }
}

/// The colours of roles: `{"ground":"#000000","accent":"#3c8cff"}`.
struct RoleColors: MemberValue {
    static let kind = "an object"
    let list: [RoleColor]

    init(list: [RoleColor]) { self.list = list }

    init?(from json: JSONValue) {
        guard case .object(let object) = json else { return nil }
        var list: [RoleColor] = []
        for member in object.members {
            guard case .string(let color) = member.value else { return nil }
            list.append(RoleColor(role: member.name, color: color))
        }
        self.list = list
    }

    func write(to line: inout LineBuffer) {
        line.beginObject()
        for color in list {
            line.key(named: color.role)
            color.color.write(to: &line)
        }
        line.endObject()
    }
}
