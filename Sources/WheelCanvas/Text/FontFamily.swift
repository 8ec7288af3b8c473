/// The font files of a family. Of several paths for the same face, the first one that can be opened is used.
public struct FontFamily: Equatable, Sendable {
    public var regular: [String]
    /// The paths of the bold face; empty if the family has no bold face.
    public var bold: [String]

    public init(regular: [String], bold: [String]) {
        self.regular = regular
        self.bold = bold
    }

    /// B612, which was made for cockpits, in Debian's package fonts-b612.
    public static let b612 = FontFamily(
        regular: b612Folders.map { "\($0.path)/B612-Regular.\($0.kind)" },
        bold: b612Folders.map { "\($0.path)/B612-Bold.\($0.kind)" })

    /// Debian installs the OpenType files, and other distributions install the TrueType files.
    private static let b612Folders = [
        (path: "/usr/share/fonts/opentype/b612", kind: "otf"), (path: "/usr/share/fonts/truetype/b612", kind: "ttf"),
    ]

    /// DejaVu Sans in Debian's package fonts-dejavu-core. The font has glyphs for most characters.
    public static let dejaVuSans = FontFamily(
        regular: ["/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"],
        bold: ["/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"])

    /// Terminus, whose bitmaps were drawn for screens with one bit a pixel, in Debian's package fonts-terminus-otb.
    public static let terminus = FontFamily(
        regular: ["/usr/share/fonts/opentype/terminus/terminus-normal.otb"],
        bold: ["/usr/share/fonts/opentype/terminus/terminus-bold.otb"])

    /// The families for displays with two colours if the configuration names no font. The first one that is installed
    /// is used.
    public static let sharp = [FontFamily.terminus, .dejaVuSans, .b612]

    /// The families for other displays if the configuration names no font. The first one that is installed is used.
    public static let usual = [FontFamily.b612, .dejaVuSans]

    /// The font with this path, and the bold font beside it: Sans-Bold.ttf beside Sans.ttf or Sans-Regular.ttf.
    public init(path: String) {
        let stem = path.lastIndex(of: ".").map { path[..<$0] } ?? path[...]
        let end = path[stem.endIndex...]
        let suffix = "-Regular"
        let isRegular = stem.lowercased().hasSuffix(suffix.lowercased())
        self.init(regular: [path], bold: ["\(isRegular ? stem.dropLast(suffix.count) : stem)-Bold\(end)"])
    }
}

/// The thickness of a font's strokes.
public enum FontWeight: Sendable {
    case regular
    /// The bold face, or the regular face if the family has no bold face.
    case bold
}
