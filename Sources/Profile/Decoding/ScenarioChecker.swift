/// Finds steps that can never succeed where they stand.
struct ScenarioChecker {
    struct Mistake {
        var position: SourcePosition
        var message: String
    }

    private var isOnline = false
    private var touchesServer = false
    private var mistakes: [Mistake] = []

    static func mistakes(in scenario: Scenario) -> [Mistake] {
        var checker = ScenarioChecker()
        checker.walk(scenario.steps)
        if !checker.touchesServer, checker.mistakes.isEmpty {
            checker.report(scenario.position, "the scenario never logs in or registers")
        }
        return checker.mistakes
    }

    private mutating func report(_ position: SourcePosition, _ message: String) {
        mistakes.append(Mistake(position: position, message: message))
    }

    private mutating func walk(_ steps: [Step]) {
        for step in steps {
            switch step.action {
            case .pause: break
            case .login:
                if isOnline { report(step.position, "the session is logged in already") }
                isOnline = true
                touchesServer = true
            case .register:
                if isOnline { report(step.position, "'register' comes before 'login'") }
                touchesServer = true
            case .logout:
                needOnline(step)
                isOnline = false
            case .loop(_, let body):
                let before = isOnline
                let known = mistakes.count
                walk(body)
                if isOnline != before, mistakes.count == known {
                    let state = before ? "logged in" : "logged out"
                    let message = "each pass of 'repeat' begins \(state), so it must end \(state)"
                    report(step.position, message)
                }
            case .presence, .roster, .message, .stay, .ping, .send: needOnline(step)
            }
        }
    }

    private mutating func needOnline(_ step: Step) {
        if !isOnline {
            report(step.position, "'\(step.keyword)' needs a session; 'login' comes before it")
        }
        // One report is enough for the steps that follow.
        isOnline = true
        touchesServer = true
    }
}
