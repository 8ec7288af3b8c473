import LinuxSystem
import WheelCanvas

/// Finds font files.
public enum FontFile {
    private static let folders = ["/usr/share/fonts", "/usr/local/share/fonts"]
    private static let deepestFolder = 6

    /// The files of the font with this path or family name, for example "DejaVu Serif". `nil` is the usual font.
    public static func family(of name: String?) throws(CanvasError) -> FontFamily {
        guard let name else { return .dejaVuSans }
        if name.contains("/") { return FontFamily(path: try regular(name)) }
        // Files are named after families: DejaVuSerif.ttf, NotoSans-Regular.ttf.
        let family = name.filter { $0 != " " }.lowercased()
        let files = ["", "-regular"].flatMap { style in [".ttf", ".otf"].map { family + style + $0 } }
        for folder in folders {
            if let path = find(files, in: folder, depth: deepestFolder) { return FontFamily(path: try regular(path)) }
        }
        throw .font(path: name, reason: "no file of that family in \(folders.joined(separator: " and "))")
    }

    /// Refuses files that are not regular: FreeType would wait forever for the other end of a FIFO. If the status of
    /// the file cannot be read, FreeType gives the reason.
    private static func regular(_ path: String) throws(CanvasError) -> String {
        guard let status = try? FileStatus(path: path), status.kind != .regular else { return path }
        throw .font(path: path, reason: "is not a regular file")
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
