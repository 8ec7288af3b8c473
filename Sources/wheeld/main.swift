import Glibc
import WheelDaemon

exit(WheelDaemonProgram.run(Array(CommandLine.arguments.dropFirst())))
