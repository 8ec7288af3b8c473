import WheelCanvas
import WheelCore
import WheelScene

@testable import WheelPanel

/// A terminal with the Kitty graphics protocol, as far as wheeld uses it: it keeps images and shows their placements.
struct KittyTerminal {
    /// A command: ESC _ G keys ; payload ESC \.
    struct Command: Equatable {
        var keys: [String: String]
        var payload: String
    }

    struct Placement: Equatable {
        var box: CellBox
        var depth: Int
    }

    let grid: PictureGrid
    private(set) var commands: [Command] = []
    private(set) var images: [Int: Bitmap] = [:]
    private(set) var placements: [Int: Placement] = [:]
    private(set) var cursor = (column: 0, row: 0)
    /// The number of an image that is not complete yet, and its data so far.
    private var sending: (number: Int, base64: String)?

    init(_ grid: PictureGrid) { self.grid = grid }

    mutating func consume(_ bytes: [UInt8]) throws {
        var rest = Substring(String(decoding: bytes, as: UTF8.self))
        while !rest.isEmpty {
            if rest.hasPrefix("\u{1B}_G") {
                let body = rest.dropFirst(3).prefix { $0 != "\u{1B}" }
                rest = rest.dropFirst(3 + body.count)
                guard rest.hasPrefix("\u{1B}\\") else { throw Mistake("a command without an end") }
                rest = rest.dropFirst(2)
                try perform(command(body))
            } else if rest.hasPrefix("\u{1B}[") {
                let body = rest.dropFirst(2).prefix { !$0.isLetter }
                rest = rest.dropFirst(2 + body.count)
                if rest.first == "H" {
                    let numbers = body.split(separator: ";").compactMap { Int($0) }
                    cursor = (numbers[1] - 1, numbers[0] - 1)
                }
                rest = rest.dropFirst()
            } else {
                throw Mistake("text between commands: \(rest.prefix(20))")
            }
        }
        guard sending == nil else { throw Mistake("an image is not complete") }
    }

    /// The visible pixels.
    func screen() -> Bitmap {
        let screen = Bitmap(width: grid.size.width, height: grid.size.height)
        for (number, placement) in placements.sorted(by: { $0.value.depth < $1.value.depth }) {
            guard let image = images[number]?.pixels else { continue }
            let area = grid.pixels(placement.box)
            for y in 0..<area.height {
                for x in 0..<area.width {
                    screen.pixels.pixel(area.x + x, area.y + y).storeBytes(of: image[x, y].packed, as: UInt32.self)
                }
            }
        }
        return screen
    }

    struct Mistake: Error {
        var text: String
        init(_ text: String) { self.text = text }
    }

    private func command(_ body: Substring) -> Command {
        let parts = body.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
        var keys: [String: String] = [:]
        for pair in parts[0].split(separator: ",") {
            let words = pair.split(separator: "=", maxSplits: 1)
            keys[String(words[0])] = String(words[1])
        }
        return Command(keys: keys, payload: parts.count > 1 ? String(parts[1]) : "")
    }

    private mutating func perform(_ command: Command) throws {
        commands.append(command)
        guard command.payload.utf8.count <= 4096 else { throw Mistake("a payload is too long") }
        guard command.keys["q"] == "2" else { throw Mistake("the terminal would answer to \(command.keys)") }
        let number = command.keys["i"].flatMap { Int($0) }
        switch command.keys["a"] {
        case "t", nil: try transmit(command, number)
        case "p":
            guard let number, let image = images[number], command.keys["C"] == "1",
                let columns = command.keys["c"].flatMap({ Int($0) }), let rows = command.keys["r"].flatMap({ Int($0) }),
                let depth = command.keys["z"].flatMap({ Int($0) })
            else { throw Mistake("a placement of no image: \(command.keys)") }
            let box = CellBox(column: cursor.column, row: cursor.row, columns: columns, rows: rows)
            let size = grid.pixels(box)
            guard image.pixels.width == size.width, image.pixels.height == size.height else {
                throw Mistake("an image is scaled")
            }
            placements[number] = Placement(box: box, depth: depth)
        case "d" where command.keys["d"] == "A": (images, placements) = ([:], [:])
        case "d" where command.keys["d"] == "I":
            guard let number, images.removeValue(forKey: number) != nil else { throw Mistake("it deletes no image") }
            placements[number] = nil
        default: throw Mistake("an unknown command: \(command.keys)")
        }
    }

    private mutating func transmit(_ command: Command, _ number: Int?) throws {
        if let number {
            guard sending == nil, command.keys["f"] == "100", images[number] == nil else {
                throw Mistake("an image begins that cannot: \(command.keys)")
            }
            sending = (number, "")
        }
        guard var image = sending else { throw Mistake("data of no image") }
        image.base64 += command.payload
        sending = image
        guard command.keys["m"] == "0" else { return }
        images[image.number] = try Bitmap(png: KittyTerminal.data(image.base64))
        sending = nil
    }

    private static func data(_ text: String) -> [UInt8] {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var data: [UInt8] = []
        var (bits, count) = (UInt32(0), 0)
        for character in text.utf8 {
            guard let value = digits.firstIndex(of: character) else { continue }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                data.append(UInt8(bits >> UInt32(count) & 0xFF))
            }
        }
        return data
    }
}

extension Color {
    /// The colour as 0xFFRRGGBB, opaque.
    var packed: UInt32 { 0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }
}
