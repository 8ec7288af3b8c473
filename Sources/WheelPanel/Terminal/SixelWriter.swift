import WheelCanvas
import WheelCore
import WheelScene

/// Writes a picture as sixel pictures.
///
/// A character encodes a sixel, a column of six pixels: its code is 63 plus a bit for each pixel. A picture consists of
/// bands of such columns, and each band is drawn colour by colour. `#2!9~$#0!9?F-` draws nine full columns in the
/// colour of register 2, returns to the left edge, skips these columns, draws the upper three pixels of the tenth
/// column in the colour of register 0, and begins the next band.
///
/// A picture can start at any character cell, so damage is extended to whole cells. Rows with about the same columns
/// are joined, and a picture larger than the terminal accepts is split.
///
/// A terminal may have few registers: a VT340 has 16. When no register is left, the registers of earlier pictures are
/// released and everything is drawn again. If the registers are still too few, similar colours share a register, with a
/// tolerance that doubles until all colours fit.
struct SixelWriter: PictureWriter {
    let setup: String
    let ending: String
    let hasTextAbove = false

    func cover(_ box: CellBox?, _ color: Color) -> String { "" }
    func lineGround(_ line: CellBox, _ color: Color) -> String { "" }

    private let area: PixelSize
    private let registerCount: Int
    private var palette: SixelPalette
    private var grid = PictureGrid(columns: 0, rows: 0, cell: PixelSize(width: 1, height: 1))

    init(_ area: PixelSize, _ registers: ColorRegisters) {
        self.area = area
        registerCount = registers.count
        palette = SixelPalette(limit: registers.count)
        setup = registers.areMore ? "\u{1B}[?1;3;\(registers.count)S" : ""
        ending = registers.areMore ? "\u{1B}[?1;3;\(registers.before)S" : ""
    }

    mutating func begin(_ grid: PictureGrid) {
        self.grid = grid
        palette = SixelPalette(limit: registerCount)
    }

    mutating func write(_ pixels: PixelBuffer, _ damage: [PixelRect], to bytes: inout [UInt8]) {
        let start = bytes.count
        let whole = PixelRect(x: 0, y: 0, width: grid.size.width, height: grid.size.height)
        var isWhole = damage.contains(whole)
        if palette.colors.isEmpty { palette.reserve(for: pixels) }
        for box in boxes(of: damage) { write(box, pixels, to: &bytes) }
        while palette.isShort, palette.tolerance < 255 {
            bytes.removeLast(bytes.count - start)
            palette = SixelPalette(limit: registerCount, tolerance: palette.tolerance * (isWhole ? 2 : 1))
            palette.reserve(for: pixels)
            isWhole = true
            for box in boxes(of: [whole]) { write(box, pixels, to: &bytes) }
        }
    }

    /// A box for each row of cells, from the first damaged cell to the last. Adjacent boxes with about the same columns
    /// are joined, and boxes larger than the terminal accepts are split.
    private func boxes(of damage: [PixelRect]) -> [CellBox] {
        var extents: [(from: Int, to: Int)] = Array(repeating: (.max, 0), count: grid.rows)
        for rect in damage {
            let box = grid.cells(around: rect)
            for row in box.row..<max(box.row, box.endRow) {
                extents[row] = (min(extents[row].from, box.column), max(extents[row].to, box.endColumn))
            }
        }
        var boxes: [CellBox] = []
        for (row, extent) in extents.enumerated() where extent.from < extent.to {
            let next = CellBox(column: extent.from, row: row, columns: extent.to - extent.from, rows: 1)
            if let last = boxes.last, let joined = join(last, next) {
                boxes[boxes.count - 1] = joined
            } else {
                boxes.append(next)
            }
        }
        return boxes.flatMap(split)
    }

    private func join(_ upper: CellBox, _ lower: CellBox) -> CellBox? {
        guard upper.endRow == lower.row else { return nil }
        let (left, right) = (min(upper.column, lower.column), max(upper.endColumn, lower.endColumn))
        let joined = CellBox(column: left, row: upper.row, columns: right - left, rows: upper.rows + 1)
        let sum = upper.columns * upper.rows + lower.columns
        return joined.columns * joined.rows <= sum * 5 / 4 ? joined : nil
    }

