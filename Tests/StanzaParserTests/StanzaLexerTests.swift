import StanzaParser
import StanzaParserOracles
import Testing

/// What is well-formed, what is not, and what XMPP leaves out, wherever a read may end.
@Suite("Well-formedness")
struct StanzaLexerTests {
    static let header = "<s xmlns='u' xmlns:p='v'>"

    /// The documents stand after a stream header.
    static let allowed: [String] = [
        "", " ", "\r\n\t ", "<a/>", "<a />", "<a></a>", "<a ></a >", "<a\n/>", "<a/><b/> <c/>",
        "<a b='1'/>", "<a b=\"1\"/>", "<a b = '1' c\t=\n\"2\"/>", "<a b='\"' c=\"'\"/>",
        "<a b='>'/>", "<a b=']]>'/>", "<a b='&lt;&amp;&gt;&apos;&quot;'/>", "<a b='\t\r\n'/>",
        "<a>text</a>", "<a>'\"</a>", "<a>></a>", "<a>]]</a>", "<a>]]&gt;</a>", "<a>] ]></a>",
        "<a>&lt;&amp;&gt;&apos;&quot;</a>", "<a>&#65;&#x41;&#x0000041;&#9;&#10;&#13;</a>",
        "<a>&#xD7FF;&#xE000;&#xFFFD;&#x10000;&#x10FFFF;</a>", "<a>\u{7F}\u{80}\u{9F}</a>",
        "<a>\u{FFFD}\u{E000}\u{D7FF}\u{10000}\u{10FFFF}</a>", "<a>\u{1FFFE}</a>",
        "<a><![CDATA[]]></a>", "<a><![CDATA[<&>'\"]] ]]]></a>", "<a>x<![CDATA[é]]>]></a>",
        "<a><b><c/></b><b/>t</a>", "<é ü='ö'/>", "<日本/>", "<_:_ xmlns:_='x'/>",
        "<a·b/>", "<a.b-c9/>", "<p:a p:b='1' b='1'/>", "<a xmlns=''/>", "<a xmlns:q='w'><q:b/></a>",
        "<q:a xmlns:q='w'/>", "<a xml:lang='de'/>",
        "<a xmlns:xml='http://www.w3.org/XML/1998/namespace'/>",
        "<a xmlns:xmlfoo='x'/>", "<a xmlns:q='v' p:x='1' q:y='2'/>", "<a xmlns:q='&#x76;'/>",
        "<a b='日本語'/>", "<a/></s>", "</s>", "</s >\n",
    ]

    static let malformed: [String] = [
        "<>", "< a/>", "<a", "<a/", "<a/ >", "<a//>", "<1/>", "<-a/>", "<.a/>", "<·a/>", "<:a/>",
        "<a:/>", "<p:1/>", "<p:a:b/>", "<a b/>", "<a b=/>", "<a b=1/>", "<a b='1/><c/>",
        "<a b='1\"/><c/>",
        "<a b='1'c='2'/>", "<a b='1' b='2'/>", "<a b='<'/>", "<a b='&'/>", "<a b='&lt'/>",
        "<a ='1'/>", "<a b=''' />", "<a>&</a>", "<a>& </a>", "<a>&;</a>", "<a>&#;</a>",
        "<a>&#x;</a>", "<a>&#xG;</a>", "<a>&#a;</a>", "<a>&#-1;</a>", "<a>&#X41;</a>",
        "<a>&#0;</a>", "<a>&#8;</a>", "<a>&#xD800;</a>", "<a>&#xDFFF;</a>", "<a>&#xFFFE;</a>",
        "<a>&#x110000;</a>", "<a>&#99999999999999999999;</a>", "<a>&lt</a>", "<a>&1;</a>",
        "<a>]]></a>", "<a>]]]></a>", "<a>\u{01}</a>", "<a>\0</a>", "<a>\u{1F}</a>",
        "<a b='\u{0B}'/>", "<a>\u{FFFE}</a>", "<a>\u{FFFF}</a>", "<a b='\u{FFFF}'/>",
        "<a><![CDATA[\u{02}]]></a>", "<a><![CDATA[\u{FFFE}]]></a>", "<a><![CDAT[]]></a>",
        "<a><![cdata[]]></a>", "<a><!ELEMENT></a>", "<a><!></a>", "<a><!-x></a>", "<a><?></a>",
        "<a><? x?></a>", "<a><?1?></a>", "<a></b>", "<a></a", "<a></aa>", "<ab></a>", "<a></ a>",
        "<a></a b>", "<a></p:a>", "<p:a></a>", "<a><b></a></b>", "<a></>", "</t>", "</>",
        "<a><?xml version='1.0'?></a>", "<?xml version='1.0'?>", "<a\u{D7}/>", "<a b\u{F7}='1'/>",
        "<a b='1' c/>", "<q:a/>", "<a q:b='1'/>", "<a xmlns:q=''/>", "<a xmlns:xml='x'/>",
        "<a xmlns:xmlns='x'/>", "<a xmlns:q='http://www.w3.org/XML/1998/namespace'/>",
        "<a xmlns='http://www.w3.org/XML/1998/namespace'/>",
        "<a xmlns:q='http://www.w3.org/2000/xmlns/'/>",
        "<a xmlns='http://www.w3.org/2000/xmlns/'/>",
        "<xmlns:a/>", "<a xmlns:='x'/>", "<a xmlns:q:r='x'/>", "<a xmlns='x' xmlns='y'/>",
        "<a xmlns:q='v' p:x='1' q:x='2'/>", "<a xmlns:q='&#118;' p:x='1' q:x='2'/>",
        "<a><b xmlns:q='x'/><q:c/></a>", "</s><a/>", "</s>x", "</s></s>",
        "<a xmlns:q='x' q:q:b=''/>",
        "</s><!-- -->",
    ]

