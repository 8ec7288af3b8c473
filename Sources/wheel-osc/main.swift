import WheelOSC

OSCProgram.main()
