import StanzaParser

/// Documents and what becomes of them, rule by rule.
enum DocumentTable {
    /// Documents that break one rule. `¦` stands before the byte that the error is found at.
    struct Fault: CustomStringConvertible, Sendable {
        var reason: StreamParserError.Reason
        var documents: [String]

        var description: String { "\(reason)" }
    }

    /// What the documents stand after.
    static let header = "<s xmlns='u' xmlns:p='v'>"

    /// A document without its `¦`, and where that stood; nil: it had none.
    static func unmarked(_ document: String) -> (bytes: [UInt8], offset: Int?) {
        var bytes = Array(document.utf8)
        let mark = bytes.firstRange(of: "¦".utf8)
        if let mark { bytes.removeSubrange(mark) }
        return (bytes, mark?.lowerBound)
    }

    static let wellFormed: [String] = [
        "", " ", "\r\n\t ", "<a/>", "<a />", "<a></a>", "<a ></a >", "<a\n/>", "<a/><b/> <c/>",
        "<a b='1'/>", "<a b=\"1\"/>", "<a b = '1' c\t=\n\"2\"/>", "<a b='\"' c=\"'\"/>",
        "<a b='>'/>", "<a b=']]>'/>", "<a b='&lt;&amp;&gt;&apos;&quot;'/>", "<a b='\t\r\n'/>",
        "<a b=''/>", "<a b='/>'></a>", "<a>text</a>", "<a>'\"</a>", "<a>></a>", "<a>]]</a>",
        "<a>]]&gt;</a>", "<a>] ]></a>", "<a>]]\r></a>", "<a>/></a>", "<a>]]<b/>></a>",
        "<a>]]<![CDATA[]]>></a>", "<a>&#93;&#93;></a>",
        "<a>&lt;&amp;&gt;&apos;&quot;</a>", "<a>&#65;&#x41;&#x0000041;&#9;&#10;&#13;</a>",
        "<a>&#xD7FF;&#xE000;&#xFFFD;&#x10000;&#x10FFFF;</a>", "<a>\u{7F}\u{80}\u{9F}</a>",
        "<a>\u{FFFD}\u{E000}\u{D7FF}\u{10000}\u{10FFFF}</a>", "<a>\u{1FFFE}</a>",
        "<a><![CDATA[]]></a>", "<a><![CDATA[<&>'\"]] ]]]]></a>", "<a>x<![CDATA[é]]>]></a>",
        "<a><![CDATA[]]]><![CDATA[>]]></a>", "<a><![CDATA[<![CDATA[]]></a>", "<a>\r\n\r</a>",
        "<a><b><c/></b><b/>t</a>", "<é ü='ö'/>", "<日本/>", "<_:_ xmlns:_='x'/>", "<𐀀/>",
        "<a·b/>", "<a.b-c9/>", "<a\u{37D}\u{300}\u{203F}/>", "<p:a p:b='1' b='1'/>",
        "<p:é p:é='1' é='1'/>", "<a é='1' e\u{301}='2'/>", "<a xmlns=''/>",
        "<a xmlns=''><b xmlns='u'/></a>", "<a xmlns:q='w'><q:b/></a>", "<q:a xmlns:q='w'/>",
        "<q:a q:b='' xmlns:q='w'/>", "<a xml:lang='de'/>", "<a xml:a='' p:a='' a=''/>",
        "<a xmlns:xml='http://www.w3.org/XML/1998/namespace'/>", "<a xmlns:p='w'><p:b/></a>",
        "<a xmlns:xmlfoo='x'/>", "<a xmlns:q='v' p:x='1' q:y='2'/>", "<a xmlns:q='&#x76;'/>",
        "<a xmlns:q='v ' p:x='' q:x=''/>", "<a xmlns:q='http://www.w3.org/2000/XMLNS/'/>",
        "<a xmlnsx='x' xmln='y'/>", "<a xmlns='not a URI'/>", "<a b='日本語'/>", "<xml/>", "<xmlns/>",
        "<a/></s>", "</s>", "</s >\n",
    ]

