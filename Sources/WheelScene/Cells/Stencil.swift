/// Large digits of half blocks, which every terminal with UTF-8 shows alike. Even blurred digits can be distinguished,
/// because any two digits of a set differ in at least an eighth of their pixels.
struct Stencil: Sendable {
    /// The height in rows of cells.
    let rows: Int
    /// The number of rows that large digits leave free, so that they do not touch the frame.
    var air: Int { rows > 3 ? 1 : 0 }
    /// The gap between two characters, in cells.
    let gap = 1
    /// The width of a gap between groups of digits.
    let space: Int
    private let shapes: [Character: Shape]

    private struct Shape: Sendable {
        var width: Int
        /// The rows of pixels from top to bottom, each from left to right. A pixel is true if it is set.
        var pixels: [[Bool]]
    }

    /// The rows of pixels of a shape are separated by "/".
    private init(rows: Int, space: Int, _ shapes: [(Character, String)]) {
        self.rows = rows
        self.space = space
        self.shapes = Dictionary(
            uniqueKeysWithValues: shapes.map { character, text in
                let lines = text.split(separator: "/").map { line in line.map { $0 == "#" } }
                return (character, Shape(width: lines.first?.count ?? 0, pixels: lines))
            })
    }

    /// Whether the set has all characters of a text.
    func has(_ text: String) -> Bool { text.allSatisfy { Stencil.isSpace($0) || shapes[$0] != nil } }

    func width(of character: Character) -> Int {
        Stencil.isSpace(character) ? space : shapes[character]?.width ?? 0
    }

    /// Whether a character is a space. A narrow space or a no-break space may separate groups of digits.
    private static func isSpace(_ character: Character) -> Bool {
        switch character {
        case " ", "\u{A0}", "\u{2009}", "\u{202F}": true
        default: false
        }
    }

    func width(of text: String) -> Int {
        text.reduce(0) { $0 + width(of: $1) } + max(0, text.count - 1) * gap
    }

    /// Draws a character with its upper left corner in this cell.
    func draw(_ character: Character, column: Int, row: Int, _ style: CellStyle, into grid: inout CellGrid) {
        guard let shape = shapes[character] else { return }
        for y in 0..<rows {
            for x in 0..<shape.width {
                switch (shape.pixels[2 * y][x], shape.pixels[2 * y + 1][x]) {
                case (true, true): grid.put("█", column: column + x, row: row + y, style)
                case (true, false): grid.put("▀", column: column + x, row: row + y, style)
                case (false, true): grid.put("▄", column: column + x, row: row + y, style)
                case (false, false): break
                }
            }
        }
    }

    /// Characters of six by ten pixels.
    static let large = Stencil(
        rows: 5, space: 1,
        [
            ("0", ".####./######/##..##/##..##/##..##/##..##/##..##/##..##/######/.####."),
            ("1", "..##../.###../####../..##../..##../..##../..##../..##../######/######"),
            ("2", ".####./######/##..##/....##/...##./..##../.##.../##..../######/######"),
            ("3", "#####./######/....##/....##/..###./..###./....##/....##/######/#####."),
            ("4", "...##./..###./.####./##.##./##.##./######/######/...##./...##./...##."),
            ("5", "######/######/##..../#####./######/....##/....##/##..##/######/.####."),
            ("6", "..###./.####./###.../##..../#####./######/##..##/##..##/######/.####."),
            ("7", "######/######/....##/....##/...##./...##./..##../..##../..##../..##.."),
            ("8", ".####./######/##..##/##..##/.####./.####./##..##/##..##/######/.####."),
            ("9", ".####./######/##..##/##..##/######/.#####/....##/....##/#####./#####."),
            ("−", "...../...../...../...../#####/#####/...../...../...../....."),
            ("-", "...../...../...../...../#####/#####/...../...../...../....."),
            ("+", "....../....../..##../..##../######/######/..##../..##../....../......"),
            (".", "../../../../../../../../##/##"),
            (",", "../../../../../../../##/##/#."),
            ("'", "##/##/#./../../../../../../.."),
            ("—", "....../....../....../....../######/######/....../....../....../......"),
        ])

    /// Characters of four by six pixels.
    static let small = Stencil(
        rows: 3, space: 1,
        [
            ("0", ".##./#..#/#..#/#..#/#..#/.##."),
            ("1", "..#./.##./..#./..#./..#./.###"),
            ("2", ".##./#..#/...#/.##./#.../####"),
            ("3", "###./...#/.##./...#/...#/###."),
            ("4", "..#./.##./#.#./####/..#./..#."),
            ("5", "####/#.../###./...#/...#/###."),
            ("6", "..#./.#../###./#..#/#..#/.##."),
            ("7", "####/...#/..#./..#./.#../.#.."),
            ("8", ".##./#..#/.##./#..#/#..#/.##."),
            ("9", ".##./#..#/#..#/.###/...#/###."),
            ("−", ".../.../.../###/.../..."),
            ("-", ".../.../.../###/.../..."),
            ("+", ".../.../.#./###/.#./..."),
            (".", "./././././#"),
            (",", "./././#/#/#"),
            ("'", "#/#/./././."),
            ("—", "..../..../..../####/..../...."),
        ])

    /// Characters of three by six pixels, for cells without room for wider characters.
    static let narrow = Stencil(
        rows: 3, space: 1,
        [
            ("0", ".#./#.#/#.#/#.#/#.#/.#."),
            ("1", ".#./##./.#./.#./.#./###"),
            ("2", "##./..#/..#/.#./#../###"),
            ("3", "##./..#/.#./..#/..#/##."),
            ("4", "..#/.##/#.#/###/..#/..#"),
            ("5", "###/#../##./..#/..#/##."),
            ("6", "..#/.#./##./#.#/#.#/.#."),
            ("7", "###/..#/..#/.#./.#./.#."),
            ("8", "###/#.#/.#./#.#/#.#/###"),
            ("9", ".#./#.#/#.#/.##/..#/##."),
            ("−", ".../.../.../###/.../..."),
            ("-", ".../.../.../###/.../..."),
            ("+", ".../.../.#./###/.#./..."),
            (".", "./././././#"),
            (",", "./././#/#/#"),
            ("'", "#/#/./././."),
            ("—", ".../.../.../###/.../..."),
        ])
}