    static let restricted: [String] = [
        "<!-- -->", "<a><!-- --></a>", "<!--", "<a><!--", "<?php ?>", "<a><?php ?></a>",
        "<?xml-stylesheet ?>", "<a><?xmlx?></a>", "<?é?>", "<!DOCTYPE a>", "<a><!DOCTYPE",
        "<a>&nbsp;</a>", "<a b='&x;'/>", "<a>&AMP;</a>", "<a>&a:b;</a>", "<a>&é;</a>",
    ]

    static let badFormat: [String] = [
        "x", " x", "<a/>x", "<a/>&amp;", "]", "\0", "\u{FEFF}", "é", "<![CDATA[x]]>", "<a/>'",
    ]

    /// Not UTF-8.
    static let encodings: [[UInt8]] = [
        [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3, 0x28], [0xC3, 0xC3], [0xE0, 0x80, 0x80],
        [0xE0, 0x9F, 0xBF], [0xE2, 0x28, 0xA1], [0xE2, 0x82, 0x28], [0xE2, 0x82, 0xC3],
        [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
        [0xF0, 0x9F, 0x98, 0x28], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE],
        [0xFF],
        [0xF8, 0x88, 0x80, 0x80, 0x80],
    ]

    @Test("is granted to what XML and XMPP allow", arguments: allowed)
    func readsAllowed(document: String) {
        let reading = everyCut(document.utf8)
        #expect(reading.end == (document.contains("</s") ? .closed : .incomplete))
    }

    @Test("is denied to what XML does not allow", arguments: malformed)
    func refusesMalformed(document: String) {
        let reading = everyCut(document.utf8)
        let isCut = ["<a", "<a/", "<a></a"].contains(document)
        #expect(reading.end == (isCut ? .incomplete : .failed(.notWellFormed)))
    }

    @Test("does not save what XMPP leaves out", arguments: restricted)
    func refusesRestricted(document: String) {
        #expect(everyCut(document.utf8).end == .failed(.restrictedXML))
    }

    @Test("is not all that text between stanzas lacks", arguments: badFormat)
    func refusesText(document: String) {
        #expect(everyCut(document.utf8).end == .failed(.badFormat))
    }

    @Test("needs UTF-8 in text, values, names and sections", arguments: encodings)
    func refusesEncoding(bytes: [UInt8]) {
        for (before, after) in [
            ("<a>", "</a>"), ("<a b='", "'/>"), ("<a", "/>"), ("<a b", "='1'/>"),
            ("<a><![CDATA[", "]]></a>"), ("<a>&a", ";</a>"), ("<a>é", "é</a>"),
        ] {
            let document = Array(before.utf8) + bytes + Array(after.utf8)
            #expect(everyCut(document).end == .failed(.unsupportedEncoding))
        }
    }

