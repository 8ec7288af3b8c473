/// Help, from the table of commands.
enum Help {
    static func printOverview() {
        Output.text(
            """
            wheelctl reads and changes what wheeld turns knobs and touches into.

            usage: wheelctl [--socket PATH] [--json] COMMAND …
            """)
        Output.line("")
        var table = TextTable()
        for command in Command.all {
            let words = [command.name] + command.parameters.map(\.form)
            table.add(["  " + words.joined(separator: " "), command.summary])
        }
        table.lines.forEach { Output.line($0) }
        Output.line("")
        printOptions(Program.options)
        Output.text(
            """

            wheelctl COMMAND --help says more.

            \(exitStatus)
            """)
    }

    private static let exitStatus = """
        Exit status: 0 done, 1 the daemon refused or the thing is not so, 2 wrong usage,
                     3 no daemon at that socket.
        """

    static func print(_ command: Command) {
        Output.line("wheelctl \(command.name): \(command.summary)")
        Output.line("")
        for (index, usage) in command.usage.enumerated() {
            let options = command.options.isEmpty || !command.forms.isEmpty ? "" : " [OPTIONS]"
            Output.line((index == 0 ? "usage: " : "       ") + "wheelctl " + usage + options)
        }
        Output.line("")
        printOptions(command.options + Program.options)
        if !command.notes.isEmpty { Output.text("\n" + command.notes) }
        Output.text("\n" + exitStatus)
    }

    private static func printOptions(_ options: [Option]) {
        var table = TextTable()
        for option in options { table.add(["  " + option.form, option.summary]) }
        table.lines.forEach { Output.line($0) }
    }
}
