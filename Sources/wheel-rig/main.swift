import WheelRig

RigProgram.main()
