/// A parser that can be timed and asked what it saw.
///
/// Each call reads a stream from its header to its end, in chunks of `chunk` bytes.
package protocol BenchmarkParser: AnyObject {
    var name: ParserName { get }

    /// Of the library that runs.
    var version: String { get }

    /// Makes ready for a stream, outside what is timed.
    func prepare()

    /// Reads with handlers that do nothing: what is timed.
    ///
    /// Throws: when the parser refuses the stream.
    func parse(_ input: Span<UInt8>, chunk: Int) throws(ParserRefusal)

    /// Reads with handlers that take down everything.
    ///
    /// Throws: when the parser refuses the stream.
    func observe(_ input: Span<UInt8>, chunk: Int) throws(ParserRefusal) -> Observation
}

/// A stream that a parser did not take to its end.
package struct ParserRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    package let parser: ParserName
    /// In the parser's own words, with the place.
    package let reason: String

    package var description: String { "\(parser.rawValue) refuses the input: \(reason)" }
}
