import WheelUinput

UinputProgram.main()
