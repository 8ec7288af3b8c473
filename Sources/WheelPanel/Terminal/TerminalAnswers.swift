import LinuxSystem
import WheelCore

/// The answers of a terminal so far, and the conclusions from them.
struct TerminalAnswers: Equatable {
    /// How a terminal shows pictures.
    enum Face: Equatable {
        case cells
        /// `cell` is the size of a character cell in pixels.
        case kitty(cell: PixelSize)
        /// `area` is the largest picture that the terminal accepts at once.
        case sixel(cell: PixelSize, area: PixelSize, ColorRegisters)
    }

    private(set) var cell: PixelSize?
    private(set) var ground: UInt32?
    /// Whether the mouse can be reported in pixels (mode 1016).
    private(set) var hasPixelMouse = false
    /// Whether all answers have arrived.
    private(set) var areComplete = false
    private var area: PixelSize?
    private var registers: [Int] = []
    private var hasKitty = false
    private var hasSixel = false

    /// The size of a VT340's screen in pixels. Terminals that do not answer accept at least this size.
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

    /// The face for a terminal of this size. `reported` is the size of a cell according to the kernel.
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
        // An area smaller than a cell cannot be used, so the usual area replaces it.
        let area = area.flatMap { $0.width >= cell.width && $0.height >= cell.height ? $0 : nil }
        // The first answer is the current number, the second one is the maximum.
        let registers = ColorRegisters(
            current: registers.first ?? ColorRegisters.usual, most: registers.dropFirst().first)
        return .sixel(cell: cell, area: area ?? TerminalAnswers.usualArea, registers)
    }
}

/// The number of colours that a terminal has for sixel pictures.
struct ColorRegisters: Equatable {
    /// The number of registers of a VT340. Terminals that do not answer have at least this number.
    static let usual = 16
    /// The maximum number of registers to set: no picture needs more.
    private static let enough = 1024

    let before: Int
    /// The number of registers to set.
    let count: Int

    init(current: Int, most: Int?) {
        before = max(current, 2)
        count = min(max(before, most ?? 0), ColorRegisters.enough)
    }

    var areMore: Bool { count > before }
}
