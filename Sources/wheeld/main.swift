DaemonProgram.main()
