import LinuxSystem

/// The reason why the terminal shows nothing.
enum TerminalProblem: Error, Equatable, CustomStringConvertible {
    case failed(SystemError)
    /// There is no terminal.
    case unusable(String)

    var description: String {
        switch self {
        case .failed(let error): error.description
        case .unusable(let reason): reason
        }
    }
}
