import WheelCanvas
import WheelScene
import WheelWire

/// The colours of the roles (`CellColor`). A view in characters uses the colours that its daemon sends.
struct Palette: Equatable {
    private var colors: [Color]

    init(_ theme: Theme) { colors = CellColor.allCases.map { theme[$0] } }

    /// Roles that are missing in a frame keep the colours of the theme.
    init(_ roles: [RoleColor], else theme: Theme) {
        self.init(theme)
        for each in roles {
            guard let role = CellColor(named: each.role), each.color.first == "#", each.color.utf8.count == 7,
                let number = UInt32(each.color.dropFirst(), radix: 16)
            else { continue }
            colors[Int(role.rawValue)] = Color(number)
        }
    }

    subscript(role: CellColor) -> Color { colors[Int(role.rawValue)] }
}

extension CellColor {
    private static let named = Dictionary(uniqueKeysWithValues: allCases.map { ("\($0)", $0) })

    /// The role that has this name in a frame of a view.
    init?(named name: String) {
        guard let role = CellColor.named[name] else { return nil }
        self = role
    }
}
