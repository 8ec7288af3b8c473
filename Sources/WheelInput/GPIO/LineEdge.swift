import WheelCore
import WheelModel

/// The function of a GPIO line in an input.
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

/// A change of a line: its contact has closed or opened.
struct LineEdge: Equatable {
    var time: Instant
    var role: LineRole
    /// The number of the edge among all edges of its line, including dropped edges.
    var sequence: UInt32
    /// The number of the edge among all edges of the request, including merged edges. 0 if there is no number, as in a
    /// recording.
    var requestSequence: UInt32 = 0
    var isClosed: Bool
}

/// Which contacts of an input are closed. A contact that has no line is open.
struct LineLevels: Equatable {
    private var closed: UInt8 = 0

    subscript(role: LineRole) -> Bool {
        get { closed >> UInt8(role.rawValue) & 1 == 1 }
        set { closed = newValue ? closed | 1 << UInt8(role.rawValue) : closed & ~(1 << UInt8(role.rawValue)) }
    }
}
