import LinuxSystem
import WheelCanvas

/// Where a font is.
public enum FontFile {
    private static let folders = ["/usr/share/fonts", "/usr/local/share/fonts"]
    private static let deepestFolder = 6

    /// The file of a font that is named by a path or by its family, as "DejaVu Serif"; nil is DejaVu Sans.
    public static func path(of name: String?) throws(CanvasError) -> String {
        guard let name else { return Typeface.defaultPath }
        if name.contains("/") { return try regular(name) }
        // Files are named after families: DejaVuSerif.ttf, NotoSans-Regular.ttf.
        let family = name.filter { $0 != " " }.lowercased()
        let files = ["", "-regular"].flatMap { style in [".ttf", ".otf"].map { family + style + $0 } }
        for folder in folders {
            if let path = find(files, in: folder, depth: deepestFolder) { return try regular(path) }
        }
        throw .font(path: name, reason: "no file of that family in \(folders.joined(separator: " and "))")
    }

    /// FreeType opens whatever is there, and would wait for ever for the other end of a FIFO. A file that cannot be
    /// looked at is left to FreeType, which says why.
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
