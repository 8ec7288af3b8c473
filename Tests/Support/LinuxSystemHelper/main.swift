import CAllocationCounter
import CSystemCallTracer
import Glibc
import LinuxSystem

// A separate process for tests that cannot run in the test process: it is killed, has descriptors from 3 on, is traced,
// or has another scheduling policy.

let arguments = CommandLine.arguments
switch arguments.dropFirst().first {
case "replace": try replace(path: arguments[2], byteCount: Int(arguments[3]) ?? 0)
case "iterate": try iterate(times: Int(arguments[2]) ?? 0)
case "passed": printPassedSockets()
case "log": log(Log.Level(arguments[2]) ?? .info)
case "notify": try printNotifySocket()
case "connect": _ = try UnixConnection.connect(to: arguments[2]).release()
case "terminal": try holdTerminal(3, until: arguments[2])
case "console": try holdConsole(arguments[2], Int(arguments[3]), until: arguments[4])
case "realtime": printRealtime()
default:
    print("usage: LinuxSystemHelper COMMAND, see main.swift")
    exit(2)
}
