internal import CFreeType

/// FreeType itself, which faces need as long as they are open.
final class FontLibrary {
    let library: FT_Library

    init?() {
        var library: FT_Library?
        guard FT_Init_FreeType(&library) == 0, let library else { return nil }
        self.library = library
    }

    deinit {
        FT_Done_FreeType(library)
    }
}