    /// XML 1.0, fifth edition, and Namespaces in XML 1.0.
    static let malformed: [Fault] = [
        // §2.2, production 2.
        Fault(
            reason: .invalidCharacter,
            documents: [
                "<a>¦\u{01}</a>", "<a>¦\0</a>", "<a>¦\u{1F}</a>", "<a>é¦\u{08}</a>",
                "<a b='¦\u{0B}'/>", "<a>¦\u{FFFE}</a>", "<a>¦\u{FFFF}</a>", "<a>é¦\u{FFFF}</a>",
                "<a b='¦\u{FFFF}'/>", "<a><![CDATA[¦\u{02}]]></a>", "<a><![CDATA[¦\u{FFFE}]]></a>",
            ]),
        // §2.3, productions 4 and 4a; Namespaces §4, production 7.
        Fault(
            reason: .malformedName,
            documents: [
                "<¦>", "<¦ a/>", "<¦1/>", "<¦-a/>", "<¦.a/>", "<¦·a/>", "<¦\u{300}a/>", "<¦:a/>",
                "<a:¦/>", "<p:¦1/>", "<p:a¦:b/>", "<a¦\u{D7}/>", "<a b¦\u{F7}='1'/>", "<a ¦='1'/>",
                "<a ¦\u{01}/>", "<a¦\u{37E}/>", "<a¦\u{2000}/>", "<a¦\u{FFFF}/>", "<a¦\u{F0000}/>",
                "<a ¦1='1'/>", "<a xmlns:¦='x'/>", "<a xmlns:q¦:r='x'/>", "<a ¦:xmlns='x'/>",
                "<a xmlns:q='x' q:q¦:b=''/>", "<a ¦<b/></a>", "<a ¦&amp;/>", "<a><¦&amp;/></a>",
            ]),
        // §3.1, productions 40 to 44.
        Fault(
            reason: .malformedMarkup,
            documents: [
                "<a/¦ >", "<a/¦/>", "<a/¦<b/>", "<a b¦/>", "<a b¦>", "<a b=¦/>", "<a b=¦1/>",
                "<a b=¦>", "<a b ¦c='1'/>", "<a b='1' c¦/>", "<a b=¦&quot;1&quot;/>",
                "<a></a ¦b>", "<a></a\n¦/>", "<a><!¦ELEMENT></a>", "<a><!¦></a>", "<a><!-¦x></a>",
                "<a><![CDAT¦[]]></a>", "<a><![¦cdata[]]></a>", "<a><![CDATA¦]]></a>", "<!¦x>",
                "<a><!¦doctype></a>", "<a><?¦></a>", "<a><?¦ x?></a>", "<a><?¦1?></a>",
            ]),
        Fault(
            reason: .missingSpace,
            documents: [
                "<a b='1'¦c='2'/>", "<a b=''¦' />", "<a b='1'¦xmlns='x'/>", "<a¦='1'/>", "<a¦'/>",
                "<a¦\u{01}/>", "<a¦<b/></a>", "<a b='1'¦é='2'/>",
            ]),
        Fault(
            reason: .duplicateAttribute,
            documents: [
                "<a b='1' ¦b='2'/>", "<a b='1' c='' ¦b='1'/>", "<a é='1' ¦é='2'/>",
                "<a xmlns='x' ¦xmlns='y'/>", "<a xmlns:q='x' ¦xmlns:q='x'/>",
                "<a p:x='1' ¦p:x='2'/>", "<a xml:lang='' ¦xml:lang=''/>",
                "<a c='' d='' e='' f='' g='' h='' i='' j='' k='' ¦f=''/>",
                // Namespaces §6.3.
                "<a xmlns:q='v' p:x='1' ¦q:x='2'/>", "<a p:x='1' ¦q:x='2' xmlns:q='v'/>",
                "<a xmlns:q='&#118;' p:x='1' ¦q:x='2'/>",
                "<a xmlns:q='w' xmlns:r='w' r:x='' x='' ¦q:x=''/>",
                "<a xmlns:p='w' xmlns:q='v'><b xmlns:p='v' q:x='' ¦p:x=''/></a>",
            ]),
        Fault(
            reason: .lessThanInValue,
            documents: [
                "<a b='¦<'/>", "<a b='1/>¦<c/>", "<a b='1\"/>¦<c/>", "<a b=\"'¦<'\"/>",
                "<a xmlns='¦<'/>", "<a b='&lt;¦<'/>",
            ]),
        // §2.4, production 14.
        Fault(
            reason: .sectionEndInText,
            documents: [
                "<a>]]¦></a>", "<a>]]]¦></a>", "<a>x]]¦>x</a>", "<a>&#93;]]¦></a>",
                "<a><b/>]]¦></a>", "<a><![CDATA[]]>]]¦></a>", "<a>é]]¦></a>",
            ]),
        Fault(
            reason: .mismatchedEndTag,
            documents: [
                "<a></¦b>", "<a></a¦a>", "<ab></a¦>", "<a></¦ a>", "<a></¦p:a>", "<p:a></¦a>",
                "<p:a></p¦>", "<a><b></¦a></b>", "<a><b/></¦b></a>", "<a></¦>", "</¦t>", "</¦>",
                "<a></¦A>", "<a></¦/a>", "<a></¦s>", "<a></a¦/>", "<a></a¦<b/>",
                "<p:a xmlns:q='v'></¦q:a>",
            ]),
        // §4.1, productions 66 and 68.
        Fault(
            reason: .malformedReference,
            documents: [
                "<a>&¦</a>", "<a>&¦ </a>", "<a>&¦;</a>", "<a>&#¦;</a>", "<a>&#x¦;</a>",
                "<a>&#x¦G;</a>", "<a>&#¦a;</a>", "<a>&#¦-1;</a>", "<a>&#¦X41;</a>", "<a>&lt¦</a>",
                "<a>&¦1;</a>", "<a>&l¦ t;</a>", "<a>&am¦&amp;p;</a>", "<a>&#6¦x5;</a>",
                "<a>&#x4¦x1;</a>", "<a>&#¦</a>", "<a b='&¦'/>",
                "<a b='&lt¦'/>", "<a b=\"&#1¦\"/>", "<a>&¦×;</a>",
            ]),
        Fault(
            reason: .characterReferenceOutOfRange,
            documents: [
                "<a>¦&#0;</a>", "<a>¦&#8;</a>", "<a>¦&#x0;</a>", "<a>¦&#xD800;</a>",
                "<a>¦&#xDFFF;</a>", "<a>¦&#xFFFE;</a>", "<a>¦&#65535;</a>", "<a>¦&#x110000;</a>",
                "<a>¦&#99999999999999999999;</a>", "<a>¦&#x100000041;</a>", "<a b='¦&#x1F;'/>",
            ]),
        // §2.8, production 22.
        Fault(
            reason: .misplacedDeclaration,
            documents: ["¦<?xml version='1.0'?>", "<a>¦<?xml version='1.0'?></a>"]),
        Fault(
            reason: .contentAfterStream,
            documents: [
                "</s>¦<a/>", "</s>¦x", "</s>¦</s>", "</s>¦<!-- -->", "</s> ¦\0", "</s>\n¦&amp;",
            ]),
        // Namespaces §5.
        Fault(
            reason: .undeclaredPrefix,
            documents: [
                "<¦q:a/>", "<a ¦q:b='1'/>", "<¦xmlns:a/>", "<a><b xmlns:q='x'/><¦q:c/></a>",
                "<a ¦P:b=''/>", "<a ¦xmlnsx:b=''/>", "<a><b xmlns:q='x'></b><c ¦q:d=''/></a>",
                "<a p:b='' ¦pp:b=''/>", "<a xmlns:e\u{301}='x'><¦é:b/></a>",
            ]),
        // Namespaces §3.
        Fault(
            reason: .reservedNamespace,
            documents: [
                "<a ¦xmlns:xml='x'/>", "<a ¦xmlns:xml=''/>", "<a ¦xmlns:xmlns='x'/>",
                "<a ¦xmlns:xmlns='http://www.w3.org/2000/xmlns/'/>",
                "<a ¦xmlns:q='http://www.w3.org/XML/1998/namespace'/>",
                "<a ¦xmlns:q='http://www.w3.org/XML/1998/n&#97;mespace'/>",
                "<a ¦xmlns='http://www.w3.org/XML/1998/namespace'/>",
                "<a ¦xmlns:q='http://www.w3.org/2000/xmlns/'/>",
                "<a ¦xmlns='http://www.w3.org/2000/xmlns/'/>",
            ]),
        // Namespaces §2.2.
        Fault(
            reason: .emptyNamespaceForPrefix,
            documents: ["<a ¦xmlns:q=''/>", "<a ¦xmlns:p=\"\"/>", "<q:a ¦xmlns:q=''/>"]),
    ]

