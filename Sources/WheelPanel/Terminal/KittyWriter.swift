import WheelCanvas
import WheelCore
import WheelScene

/// Writes a picture with the Kitty graphics protocol.
///
/// The picture is cut into boxes of 20 × 6 character cells. The terminal keeps each box as an image with its own
/// number. A moving slider damages one or two boxes, and only these are sent: as PNG in base 64, with at most 4096
/// characters of it in each sequence.
///
/// A changed box becomes an image with a new number, which is shown over the old one. Then the old image is deleted,
/// and its number can be used again. So nothing flickers, and the terminal keeps no hidden images. All images are below
/// text.
struct KittyWriter: PictureWriter {
    let setup = ""
    /// Deletes all images on the alternate screen and their data.
    let ending = "\u{1B}_Ga=d,d=A,q=2\u{1B}\\"
    let hasTextAbove = true

    /// The first image number, chosen so that it does not conflict with images of other programs.
    static let firstNumber = 7_743_488
    /// The images are below text, and below the pixel that `cover` draws.
    static let depth = -2
    private static let coverNumber = firstNumber - 1
    private static let lineNumber = firstNumber - 2
    /// The largest payload of a sequence, in characters of base 64.
    static let chunk = 4096
    /// The size of a box in cells. A change sends every box that it touches.
    private static let box = (columns: 20, rows: 6)

    private struct Tile {
        let box: CellBox
        /// The number of the image that is shown.
        var number: Int?
    }

    private var grid = PictureGrid(columns: 0, rows: 0, cell: PixelSize(width: 1, height: 1))
    private var tiles: [Tile] = []
    private var freeNumbers: [Int] = []
    private var nextNumber = KittyWriter.firstNumber

    mutating func begin(_ grid: PictureGrid) {
        for number in tiles.compactMap(\.number) { freeNumbers.append(number) }
        self.grid = grid
        let (columns, rows) = KittyWriter.box
        tiles = stride(from: 0, to: grid.rows, by: rows).flatMap { row in
            stride(from: 0, to: grid.columns, by: columns).map { column in
                let box = CellBox(
                    column: column, row: row, columns: min(columns, grid.columns - column),
                    rows: min(rows, grid.rows - row))
                return Tile(box: box, number: nil)
            }
        }
    }

    /// Covers the box with one scaled pixel of this colour, since images hide the backgrounds of characters.
    func cover(_ box: CellBox?, _ color: Color) -> String {
        guard let box else { return "\u{1B}_Ga=d,d=I,i=\(KittyWriter.coverNumber),q=2\u{1B}\\" }
        return KittyWriter.ground(KittyWriter.coverNumber, box, color)
    }

    /// Draws the line's background as one scaled pixel. Without this image, kitty 0.26 draws each new text over the
    /// previous text while other images are shown.
    func lineGround(_ line: CellBox, _ color: Color) -> String {
        KittyWriter.ground(KittyWriter.lineNumber, line, color)
    }

    private static func ground(_ number: Int, _ box: CellBox, _ color: Color) -> String {
        var pixel: [UInt8] = []
        Base64Text.append([color.red, color.green, color.blue], to: &pixel)
        return "\u{1B}_Ga=t,f=24,s=1,v=1,i=\(number),q=2;\(String(decoding: pixel, as: UTF8.self))\u{1B}\\"
            + "\u{1B}[\(box.row + 1);\(box.column + 1)H"
            + "\u{1B}_Ga=p,i=\(number),c=\(box.columns),r=\(box.rows),C=1,z=-1,q=2\u{1B}\\"
    }

    mutating func write(_ pixels: PixelBuffer, _ damage: [PixelRect], to bytes: inout [UInt8]) {
        for index in tiles.indices {
            let area = grid.pixels(tiles[index].box)
            guard tiles[index].number == nil || damage.contains(where: { $0.overlaps(area) }) else { continue }
            tiles[index].number = replace(tiles[index], pixels.part(area), &bytes)
        }
    }

    /// Shows new pixels instead of the tile's image. Returns the number of the new image.
    private mutating func replace(_ tile: Tile, _ pixels: PixelBuffer, _ bytes: inout [UInt8]) -> Int? {
        // Compression fails only if memory is exhausted. Then the old image stays until the next change.
        guard let file = try? pixels.palettePNG() else { return tile.number }
        let number = freeNumbers.popLast() ?? nextNumber
        if number == nextNumber { nextNumber += 1 }
        KittyWriter.transmit(file, number, to: &bytes)
        let box = tile.box
        bytes.append(contentsOf: "\u{1B}[\(box.row + 1);\(box.column + 1)H".utf8)
        bytes.append(
            contentsOf:
                "\u{1B}_Ga=p,i=\(number),c=\(box.columns),r=\(box.rows),C=1,z=\(KittyWriter.depth),q=2\u{1B}\\".utf8)
        if let old = tile.number { delete(old, to: &bytes) }
        return number
    }

    private mutating func delete(_ number: Int, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: "\u{1B}_Ga=d,d=I,i=\(number),q=2\u{1B}\\".utf8)
        freeNumbers.append(number)
    }

    static func transmit(_ file: [UInt8], _ number: Int, to bytes: inout [UInt8]) {
        let step = chunk / 4 * 3
        for start in stride(from: 0, to: file.count, by: step) {
            let end = min(start + step, file.count)
            let more = end < file.count ? 1 : 0
            let keys = start == 0 ? "a=t,f=100,i=\(number),q=2,m=\(more)" : "m=\(more),q=2"
            bytes.append(contentsOf: "\u{1B}_G\(keys);".utf8)
            Base64Text.append(file[start..<end], to: &bytes)
            bytes.append(contentsOf: "\u{1B}\\".utf8)
        }
    }
}

extension PixelRect {
    fileprivate func overlaps(_ other: PixelRect) -> Bool {
        x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
    }
}

/// Base 64, RFC 4648.
enum Base64Text {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func append(_ data: ArraySlice<UInt8>, to text: inout [UInt8]) {
        var index = data.startIndex
        while index < data.endIndex {
            let count = min(3, data.endIndex - index)
            var group = UInt32(data[index]) << 16
            if count > 1 { group |= UInt32(data[index + 1]) << 8 }
            if count > 2 { group |= UInt32(data[index + 2]) }
            for place in 0..<4 {
                let digit = digits[Int(group >> UInt32(18 - 6 * place) & 63)]
                text.append(place <= count ? digit : UInt8(ascii: "="))
            }
            index += 3
        }
    }
}