    /// The stream's own beginning; what is expected of it; nil: that it opens.
    static let beginnings: [(String, StreamErrorCondition?)] = [
        ("<s/>", nil), ("<s>", nil), (" <s>", nil), ("\n\n<s>", nil),
        ("<?xml version='1.0'?><s>", nil), ("<?xml version=\"1.0\" ?>\r\n<s>", nil),
        ("<?xml version='1.1'?><s>", nil), ("<?xml version='1.0' encoding='utf-8'?><s>", nil),
        ("<?xml\tversion = '1.0'\nencoding=\"UTF-8\" standalone='yes'?><s>", nil),
        ("<?xml version='1.0' standalone='no'?><s>", nil),
        (" <?xml version='1.0'?><s>", .notWellFormed),
        ("<?xml version='1.0'?><?xml version='1.0'?><s>", .notWellFormed),
        ("<?xml?><s>", .restrictedXML), ("<?xml ?><s>", .notWellFormed),
        ("<?xml version='2.0'?><s>", .notWellFormed), ("<?xml version='1.'?><s>", .notWellFormed),
        ("<?xml version=1.0?><s>", .notWellFormed), ("<?xml version='1.0'><s>", .notWellFormed),
        ("<?xml version='1.0'encoding='UTF-8'?><s>", .notWellFormed),
        ("<?xml encoding='UTF-8'?><s>", .notWellFormed),
        ("<?xml encoding='UTF-8' version='1.0'?><s>", .notWellFormed),
        ("<?xml version='1.0' x='y'?><s>", .notWellFormed),
        ("<?xml version='1.0' standalone='maybe'?><s>", .notWellFormed),
        ("<?xml version='1.0' encoding=''?><s>", .notWellFormed),
        ("<?xml version='1.0' encoding='UTF 8'?><s>", .notWellFormed),
        ("<?xml version='1.0' encoding='UTF-16'?><s>", .unsupportedEncoding),
        ("<?xml version='1.0' encoding='ISO-8859-1'?><s>", .unsupportedEncoding),
        ("<?xml version='1.0' é?><s>", .notWellFormed),
        ("<?xml version='1.0' <?><s>", .notWellFormed),
        ("<?XML version='1.0'?><s>", .restrictedXML), ("<!DOCTYPE s><s>", .restrictedXML),
        ("<!-- --><s>", .restrictedXML), ("<?x?><s>", .restrictedXML), ("x<s>", .notWellFormed),
        ("\u{FEFF}<s>", .notWellFormed), ("</s>", .notWellFormed), ("<![CDATA[]]>", .notWellFormed),
        ("&amp;<s>", .notWellFormed), ("\0<s>", .notWellFormed),
    ]

    @Test("begins with the first byte of a stream", arguments: beginnings)
    func readsBeginning(document: String, condition: StreamErrorCondition?) {
        let bytes = Array(document.utf8)
        let whole = Feeder.read(bytes)
        #expect(whole.reading == ReferenceParser.read(bytes))
        if let condition {
            #expect(whole.reading.end == .failed(condition))
        } else {
            #expect(whole.reading.elements.count == 1)
        }
        for cut in 0...bytes.count {
            let read = Feeder.read(bytes, cuts: [cut])
            #expect(read == whole)
        }
        let read = Feeder.read(bytes, cuts: Array(0..<bytes.count))
        #expect(read == whole)
    }

    /// Reads a document after the header whole, byte by byte, and cut at each pair of places; all
    /// have to agree, to the byte that an error is found at.
    private func everyCut(_ document: some Sequence<UInt8>) -> Reading {
        let header = Array(Self.header.utf8)
        let document = Array(document)
        let bytes = header + document
        let whole = Feeder.read(bytes)
        #expect(whole.reading == ReferenceParser.read(bytes))
        let first = header.count
        let bytewise = Feeder.read(bytes, cuts: Array(0..<bytes.count))
        #expect(bytewise == whole)
        for one in 0...document.count {
            for other in one...min(document.count, one + Self.secondCuts) {
                let read = Feeder.read(bytes, cuts: [first + one, first + other])
                if read != whole {
                    Issue.record("cut at \(one) and \(other): \(read), whole: \(whole)")
                    return whole.reading
                }
            }
        }
        return whole.reading
    }

    /// How far apart two cuts are at most.
    private static let secondCuts = 24
}