    /// RFC 6120 §11.1.
    static let restricted: [Fault] = [
        Fault(
            reason: .comment,
            documents: ["¦<!-- -->", "<a>¦<!-- --></a>", "¦<!--", "<a>¦<!--", "<a>x¦<!----></a>"]),
        Fault(
            reason: .processingInstruction,
            documents: [
                "¦<?php ?>", "<a>¦<?php ?></a>", "¦<?xml-stylesheet ?>", "<a>¦<?xmlx?></a>",
                "¦<?é?>", "<a>¦<?XML version='1.0'?></a>", "¦<?xml?>",
            ]),
        Fault(
            reason: .documentType,
            documents: ["¦<!DOCTYPE a>", "<a>¦<!DOCTYPE", "<a/>¦<!DOCTYPE>"]),
        Fault(
            reason: .entityReference,
            documents: [
                "<a>¦&nbsp;</a>", "<a b='¦&x;'/>", "<a>¦&AMP;</a>", "<a>¦&a:b;</a>", "<a>¦&é;</a>",
                "<a>¦&ltt;</a>", "<a>¦&apo;</a>", "<a b='&lt;¦&l;'/>", "<a xmlns='¦&u;'/>",
            ]),
    ]

    /// RFC 6120 §4.9.3.1: between stanzas there is white space only.
    static let misplaced: [Fault] = [
        Fault(
            reason: .textBetweenStanzas,
            documents: [
                "¦x", " ¦x", "<a/>¦x", "<a/>¦&amp;", "¦]", "¦\0", "¦\u{FEFF}", "¦é",
                "¦<![CDATA[x]]>", "<a/>¦'", "<a/>\r\n¦>", "¦\u{A0}", "¦\u{0C}",
            ])
    ]

