/// The parsers that stand beside each other.
package enum ParserName: String, CaseIterable, Sendable {
    case clamor, libxml2, expat
}
