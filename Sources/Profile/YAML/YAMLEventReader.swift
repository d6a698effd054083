internal import CLibYAML

/// Reads the events of a YAML text through libyaml.
///
/// Lifetime: owns the parser and a copy of the input that the parser points into; both are freed
/// once, by `deinit`.
@safe struct YAMLEventReader: ~Copyable {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeMutableBufferPointer<UInt8>

    /// A place in the input; all counted from 0, `index` and `column` in Unicode scalars.
    struct Mark {
        var index: Int
        var line: Int
        var column: Int
    }

    /// An event with the stretch of input that it came from.
    struct Event {
        var kind: Kind
        var start: Mark
        var end: Mark
    }

    enum Kind {
        case streamStart
        case streamEnd
        case documentStart
        case documentEnd
        case alias(String)
        case scalar(String, isPlain: Bool, anchor: String?, tag: String?)
        case sequenceStart(anchor: String?, tag: String?)
        case sequenceEnd
        case mappingStart(anchor: String?, tag: String?)
        case mappingEnd
    }

    /// What libyaml found wrong; nothing can be read after it.
    struct SyntaxError: Error {
        var message: String
        /// Nil when only the byte is known.
        var mark: Mark?
        var byteOffset: Int
    }

    /// `bytes` must be UTF-8.
    init(_ bytes: [UInt8]) {
        unsafe input = .allocate(capacity: max(1, bytes.count))
        _ = unsafe input.update(fromContentsOf: bytes)
        unsafe parser = .allocate(capacity: 1)
        // It fails only when memory is exhausted.
        let isReady = unsafe yaml_parser_initialize(parser) == 1
        precondition(isReady, "out of memory")
        unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        unsafe yaml_parser_set_input_string(parser, input.baseAddress, bytes.count)
    }

    deinit {
        unsafe yaml_parser_delete(parser)
        unsafe parser.deallocate()
        unsafe input.deallocate()
    }

    mutating func next() throws(SyntaxError) -> Event {
        var event = unsafe yaml_event_t()
        guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw failure() }
        defer { unsafe yaml_event_delete(&event) }
        return unsafe Event(
            kind: Self.kind(of: event), start: Mark(event.start_mark), end: Mark(event.end_mark))
    }

    private func failure() -> SyntaxError {
        let state = unsafe parser.pointee
        var message = unsafe Self.string(state.problem) ?? "not valid YAML"
        if let context = unsafe Self.string(state.context), !context.isEmpty {
            message += unsafe " \(context) (line \(state.context_mark.line + 1))"
        }
        let isReaderError = unsafe state.error == YAML_READER_ERROR
        return unsafe SyntaxError(
            message: message, mark: isReaderError ? nil : Mark(state.problem_mark),
            byteOffset: Int(state.problem_offset))
    }

    private static func kind(of event: yaml_event_t) -> Kind {
        switch unsafe event.type {
        case YAML_STREAM_START_EVENT: return .streamStart
        case YAML_DOCUMENT_START_EVENT: return .documentStart
        case YAML_DOCUMENT_END_EVENT: return .documentEnd
        case YAML_ALIAS_EVENT:
            return unsafe .alias(string(event.data.alias.anchor) ?? "")
        case YAML_SCALAR_EVENT:
            let scalar = unsafe event.data.scalar
            let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            return unsafe .scalar(
                String(decoding: bytes, as: UTF8.self),
                isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE,
                anchor: string(scalar.anchor), tag: string(scalar.tag))
        case YAML_SEQUENCE_START_EVENT:
            let sequence = unsafe event.data.sequence_start
            return unsafe .sequenceStart(
                anchor: string(sequence.anchor), tag: string(sequence.tag))
        case YAML_SEQUENCE_END_EVENT: return .sequenceEnd
        case YAML_MAPPING_START_EVENT:
            let mapping = unsafe event.data.mapping_start
            return unsafe .mappingStart(anchor: string(mapping.anchor), tag: string(mapping.tag))
        case YAML_MAPPING_END_EVENT: return .mappingEnd
        default: return .streamEnd
        }
    }

    private static func string(_ pointer: UnsafePointer<UInt8>?) -> String? {
        unsafe pointer.map { unsafe String(cString: $0) }
    }

    private static func string(_ pointer: UnsafeMutablePointer<UInt8>?) -> String? {
        unsafe pointer.map { unsafe String(cString: $0) }
    }

    private static func string(_ pointer: UnsafePointer<CChar>?) -> String? {
        unsafe pointer.map { unsafe String(cString: $0) }
    }
}

extension YAMLEventReader.Mark {
    fileprivate init(_ mark: yaml_mark_t) {
        self.init(index: mark.index, line: mark.line, column: mark.column)
    }
}
