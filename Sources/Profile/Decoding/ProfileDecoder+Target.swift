extension ProfileDecoder {
    /// Mechanisms that a profile may name (Authentication has them all).
    private static let mechanisms = [
        "SCRAM-SHA-256-PLUS", "SCRAM-SHA-1-PLUS", "SCRAM-SHA-256", "SCRAM-SHA-1", "DIGEST-MD5",
        "PLAIN", "EXTERNAL", "ANONYMOUS",
    ]

    mutating func target(_ node: YAMLNode) -> Target? {
        var reader = mapping(node, .target)
        let addressNode = reader.take("address")
        let addresses = addressNode.map { self.addresses($0) } ?? []
        let isLoopback = addresses.contains(.loopback)
        var domain = reader.take("domain").flatMap { self.domain($0) }
        if domain == nil, !reader.has("domain") {
            if isLoopback {
                domain = "localhost"
            } else {
                reportLack("'domain'", in: reader)
            }
        }
        let security = reader.take("security").flatMap {
            choice($0, "security", Target.Security.self)
        }
        let verification = reader.take("verify").flatMap { self.verification($0) }
        let resumption = reader.take("tls_resumption").flatMap { flag($0, "tls_resumption") }
        let mechanism = reader.take("mechanism").flatMap { self.mechanism($0) }
        let allowPlain = reader.take("allow_plain").flatMap { flag($0, "allow_plain") }
        let faults = reader.take("faults").map { self.faults($0) }
        finish(reader)
        if faults != nil, !isLoopback {
            report(
                reader.keyPosition("faults"),
                "faults are those of 'address: loopback'; clamor serve has them as options")
        }
        let target = Target(
            domain: domain ?? "", addresses: addresses, security: security ?? .startTLS,
            verification: verification ?? .system, tlsResumption: resumption ?? false,
            mechanism: mechanism, allowPlain: allowPlain ?? false,
            faults: faults ?? Faults())
        checkMechanism(of: target, reader.keyPosition("mechanism"))
        mechanismPosition = reader.keyPosition("mechanism")
        return target
    }

    private mutating func checkMechanism(of target: Target, _ position: SourcePosition) {
        guard let mechanism = target.mechanism, target.security == .none else { return }
        if mechanism.hasSuffix("-PLUS") {
            report(position, "\(mechanism) binds to TLS, but security is none")
        } else if mechanism == "PLAIN", !target.allowPlain, !target.usesLoopbackServer {
            report(position, "PLAIN without TLS sends passwords in the clear; allow_plain: on")
        }
    }

    private mutating func domain(_ node: YAMLNode) -> String? {
        guard let text = text(node, "domain") else { return nil }
        let forbidden: Set<Character> = ["@", "/", " ", "<", ">", "&", "'", "\""]
        guard text.utf8.count <= 1_023, !text.contains(where: forbidden.contains) else {
            report(node.position, "'\(text.clipped(to: 60))' is not a domain")
            return nil
        }
        return text
    }

    private mutating func verification(_ node: YAMLNode) -> Target.Verification? {
        switch text(node, "verify") {
        case nil: return nil
        case "system": return .system
        case "none": return Target.Verification.none
        case let path?:
            // A path has a slash or a suffix; a lone word is a mistake.
            if path.contains("/") || path.contains(".") { return .file(path) }
            reportChoice(node, "verify", path, ["system", "none", "the path of a CA file"])
            return nil
        }
    }

    private mutating func mechanism(_ node: YAMLNode) -> String? {
        guard let text = text(node, "mechanism") else { return nil }
        let name = text.uppercased()
        if Self.mechanisms.contains(name) { return name }
        reportChoice(node, "mechanism", text, Self.mechanisms)
        return nil
    }

    // MARK: Addresses

    /// One address, several with commas between them, or a list.
    private mutating func addresses(_ node: YAMLNode) -> [TargetAddress] {
        var addresses: [TargetAddress] = []
        var items = [node]
        if case .sequence = node.content { items = list(node, "address") }
        for item in items {
            guard let text = text(item, "address") else { continue }
            for part in text.split(separator: ",", omittingEmptySubsequences: false) {
                let trimmed = part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
                if let address = TargetAddress(String(trimmed)) {
                    addresses.append(address)
                } else {
                    let message =
                        "'\(String(trimmed).clipped(to: 60))' is not loopback, HOST, HOST:PORT "
                        + "or [IPv6]:PORT"
                    report(item.position, message)
                }
            }
        }
        if addresses.count > 1, addresses.contains(.loopback) {
            report(node.position, "loopback stands alone: it is this process's own server")
        }
        return addresses
    }

    // MARK: Accounts

    mutating func accounts(_ node: YAMLNode) -> Accounts? {
        var reader = mapping(node, .accounts)
        let file = reader.take("file").flatMap { text($0, "file") }
        hasAccountsFile = file != nil
        let count = reader.take("count").flatMap { integer($0, "count", in: 1...10_000_000) }
        let username = credential("username", in: &reader, default: "user${index}")
        let password = credential("password", in: &reader, default: "pass${index}")
        let registration = reader.take("register").flatMap {
            choice($0, "register", Accounts.Registration.self)
        }
        let rate = reader.take("register_rate").flatMap { self.rate($0, "register_rate") }
        let certificate = reader.take("certificate").flatMap {
            template($0, "certificate", allowed: ["index", "user", "domain"])
        }
        certificatePosition = reader.keyPosition("certificate")
        finish(reader)
        accountCount = count
        var source: Accounts.Source?
        if let file {
            source = .file(path: file, count: count)
            for key in ["username", "password"] where reader.has(key) {
                report(reader.keyPosition(key), "'\(key)' comes from the file '\(file)'")
            }
        } else if let count, let username, let password {
            source = .templates(count: count, username: username, password: password)
            if count > 1, !username.segments.contains(.field(.index)) {
                let message = "without ${index} all \(count) accounts have the same username"
                report(reader.keyPosition("username"), message)
            }
        } else if !reader.has("count"), !reader.has("file") {
            reportLack("'count' or 'file'", in: reader)
        }
        guard let source else { return nil }
        return Accounts(
            source: source, registration: registration ?? .never, registerRate: rate,
            certificate: certificate)
    }

    /// What target and accounts say together of certificates of clients.
    mutating func checkCertificates(_ target: Target, _ accounts: Accounts) {
        guard accounts.certificate != nil else {
            if target.mechanism == "EXTERNAL" {
                report(
                    mechanismPosition,
                    "EXTERNAL logs in with the account's certificate; add accounts.certificate")
            }
            return
        }
        if target.security == .none {
            report(certificatePosition, "a certificate is shown in TLS, but security is none")
        } else if target.tlsResumption, !accounts.sharesCertificate {
            report(
                certificatePosition,
                "a resumed TLS session would have another account's certificate; "
                    + "tls_resumption: off")
        }
    }

    private mutating func credential(
        _ key: String, in reader: inout MappingReader, default text: String
    ) -> Template? {
        guard let node = reader.take(key) else {
            var parser = TemplateParser()
            return parser.parse(text).template
        }
        // What is drawn at random would differ from one use to the next.
        return template(node, key, allowed: ["index", "domain"])
    }
}

extension TargetAddress {
    /// Reads `loopback`, `HOST`, `HOST:PORT`, `IPv6` or `[IPv6]:PORT`.
    package init?(_ text: String) {
        if text == "loopback" {
            self = .loopback
            return
        }
        var host = text[...]
        var portText: Substring?
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            host = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":"), host.contains(":") else { return nil }
            if !rest.isEmpty { portText = rest.dropFirst() }
        } else if let colon = text.firstIndex(of: ":"), colon == text.lastIndex(of: ":") {
            host = text[..<colon]
            portText = text[text.index(after: colon)...]
        }
        let isPlain = host.utf8.allSatisfy { byte in
            byte > 0x20 && byte != UInt8(ascii: "/") && byte != UInt8(ascii: "@")
        }
        guard !host.isEmpty, isPlain else { return nil }
        guard let portText else {
            self = .host(String(host), port: nil)
            return
        }
        guard let port = UInt16(portText), port > 0, !portText.hasPrefix("+") else { return nil }
        self = .host(String(host), port: port)
    }

    /// As a profile writes it.
    package var text: String {
        switch self {
        case .loopback: "loopback"
        case .host(let host, nil): host
        case .host(let host, let port?):
            host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        }
    }
}
