import Testing
import WheelCore
import WheelWire

@testable import WheelServer

@Suite struct ClientRightsTests {
    @Test func whoMayNotWriteReads() throws {
        let stage = try Stage(writers: [])
        let client = try stage.client()
        try client.send(#"{"id":1,"op":"set","control":"a","value":7}"# + "\n" + #"{"id":2,"op":"list"}"# + "\n")
        try stage.settle()
        #expect(short(try client.lines()) == "\"forbidden\" ok")
        #expect(stage.requests == [.list])
    }

    @Test func whoMayNotDefineWrites() throws {
        let stage = try Stage(definers: [])
        let client = try stage.client()
        try client.send(
            #"{"id":1,"op":"define","owner":"x"}"# + "\n" + #"{"id":2,"op":"undefine","owner":"x"}"# + "\n"
                + #"{"id":3,"op":"lock","locked":true}"# + "\n")
        try stage.settle()
        #expect(short(try client.lines()) == "\"forbidden\" \"forbidden\" ok")
        #expect(stage.requests == [.lock(true)])
    }

    @Test func whoMayDefineMayDefineOnly() throws {
        let stage = try Stage(writers: [], definers: ["0"])
        let client = try stage.client()
        try client.send(#"{"id":1,"op":"define","owner":"x"}"# + "\n" + #"{"id":2,"op":"lock","locked":true}"# + "\n")
        try stage.settle()
        #expect(short(try client.lines()) == "ok \"forbidden\"")
        #expect(stage.requests == [.define(Definition(owner: "x"))])
    }
}
