import StanzaParser
import XMPP

/// An attribute of the sender's stream header that its stanzas inherit: a namespace prefix or the
/// language. The receiver's stream does not have it, so it is written into the stanza.
///
/// Source: RFC 6120 §4.7.4, §8.1.5.
package struct InheritedAttribute: Equatable, Sendable {
    /// The name with its prefix, such as `xml:lang` or `xmlns:x`.
    package var name: String
    /// The attribute as it is written, with a space in front.
    package var text: [UInt8]

    /// The attributes that a stream header hands down to its stanzas.
    package static func all(in header: Span<UInt8>) -> [InheritedAttribute] {
        var tag = ServerStartTag(header)
        var found: [InheritedAttribute] = []
        while let attribute = tag.next() {
            let name = tag.text(attribute.name)
            let isPrefix = name.hasPrefix("xmlns:") && name != "xmlns:stream" && name != "xmlns:xml"
            guard isPrefix || name == "xml:lang" else { continue }
            // Quotes of the value's own kind cannot be in it.
            let whole = tag.text(attribute.name.lowerBound..<attribute.whole.upperBound)
            found.append(InheritedAttribute(name: name, text: Array(" \(whole)".utf8)))
        }
        return found
    }
}

extension StanzaWriter {
    /// Copies a stanza as it came, with another `from` and, if given, another `to`.
    ///
    /// `from` and `to` are attribute values, escaped already where they need it.
    package mutating func relay(
        _ stanza: Span<UInt8>, from: Span<UInt8>, to: Span<UInt8>? = nil,
        inherited: [InheritedAttribute] = []
    ) {
        var tag = ServerStartTag(stanza)
        raw(stanza.extracting(0..<tag.nameEnd))
        raw(" from='")
        raw(from)
        raw("'")
        if let to {
            raw(" to='")
            raw(to)
            raw("'")
        }
        var copied = tag.nameEnd
        var given: UInt64 = 0
        while let attribute = tag.next() {
            if tag.equals(attribute.name, "from") || (to != nil && tag.equals(attribute.name, "to"))
            {
                raw(stanza.extracting(copied..<attribute.whole.lowerBound))
                copied = attribute.whole.upperBound
            } else if !inherited.isEmpty {
                for (index, candidate) in inherited.enumerated()
                where tag.equals(attribute.name, candidate.name) {
                    given |= 1 << UInt64(index)
                }
            }
        }
        for (index, attribute) in inherited.enumerated() where given & 1 << UInt64(index) == 0 {
            raw(attribute.text.span)
        }
        raw(stanza.extracting(copied..<stanza.count))
    }

    /// Copies a stanza and puts an element before its end tag.
    package mutating func relay(_ stanza: Span<UInt8>, appending child: Span<UInt8>) {
        var last = stanza.count - 1
        while last > 0 && stanza[last] != UInt8(ascii: "<") { last -= 1 }
        if last == 0 {
            // A tag that is both start and end: it ends with "/>".
            let tag = ServerStartTag(stanza)
            raw(stanza.extracting(0..<(stanza.count - 2)))
            raw(">")
            raw(child)
            raw("</")
            raw(stanza.extracting(1..<tag.nameEnd))
            raw(">")
        } else {
            raw(stanza.extracting(0..<last))
            raw(child)
            raw(stanza.extracting(last..<stanza.count))
        }
    }
}
