internal import Glibc
package import Measurement

/// Where a run took place: what two runs must share to be comparable.
package struct Environment: Sendable, Equatable {
    /// The tool's version.
    package var clamor: String
    /// The compiler's language version.
    package var swift: String
    /// Name and version.
    package var operatingSystem: String
    /// The kernel's release.
    package var kernel: String
    /// As the machine names it.
    package var processorModel: String
    /// Logical processors that are on.
    package var processorCount: Int
    /// Version at run time.
    package var openSSL: String
    /// Version at run time.
    package var libuv: String
    /// `name` and `version` as the server told them (XEP-0092); nil until it is known.
    package var server: ServerVersion?

    /// An environment that is known; `collect` asks the machine.
    package init(
        clamor: String, swift: String, operatingSystem: String, kernel: String,
        processorModel: String, processorCount: Int, openSSL: String, libuv: String
    ) {
        (self.clamor, self.swift) = (clamor, swift)
        (self.operatingSystem, self.kernel) = (operatingSystem, kernel)
        (self.processorModel, self.processorCount) = (processorModel, processorCount)
        (self.openSSL, self.libuv) = (openSSL, libuv)
    }

    /// Asks this machine; what it does not tell is `unknown`.
    ///
    /// - Parameters: versions of the tool and of the libraries, which only their users know.
    package static func collect(clamor: String, openSSL: String, libuv: String) -> Environment {
        let release = fields(of: "/etc/os-release", separator: "=")
        let processor = fields(of: "/proc/cpuinfo", separator: ":")
        let kernel = readText("/proc/sys/kernel/osrelease").map { trim(Substring($0)) }
        return Environment(
            clamor: clamor, swift: swiftVersion,
            operatingSystem: release["PRETTY_NAME"] ?? "unknown", kernel: kernel ?? "unknown",
            processorModel: processor["model name"] ?? processor["CPU part"] ?? "unknown",
            processorCount: Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), openSSL: openSSL,
            libuv: libuv)
    }

    /// The compiler's language version, as far as it can be known when compiling.
    private static var swiftVersion: String {
        #if swift(>=6.4)
        "6.4 or later"
        #elseif swift(>=6.3)
        "6.3"
        #else
        "6.2"
        #endif
    }

    /// The first value of each key in lines of `key SEPARATOR value`.
    private static func fields(of path: String, separator: Character) -> [String: String] {
        var fields: [String: String] = [:]
        for line in (readText(path) ?? "").split(separator: "\n") {
            let parts = line.split(separator: separator, maxSplits: 1)
            guard parts.count == 2 else { continue }
            let key = trim(parts[0])
            if fields[key] == nil { fields[key] = trim(parts[1]) }
        }
        return fields
    }

    /// Without blanks and quotes at both ends.
    private static func trim(_ text: Substring) -> String {
        let isOutside: (Character) -> Bool = { $0.isWhitespace || $0 == "\"" }
        let start = text.drop(while: isOutside)
        return String(start.reversed().drop(while: isOutside).reversed())
    }

    private static func readText(_ path: String) -> String? {
        (try? InputFile.read(path)).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// As reports have it; a server that is not known has a name and a version that are null.
extension Environment: Codable {
    private enum CodingKeys: String, CodingKey {
        case clamor, swift, os, kernel
        case processorModel = "cpu_model"
        case processorCount = "cpu_count"
        case openSSL = "openssl"
        case libuv, server
    }

    private struct Server: Codable {
        let name: String?
        let version: String?
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) throws -> String {
            try container.decode(String.self, forKey: key)
        }
        self.init(
            clamor: try text(.clamor), swift: try text(.swift), operatingSystem: try text(.os),
            kernel: try text(.kernel), processorModel: try text(.processorModel),
            processorCount: try container.decode(Int.self, forKey: .processorCount),
            openSSL: try text(.openSSL), libuv: try text(.libuv))
        let told = try container.decode(Server.self, forKey: .server)
        if let name = told.name, let version = told.version {
            server = ServerVersion(name: name, version: version)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(clamor, forKey: .clamor)
        try container.encode(swift, forKey: .swift)
        try container.encode(operatingSystem, forKey: .os)
        try container.encode(kernel, forKey: .kernel)
        try container.encode(processorModel, forKey: .processorModel)
        try container.encode(processorCount, forKey: .processorCount)
        try container.encode(openSSL, forKey: .openSSL)
        try container.encode(libuv, forKey: .libuv)
        let told = Server(name: server?.name, version: server?.version)
        try container.encode(told, forKey: .server)
    }
}
