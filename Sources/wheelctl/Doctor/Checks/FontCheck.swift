import WheelScreen

struct FontCheck {
    var display: String

    private var subject: String { "display \(display)" }

    /// The finding about a display's font; `nil` if the usual or the configured font is used.
    func finding(_ survey: FontSurvey) -> Finding? {
        switch survey {
        case .meant: nil
        case .substitute(let path, let package):
            .note(
                subject, "its text is in \(path), because the package \(package) is not installed",
                "sudo apt install \(package)")
        case .unusable(let reason): .wrong(subject, reason, "sudo apt install fonts-b612 fonts-dejavu-core")
        }
    }
}
