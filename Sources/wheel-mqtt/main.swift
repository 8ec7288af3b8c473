import WheelMQTT

MQTTProgram.main()
