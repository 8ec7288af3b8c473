/// The settings of a `choice` or `selection` control.
public struct PositionSettings: Equatable, Sendable {
    public var positions: [Position]
    /// The layout of the positions. With a layout the display draws a seat, a small plate, for each position. `nil`
    /// means that the display chooses segments, chips or a list, or, for a selection of more than `mostInSelector`
    /// positions, seats in an arc.
    public var layout: PositionLayout?
    /// The largest number of positions that can be selected at once. `nil` means all positions.
    public var maxSelected: Int?
    /// The positions chosen by default: at most one for a choice (none means the first), any number for a selection.
    public var initial: [Int]
    /// The position that means "off". A display draws this position without the accent colour.
    public var off: Int?
    /// How far a turn moves the position or the cursor. At a speed with `scale` an encoder moves one position per
    /// detent.
    public var speeds: [Speed]

    public init(
        positions: [Position], layout: PositionLayout? = nil, maxSelected: Int? = nil, initial: [Int] = [],
        off: Int? = nil,
        speeds: [Speed] = Speed.ofPositions
    ) {
        self.positions = positions
        self.layout = layout
        self.maxSelected = maxSelected
        self.initial = initial
        self.off = off
        self.speeds = speeds
    }

    /// A selection with more positions than this is drawn as seats, unless its scene is configured.
    public static let mostInSelector = 24

    /// Positions with the names "1" … "N".
    public static func numbered(_ count: Int) -> [Position] {
        (0..<count).map { Position(name: String($0 + 1)) }
    }
}

public struct Position: Equatable, Sendable {
    public var name: String
    public var label: String

    public init(name: String, label: String? = nil) {
        self.name = name
        self.label = label ?? name
    }
}

/// How a display arranges the seats of the positions.
public enum PositionLayout: String, CaseIterable, Sendable {
    case rows
    case arc
}
