enum Help {
    static func printOverview() {
        Output.text(
            """
            wheelctl reads and changes the values of wheeld, and examines this machine's devices.

            usage: wheelctl [--socket PATH] [--json] COMMAND …
            """)
        // All groups are in one table, so that their summaries begin in the same column.
        var table = TextTable()
        for (title, commands) in Command.groups {
            table.add([])
            table.add([title + ":"])
            for command in commands {
                let words = [command.name] + command.parameters.map(\.form)
                table.add(["  " + words.joined(separator: " "), command.summary])
            }
        }
        table.print()
        Output.text("\nOptions of every command:")
        print(Wheelctl.options)
        Output.text(
            """

            wheelctl COMMAND --help prints the options of a command.

            \(exitStatus)
            """)
    }

    private static let exitStatus = """
        Exit status: 0 done, 1 the daemon refused or the command failed, 2 wrong usage,
                     3 no daemon answers.
        """

    static func print(_ command: Command) {
        Output.line("wheelctl \(command.name): \(command.summary)")
        Output.line("")
        for (index, usage) in command.usage.enumerated() {
            Output.line((index == 0 ? "usage: " : "       ") + "wheelctl " + usage)
        }
        Output.line("")
        print(command.options + Wheelctl.options)
        if !command.notes.isEmpty { Output.text("\n" + command.notes) }
        Output.text("\n" + exitStatus)
    }

    private static func print(_ options: [Option]) {
        var table = TextTable()
        for option in options { table.add(["  " + option.form, option.summary]) }
        table.print()
    }
}
