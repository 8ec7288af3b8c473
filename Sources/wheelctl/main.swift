import LinuxSystem

Program.exit(Wheelctl.run(Program.arguments).rawValue)
