import Foundation
import Testing

@testable import EventLoop

@Suite struct ProcessListTests {
    @Test func `a process goes by its command and by its program's file`() {
        let names = ProcessList.Names(
            command: "beam.smp\n", commandLine: "/usr/lib/erlang/bin/beam.smp\0-K\0true")
        #expect(names.isProgram("beam.smp") && names.script == nil)
        #expect(!names.isProgram("beam"))
    }

    @Test func `a command's name is cut to 15 bytes`() {
        let names = ProcessList.Names(command: "a-long-name-tha", commandLine: "")
        #expect(names.isProgram("a-long-name-that-is-cut"))
    }

    @Test func `what an interpreter runs is a script`() {
        let names = ProcessList.Names(
            command: "lua5.4\n", commandLine: "lua5.4\0/usr/bin/prosody\0-F\0")
        #expect(names.isProgram("lua5.4") && !names.isProgram("prosody"))
        #expect(names.script == "prosody")
    }

    @Test func `all processes but this one are listed`() {
        #expect(ProcessList.identifiers.contains(getppid()))
        #expect(!ProcessList.identifiers.contains(getpid()))
    }
}
