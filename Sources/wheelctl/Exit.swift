/// How the program ended, for the shell.
enum Exit: Int32 {
    case done = 0
    /// The daemon refused, or the thing is not so.
    case refused = 1
    case wrongUsage = 2
    case noDaemon = 3
}
