import WheelCanvas
import WheelCore

@testable import WheelPanel

/// A terminal that draws sixel pictures, as far as wheeld uses them.
struct SixelTerminal {
    let grid: PictureGrid
    let area: PixelSize
    let registerCount: Int
    let screen: Bitmap
    private(set) var pictureCount = 0
    private var registers: [Int: UInt32] = [:]
    private var cursor = (column: 0, row: 0)

    struct Mistake: Error {
        var text: String
        init(_ text: String) { self.text = text }
    }

    init(_ grid: PictureGrid, area: PixelSize, registers: Int) {
        (self.grid, self.area, registerCount) = (grid, area, registers)
        screen = Bitmap(width: grid.size.width, height: grid.size.height)
    }

    mutating func consume(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            guard byte == 0x1B, let introducer = rest.popFirst() else { throw Mistake("text between sequences") }
            switch introducer {
            case UInt8(ascii: "["):
                let body = rest.prefix { !(0x40...0x7E).contains($0) }
                rest = rest.dropFirst(body.count)
                if rest.popFirst() == UInt8(ascii: "H") {
                    let numbers = String(decoding: body, as: UTF8.self).split(separator: ";").compactMap { Int($0) }
                    cursor = (numbers[1] - 1, numbers[0] - 1)
                }
            case UInt8(ascii: "P"):
                let body = rest.prefix { $0 != 0x1B }
                rest = rest.dropFirst(body.count)
                guard rest.starts(with: Array("\u{1B}\\".utf8)) else { throw Mistake("a picture without an end") }
                rest = rest.dropFirst(2)
                try draw(body)
            default: throw Mistake("an unknown sequence")
            }
        }
    }

    private mutating func draw(_ body: ArraySlice<UInt8>) throws {
        pictureCount += 1
        guard body.starts(with: Array("0;1;0q\"".utf8)) else { throw Mistake("another introducer") }
        var rest = body.dropFirst(7)
        let size = SixelTerminal.numbers(&rest)
        guard size.count == 4, size[2] <= area.width, size[3] <= area.height else {
            throw Mistake("too large: \(size)")
        }
        let (left, top) = (cursor.column * grid.cell.width, cursor.row * grid.cell.height)
        var (x, y, register, count) = (0, 0, 0, 1)
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "#"):
                let numbers = SixelTerminal.numbers(&rest)
                register = numbers[0]
                guard register < registerCount else { throw Mistake("there is no register \(register)") }
                if numbers.count == 5 { registers[register] = SixelTerminal.color(numbers) }
            case UInt8(ascii: "!"): count = SixelTerminal.numbers(&rest)[0]
            case UInt8(ascii: "$"): x = 0
            case UInt8(ascii: "-"): (x, y) = (0, y + 6)
            case 63...126:
                for _ in 0..<count {
                    for bit in 0..<6 where (byte - 63) >> UInt8(bit) & 1 == 1 {
                        guard x < size[2], y + bit < size[3], let color = registers[register] else {
                            throw Mistake("a pixel outside of the picture, or without a colour")
                        }
                        screen.pixels.pixel(left + x, top + y + bit).storeBytes(of: color, as: UInt32.self)
                    }
                    x += 1
                }
                count = 1
            default: throw Mistake("an unknown byte \(byte)")
            }
        }
        // After a picture the cursor moves to the row below it. If that row is below the grid, the terminal scrolls.
        guard top + size[3] <= grid.size.height else { throw Mistake("it scrolls") }
    }

    private static func color(_ numbers: [Int]) -> UInt32 {
        func channel(_ percent: Int) -> UInt32 { UInt32((percent * 255 + 50) / 100) }
        return 0xFF00_0000 | channel(numbers[2]) << 16 | channel(numbers[3]) << 8 | channel(numbers[4])
    }

    private static func numbers(_ rest: inout ArraySlice<UInt8>) -> [Int] {
        let text = rest.prefix { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ";") }
        rest = rest.dropFirst(text.count)
        return String(decoding: text, as: UTF8.self).split(separator: ";").compactMap { Int($0) }
    }
}
