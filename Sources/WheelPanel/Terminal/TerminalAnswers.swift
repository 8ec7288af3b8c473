import LinuxSystem
import WheelCore

/// What a terminal has answered so far, and what follows from it.
struct TerminalAnswers: Equatable {
    /// How a terminal shows pictures.
    enum Face: Equatable {
        case cells
        /// With cells of this size in pixels.
        case kitty(cell: PixelSize)
        /// `area` is the largest picture that it takes at once.
        case sixel(cell: PixelSize, area: PixelSize, ColorRegisters)
    }

    private(set) var cell: PixelSize?
    private(set) var ground: UInt32?
    /// Whether the mouse can be reported in pixels (mode 1016).
    private(set) var hasPixelMouse = false
    /// Whether all answers are there.
    private(set) var areComplete = false
    private var area: PixelSize?
    private var registers: [Int] = []
    private var hasKitty = false
    private var hasSixel = false

    /// The screen of a VT340. Terminals that do not answer draw at least as much.
    private static let usualArea = PixelSize(width: 800, height: 480)

    mutating func consume(_ answer: TerminalAnswer) {
        switch answer {
        case .cellPixels(let width, let height): cell = PixelSize(width: width, height: height)
        case .sixelArea(let width, let height):
            if width > 0, height > 0 { area = PixelSize(width: width, height: height) }
        case .colorRegisters(let count): registers.append(count)
        case .kitty(let isFine): hasKitty = isFine
        case .mode(1016, let setting): hasPixelMouse = (1...3).contains(setting)
        case .mode, .ready: break
        case .ground(let color): ground = color
        case .attributes(let numbers):
            hasSixel = numbers.contains(4)
            areComplete = true
        }
    }

    /// The face that a terminal of this size gets. `reported` is the size of a cell as the kernel knows it.
    func face(forced: TerminalGraphics?, reported: PixelSize?, in terminal: Terminal.Size) -> Face {
        let guess = forced == nil ? nil : TerminalAnswers.guessedCell
        let possible = [cell, reported, guess].compactMap { $0 }.first {
            PictureGrid(in: terminal, cell: $0) != nil
        }
        guard let possible else { return .cells }
        switch forced {
        case .cells: return .cells
        case .kitty: return .kitty(cell: possible)
        case .sixel: return sixel(possible)
        case nil:
            guard areComplete else { return .cells }
            if hasKitty { return .kitty(cell: possible) }
            return hasSixel ? sixel(possible) : .cells
        }
    }

    private static let guessedCell = PixelSize(width: 10, height: 20)

    private func sixel(_ cell: PixelSize) -> Face {
        // A picture of less than a cell cannot be put together.
        let area = area.flatMap { $0.width >= cell.width && $0.height >= cell.height ? $0 : nil }
        // The first answer is their number as it is, the second one what it may be at most.
        let registers = ColorRegisters(
            current: registers.first ?? ColorRegisters.usual, most: registers.dropFirst().first)
        return .sixel(cell: cell, area: area ?? TerminalAnswers.usualArea, registers)
    }
}

/// How many colours a terminal has for sixel pictures.
struct ColorRegisters: Equatable {
    /// Of a VT340. Terminals that do not answer have at least as many.
    static let usual = 16
    /// More are not needed for a picture.
    private static let enough = 1024

    let before: Int
    /// What the number is set to.
    let count: Int

    init(current: Int, most: Int?) {
        before = max(current, 2)
        count = min(max(before, most ?? 0), ColorRegisters.enough)
    }

    var areMore: Bool { count > before }
}
