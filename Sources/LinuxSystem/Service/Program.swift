internal import Glibc

/// This program as its caller sees it.
public enum Program {
    /// The words of the command line without the program's name.
    public static var arguments: [String] { Array(CommandLine.arguments.dropFirst()) }

    /// exit(3).
    public static func exit(_ status: Int32) -> Never { Glibc.exit(status) }
}
