import WheelMIDI

MIDIProgram.main()
