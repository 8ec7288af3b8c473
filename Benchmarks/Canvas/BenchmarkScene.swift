import WheelCanvas

/// A scene of the benchmark. `Benchmarks/Cairo/scenes.c` draws the same scenes with cairo.
protocol BenchmarkScene {
    /// Draws the static part, once.
    func still(into list: inout DisplayList)
    /// Draws the part that changes in every frame: moved by one detent, or, if it `jumps`, back and forth over a wide
    /// range.
    func moving(frame: Int, jumps: Bool, into list: inout DisplayList)
}

enum Colors {
    static let background = Color(0x101418)
    static let foreground = Color(0xF0F0F0)
    static let secondary = Color(0x788290)
    static let accent = Color(0xFF9500)
}
