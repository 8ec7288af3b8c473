import WheelCore
import WheelModel

/// What a GPIO line is to an input.
package enum LineRole: Int, CaseIterable {
    case a, b, button

    /// The code in a recording.
    var code: String {
        switch self {
        case .a: "A"
        case .b: "B"
        case .button: "BUTTON"
        }
    }

    var line: QuadratureLine? {
        switch self {
        case .a: .a
        case .b: .b
        case .button: nil
        }
    }
}

/// The contact of a line has closed or opened.
struct LineEdge: Equatable {
    var time: Instant
    var role: LineRole
    /// The number of the edge among those of its line, dropped edges included.
    var sequence: UInt32
    /// The number of the edge among those of the whole request, merged edges included. 0 if there is no number, as in a
    /// recording.
    var requestSequence: UInt32 = 0
    var isClosed: Bool
}

/// Whether the contacts of an input are closed. A contact without a line is open.
struct LineLevels: Equatable {
    private var closed: UInt8 = 0

    subscript(role: LineRole) -> Bool {
        get { closed >> UInt8(role.rawValue) & 1 == 1 }
        set { closed = newValue ? closed | 1 << UInt8(role.rawValue) : closed & ~(1 << UInt8(role.rawValue)) }
    }
}
