import WheelCanvas

/// A scene that is measured; `Benchmarks/Cairo/scenes.c` draws the same ones with cairo.
protocol BenchmarkScene {
    /// What is drawn once.
    func still(into list: inout DisplayList)
    /// What is drawn anew for every frame: a detent on, or, where it `jumps`, forth and back over a wide range.
    func moving(frame: Int, jumps: Bool, into list: inout DisplayList)
}

enum Colors {
    static let background = Color(0x101418)
    static let foreground = Color(0xF0F0F0)
    static let secondary = Color(0x788290)
    static let accent = Color(0xFF9500)
}