    /// How streams begin; no reason: that it opens.
    static let beginnings: [(document: String, reason: StreamParserError.Reason?)] = [
        ("<s/>", nil), ("<s>", nil), (" <s>", nil), ("\n\n<s>", nil),
        ("<?xml version='1.0'?><s>", nil), ("<?xml version=\"1.0\" ?>\r\n<s>", nil),
        ("<?xml version='1.1'?><s>", nil), ("<?xml version='1.0' encoding='utf-8'?><s>", nil),
        ("<?xml version='1.0' encoding='Utf-8'?><s>", nil),
        ("<?xml\tversion = '1.0'\nencoding=\"UTF-8\" standalone='yes'?><s>", nil),
        ("<?xml version='1.0' standalone='no'?><s>", nil),
        (" ¦<?xml version='1.0'?><s>", .misplacedDeclaration),
        ("<?xml version='1.0'?>¦<?xml version='1.0'?><s>", .misplacedDeclaration),
        ("¦<?xml?><s>", .processingInstruction), ("<?xml¦ ?><s>", .malformedDeclaration),
        ("<?xml version='2.0'¦?><s>", .malformedDeclaration),
        ("<?xml version='1.'¦?><s>", .malformedDeclaration),
        ("<?xml version='1.x'¦?><s>", .malformedDeclaration),
        ("<?xml¦ version=1.0?><s>", .malformedDeclaration),
        ("<?xml version='1.0'¦><s>", .malformedDeclaration),
        ("<?xml version='1.0'¦encoding='UTF-8'?><s>", .malformedDeclaration),
        ("<?xml¦ encoding='UTF-8'?><s>", .malformedDeclaration),
        ("<?xml¦ encoding='UTF-8' version='1.0'?><s>", .malformedDeclaration),
        ("<?xml version='1.0'¦ x='y'?><s>", .malformedDeclaration),
        ("<?xml version='1.0' standalone='yes'¦ encoding='UTF-8'?><s>", .malformedDeclaration),
        ("<?xml version='1.0' standalone='maybe'¦?><s>", .malformedDeclaration),
        ("<?xml version='1.0' encoding=''¦?><s>", .malformedDeclaration),
        ("<?xml version='1.0' encoding='8'¦?><s>", .malformedDeclaration),
        ("<?xml version='1.0' encoding='UTF 8'¦?><s>", .malformedDeclaration),
        ("<?xml version='1.0' encoding='¦UTF-16'?><s>", .encodingNotUTF8),
        ("<?xml version='1.0' encoding='¦ISO-8859-1'?><s>", .encodingNotUTF8),
        ("<?xml version='1.0' ¦é?><s>", .malformedDeclaration),
        ("<?xml version='1.0' ¦<?><s>", .malformedDeclaration),
        ("¦<?XML version='1.0'?><s>", .processingInstruction),
        ("¦<!DOCTYPE s><s>", .documentType), ("¦<!-- --><s>", .comment),
        ("¦<?x?><s>", .processingInstruction), ("¦x<s>", .textBeforeStream),
        ("¦\u{FEFF}<s>", .textBeforeStream), ("<¦/s>", .malformedMarkup),
        ("¦<![CDATA[]]>", .textBeforeStream), ("¦&amp;<s>", .textBeforeStream),
        ("¦\0<s>", .textBeforeStream), ("<s ¦xmlns:p=''>", .emptyNamespaceForPrefix),
        ("<¦p:s>", .undeclaredPrefix), ("<s a='' ¦a=''>", .duplicateAttribute),
        ("<s/>¦<a/>", .contentAfterStream),
    ]

