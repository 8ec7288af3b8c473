import WheelGeometry
import WheelModel

/// What a GPIO line is to an input.
package enum LineRole: Int, CaseIterable {
    case a, b, button

    /// The name in a recording.
    var code: String {
        switch self {
        case .a: "A"
        case .b: "B"
        case .button: "BUTTON"
        }
    }
}

/// A line's contact has closed or opened.
struct LineEdge: Equatable {
    var time: Instant
    var role: LineRole
    /// Counts this line's edges, those that the kernel dropped included.
    var sequence: UInt32
    /// Counts the edges of all lines that were requested together, those included that became one with the next; 0
    /// where they are not numbered, as in a recording.
    var requestSequence: UInt32 = 0
    var isClosed: Bool
}

/// The contacts of an input's lines; what an input has no line for is open.
struct LineLevels: Equatable {
    private var closed: UInt8 = 0

    subscript(role: LineRole) -> Bool {
        get { closed >> UInt8(role.rawValue) & 1 == 1 }
        set { closed = newValue ? closed | 1 << UInt8(role.rawValue) : closed & ~(1 << UInt8(role.rawValue)) }
    }
}
