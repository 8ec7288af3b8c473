import WheelCanvas

extension Font {
    /// The text, or as much of its beginning as fits, with "…".
    func shortened(_ text: String, to room: Double) -> String {
        guard width(of: text) > room else { return text }
        var letters = Array(text)
        while !letters.isEmpty {
            letters.removeLast()
            while letters.last == " " { letters.removeLast() }
            let short = String(letters) + "…"
            if width(of: short) <= room { return letters.isEmpty ? "" : short }
        }
        return ""
    }
}
