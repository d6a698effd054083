import Measurement
import Testing

@Suite struct MetricCatalogueTests {
    @Test func `A tagged metric comes with its base`() {
        var catalogue = MetricCatalogue()
        let tagged = catalogue.register("message", tag: "talker", model: .closed)
        #expect(catalogue["message/talker"] == tagged)
        #expect(catalogue[tagged].base == catalogue["message"])
        #expect(catalogue[tagged].name == "message/talker")
        #expect(catalogue.ids.count == 2)
    }

    @Test func `A name that is known keeps its number`() {
        var catalogue = MetricCatalogue()
        let first = catalogue.register("ping", model: .open)
        let again = catalogue.register("ping", model: .open)
        #expect(first == again)
        #expect(catalogue["pong"] == nil)
    }

    @Test func `A base is open only if all that belongs to it is`() {
        var catalogue = MetricCatalogue()
        let open = catalogue.register("message", tag: "traffic", model: .open)
        let base = catalogue[open].base
        #expect(base.map { catalogue[$0].model } == .open)
        let closed = catalogue.register("message", tag: "talker", model: .closed)
        #expect(base.map { catalogue[$0].model } == .closed)
        #expect(catalogue[open].model == .open)
        #expect(catalogue[closed].model == .closed)
    }

    @Test func `Parts of a login are no actions, tagged or not`() {
        var catalogue = MetricCatalogue()
        let auth = catalogue.register("auth", tag: "talker", model: .open)
        let login = catalogue.register("login", tag: "talker", model: .open)
        #expect(catalogue[auth].kind == .stage)
        #expect(catalogue[login].kind == .action)
    }
}
