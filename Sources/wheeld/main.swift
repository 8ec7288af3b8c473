import WheelDaemon

WheelDaemonProgram.main()