    private func split(_ box: CellBox) -> [CellBox] {
        let (columns, rows) = (max(1, area.width / grid.cell.width), max(1, area.height / grid.cell.height))
        return stride(from: box.row, to: box.endRow, by: rows).flatMap { row in
            stride(from: box.column, to: box.endColumn, by: columns).map { column in
                CellBox(
                    column: column, row: row, columns: min(columns, box.endColumn - column),
                    rows: min(rows, box.endRow - row))
            }
        }
    }

    private mutating func write(_ box: CellBox, _ pixels: PixelBuffer, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: "\u{1B}[\(box.row + 1);\(box.column + 1)H".utf8)
        SixelPicture(pixels.part(grid.pixels(box)), &palette).write(palette, to: &bytes)
    }
}

private struct SixelPicture {
    private let width: Int
    private let height: Int
    private var registers: [UInt16]

    private static let band = 6

    init(_ pixels: PixelBuffer, _ palette: inout SixelPalette) {
        (width, height) = (pixels.width, pixels.height)
        registers = []
        registers.reserveCapacity(width * height)
        // Most pixels have the colour of the previous pixel, so its register is kept until the colour changes.
        var (last, register) = (UInt32.max, UInt16(0))
        for y in 0..<height {
            for x in 0..<width {
                let color = pixels.color(x, y)
                if color != last { (last, register) = (color, palette.register(of: color)) }
                registers.append(register)
            }
        }
    }

    /// Writes DCS 0 ; 1 ; 0 q: pixels are square, and pixels that are not drawn keep their colours.
    func write(_ palette: SixelPalette, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: "\u{1B}P0;1;0q\"1;1;\(width);\(height)".utf8)
        define(palette, &bytes)
        for top in stride(from: 0, to: height, by: SixelPicture.band) {
            if top > 0 { bytes.append(UInt8(ascii: "-")) }
            writeBand(top, min(SixelPicture.band, height - top), palette.colors.count, &bytes)
        }
        bytes.append(contentsOf: "\u{1B}\\".utf8)
    }

    private func define(_ palette: SixelPalette, _ bytes: inout [UInt8]) {
        var isUsed = Array(repeating: false, count: palette.colors.count)
        for register in registers { isUsed[Int(register)] = true }
        for (number, color) in palette.colors.enumerated() where isUsed[number] {
            bytes.append(contentsOf: "#\(number);2;\(color >> 16);\(color >> 8 & 0xFF);\(color & 0xFF)".utf8)
        }
    }

    private func writeBand(_ top: Int, _ rows: Int, _ colorCount: Int, _ bytes: inout [UInt8]) {
        // `bits` has a row of sixels for each register that the band uses.
        var places = Array(repeating: -1, count: colorCount)
        var used: [UInt16] = []
        var bits: [UInt8] = []
        for row in 0..<rows {
            let start = (top + row) * width
            for x in 0..<width {
                let register = registers[start + x]
                var place = places[Int(register)]
                if place < 0 {
                    place = used.count
                    places[Int(register)] = place
                    used.append(register)
                    bits.append(contentsOf: repeatElement(0, count: width))
                }
                bits[place * width + x] |= 1 << UInt8(row)
            }
        }
        for (place, register) in used.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: "$")) }
            bytes.append(UInt8(ascii: "#"))
            bytes.append(decimal: Int(register))
            writeRuns(bits[(place * width)..<((place + 1) * width)], &bytes)
        }
    }

    private func writeRuns(_ bits: ArraySlice<UInt8>, _ bytes: inout [UInt8]) {
        // Empty columns at the end are omitted.
        let end = (bits.lastIndex { $0 != 0 } ?? bits.startIndex - 1) + 1
        var index = bits.startIndex
        while index < end {
            let value = bits[index]
            var next = index + 1
            while next < end, bits[next] == value { next += 1 }
            let count = next - index
            let character = 63 + value
            if count > 3 {
                bytes.append(UInt8(ascii: "!"))
                bytes.append(decimal: count)
                bytes.append(character)
            } else {
                for _ in 0..<count { bytes.append(character) }
            }
            index = next
        }
    }
}
