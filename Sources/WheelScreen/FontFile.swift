import LinuxSystem
public import WheelCanvas
public import WheelScene

public enum FontFile {
    private static let folders = ["/usr/share/fonts", "/usr/local/share/fonts"]
    private static let deepestFolder = 6

    /// The font with this path or family name, for a display with this theme; the usual font if the name is `nil`.
    public static func typeface(_ name: String?, for theme: Theme) throws(CanvasError) -> Typeface {
        try Typeface(families(of: name, isSharp: theme.isMono), isSharp: theme.isMono)
    }

    /// The files of the font with this path or family name, for example "DejaVu Serif"; the usual font if the name is
    /// `nil`.
    public static func families(of name: String?, isSharp: Bool = false) throws(CanvasError) -> [FontFamily] {
        guard let name else { return isSharp ? FontFamily.sharp : FontFamily.usual }
        if name.contains("/") { return [try family(name)] }
        // Font files are named after their families: DejaVuSerif.ttf, NotoSans-Regular.ttf.
        let wanted = name.filter { $0 != " " }.lowercased()
        let files = ["", "-regular"].flatMap { style in [".ttf", ".otf"].map { wanted + style + $0 } }
        for folder in folders {
            if let path = find(files, in: folder, depth: deepestFolder) { return [try family(path)] }
        }
        throw .font(path: name, reason: "no file of that family in \(folders.joined(separator: " and "))")
    }

    /// Refuses files that are not regular: for example, FreeType would wait forever for a writer of a FIFO. If the
    /// status of the file cannot be read, FreeType reports the reason when it opens the file.
    private static func family(_ path: String) throws(CanvasError) -> FontFamily {
        if let status = try? FileStatus(path: path), status.kind != .regular {
            throw .font(path: path, reason: "is not a regular file")
        }
        var family = FontFamily(path: path)
        family.bold = family.bold.filter { (try? FileStatus(path: $0))?.kind == .regular }
        return family
    }

    private static func find(_ files: [String], in folder: String, depth: Int) -> String? {
        guard depth > 0, let names = try? Directory.names(in: folder) else { return nil }
        if let name = names.first(where: { files.contains($0.lowercased()) }) { return "\(folder)/\(name)" }
        for name in names {
            if let path = find(files, in: "\(folder)/\(name)", depth: depth - 1) { return path }
        }
        return nil
    }
}