    /// Not UTF-8, and which of the bytes cannot stand there. Source: RFC 3629 §4.
    static let encodings: [(bytes: [UInt8], offset: Int)] = [
        ([0x80], 0), ([0xBF], 0), ([0xC0, 0x80], 0), ([0xC1, 0xBF], 0), ([0xC3, 0x28], 1),
        ([0xC3, 0xC3], 1), ([0xE0, 0x80, 0x80], 1), ([0xE0, 0x9F, 0xBF], 1),
        ([0xE2, 0x28, 0xA1], 1), ([0xE2, 0x82, 0x28], 2), ([0xE2, 0x82, 0xC3], 2),
        ([0xED, 0xA0, 0x80], 1), ([0xED, 0xBF, 0xBF], 1), ([0xF0, 0x80, 0x80, 0x80], 1),
        ([0xF0, 0x8F, 0xBF, 0xBF], 1), ([0xF0, 0x9F, 0x98, 0x28], 3), ([0xF0, 0x9F, 0x28], 2),
        ([0xF4, 0x90, 0x80, 0x80], 1), ([0xF5, 0x80, 0x80, 0x80], 0), ([0xFE], 0), ([0xFF], 0),
        ([0xF8, 0x88, 0x80, 0x80, 0x80], 0),
    ]
}
