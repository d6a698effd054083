import Testing

@testable import Profile

@Suite struct TemplateParserTests {
    private func parse(_ text: String) -> TemplateParser.Result {
        var parser = TemplateParser(
            variables: ["server": 0, "jidx": 1], columns: ["city"], hasColumns: true)
        return parser.parse(text)
    }

    @Test(arguments: [
        ("${index}", TemplateSegment.field(.index)), ("${user}", .field(.user)),
        ("${domain}", .field(.domain)), ("${jid}", .field(.jid)),
        ("${resource}", .field(.resource)), ("${id}", .field(.id)), ("${now}", .field(.now)),
        ("${uuid}", .uuid), ("${text(80)}", .text(from: 80, to: 80)),
        ("${text(40..200)}", .text(from: 40, to: 200)),
        ("${random(1..6)}", .random(from: 1, to: 6)),
        ("${random(-5..-1)}", .random(from: -5, to: -1)), ("${csv.city}", .field(.csv(0))),
        ("${csv.team}", .field(.csv(1))), ("${server}", .field(.variable(0))),
    ])
    func `each variable is a segment`(text: String, segment: TemplateSegment) {
        let result = parse(text)
        #expect(result.problems.isEmpty)
        #expect(result.template.segments == [segment])
    }

    @Test func `text around variables is kept, a double dollar is one`() {
        let result = parse("a$$b${user}c $5 $")
        #expect(
            result.template.segments == [
                .literal(Array("a".utf8)), .literal(Array("$b".utf8)), .field(.user),
                .literal(Array("c $5 $".utf8)),
            ])
        #expect(result.origins == [0, 2, 4, 11])
        #expect(parse("$${user}").template.literal == "${user}")
        #expect(parse("").template.segments.isEmpty)
    }

    @Test(arguments: [
        ("abc ${usr}", 6, "user"), ("${servr}", 2, "server"), ("ab${user", 2, nil),
        ("${text}", 2, nil), ("${text(0)}", 2, nil), ("${text(9..3)}", 2, nil),
        ("${text(2000000)}", 2, nil), ("${random(6)}", 2, nil), ("${random(6..1)}", 2, nil),
        ("${csv}", 2, nil), ("${user(3)}", 2, "${user}"), ("${}", 2, nil), ("${elephant}", 2, nil),
    ])
    func `a bad variable is a problem at its place`(text: String, offset: Int, suggestion: String?)
    {
        let problems = parse(text).problems
        #expect(problems.map(\.offset) == [offset])
        #expect(problems.first?.suggestion == suggestion)
    }

    @Test func `all bad variables of a text are found`() {
        #expect(parse("${a} ${user} ${b}").problems.map(\.offset) == [2, 15])
    }

    @Test func `columns need an accounts file, and places may allow fewer names`() {
        var parser = TemplateParser()
        #expect(parser.parse("${csv.city}").problems.count == 1)
        parser.allowed = ["index", "domain"]
        #expect(parser.parse("${index}@${domain}").problems.isEmpty)
        #expect(parser.parse("${uuid}").problems[0].message.contains("${domain}, ${index}"))
    }

    @Test func `a literal template escapes its dollars`() {
        let template = Template(literal: "cost: $5 ${user}")
        #expect(template.literal == "cost: $5 ${user}")
        var parser = TemplateParser()
        #expect(parser.parse(template.source).template.literal == "cost: $5 ${user}")
    }
}
