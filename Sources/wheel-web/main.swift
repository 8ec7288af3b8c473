import WheelWeb

WebProgram.main()
