import LoadEngine
import Testing
import XMPP

@testable import CommandLineTool

@Suite struct CommandFailureTests {
    @Test func `where nobody can register the server's own tool is named, in the same words`() {
        let failure = StreamFailure(stage: .register, condition: "not-allowed")
        let refused = SetUpFailure.registrationRefused(failure)
        let putOff = SetUpFailure.registrationPutOff(failure, others: 3)
        for setUp in [refused, putOff] {
            let message = setUp.asCommandFailure(reaching: "localhost:5222").message
            #expect(message.hasSuffix("\n" + SetUpFailure.serversOwnTool))
            // The first line has the server's words.
            let lines = message.split(separator: "\n").dropFirst()
            #expect(lines.allSatisfy { $0.count <= 100 })
        }
        #expect(SetUpFailure.serversOwnTool.contains("--print prosodyctl|ejabberdctl"))
        #expect(refused.asCommandFailure(reaching: "").message.contains("allow_registration"))
        #expect(putOff.asCommandFailure(reaching: "").message.contains("3 more accounts"))
    }
}
