internal import StanzaParser
internal import Units

/// Clamor's own parser.
package final class ClamorParser: BenchmarkParser {
    package let name = ParserName.clamor
    package let version = Version.current
    private var engine: StanzaEngine
    private var state = StreamState()

    init(kernel: ByteScanKernel) { engine = StanzaEngine(kernel: kernel) }

    package func prepare() { state = StreamState() }

    package func parse(_ input: Span<UInt8>, chunk: Int) throws(ParserRefusal) {
        try Self.read(input, chunk, &engine, &state) { _, _, _ in }
    }

    package func observe(_ input: Span<UInt8>, chunk: Int) throws(ParserRefusal) -> Observation {
        let observer = Observer()
        prepare()
        try Self.read(input, chunk, &engine, &state) { event, engine, piece in
            switch event {
            case .incomplete: break
            case .opened: Self.start(engine.element(in: piece), observer)
            case .stanza: Self.show(engine.element(in: piece), observer)
            case .closed: observer.end()
            }
        }
        return observer.observation
    }

    /// Inlined, so that a handler that does nothing costs nothing; with engine and state at hand, as
    /// each use of what a class has is checked for being the only one.
    @inline(__always)
    private static func read(
        _ input: Span<UInt8>, _ chunk: Int, _ engine: inout StanzaEngine,
        _ state: inout StreamState,
        _ handle: (StreamEvent, borrowing StanzaEngine, Span<UInt8>) -> Void
    ) throws(ParserRefusal) {
        do {
            var start = 0
            while start < input.count {
                let end = min(start + chunk, input.count)
                let piece = input.extracting(start..<end)
                var cursor = 0
                while true {
                    let event = try engine.next(&state, piece, &cursor)
                    if event == .incomplete { break }
                    handle(event, engine, piece)
                }
                start = end
            }
        } catch {
            throw ParserRefusal(parser: .clamor, reason: "\(error)")
        }
    }

    /// An element with what is in it.
    private static func show(_ element: borrowing ElementView, _ observer: Observer) {
        start(element, observer)
        element.withText { observer.text($0) }
        var child = element.firstChild
        while let current = child {
            show(current, observer)
            child = current.nextSibling
        }
        observer.end()
    }

    /// An element's start tag.
    private static func start(_ element: borrowing ElementView, _ observer: Observer) {
        observer.start(element.localNameBytes, namespace: element.namespaceBytes)
        element.forEachAttribute { name, value in
            let parts = name.utf8.split(separator: UInt8(ascii: ":"))
            let local = Array(parts[parts.count - 1])
            let namespace = parts.count == 1 ? "" : Self.namespace(of: Array(parts[0]), element)
            let names = (local: local, namespace: Array(namespace.utf8), value: Array(value.utf8))
            observer.attribute(
                names.local.span, namespace: names.namespace.span, value: names.value.span)
        }
    }

    /// What a prefix is bound to. `xml` is bound everywhere (Namespaces in XML §3).
    private static func namespace(of prefix: [UInt8], _ element: borrowing ElementView) -> String {
        if prefix.elementsEqual("xml".utf8) { return "http://www.w3.org/XML/1998/namespace" }
        var found = ""
        element.forEachNamespaceInScope { candidate, namespace in
            if prefix.elementsEqual(candidate.utf8) { found = namespace }
        }
        return found
    }
}
