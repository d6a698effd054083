// swift-tools-version: 6.2
import PackageDescription

// Imports go down, and in the values layer only along the arrows of docs/architecture.md.
// `Tests/TidyTests` holds this table: a new edge is a decision, not an accident.

let swiftSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableExperimentalFeature("Lifetimes"),
]

let testSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableExperimentalFeature("Lifetimes"),
]

func library(
    _ name: String, _ dependencies: [Target.Dependency], settings: [SwiftSetting] = swiftSettings
) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// For the targets whose classes are on the path of every stanza. Debug builds, and so all tests,
/// check each access to a class's property at run time; in release builds these checks took a fifth
/// of a session's instructions.
let hotSettings =
    swiftSettings + [
        .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))
    ]

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: testSettings)
}

func system(_ name: String, pkgConfig: String, apt: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

let package = Package(
    name: "clamor",
    products: [
        .executable(name: "clamor", targets: ["clamor"]),
        .library(name: "StanzaParser", targets: ["StanzaParser"]),
    ],
    targets: [
        // C
        .target(
            name: "CByteScan", cSettings: [.unsafeFlags(["-O3"], .when(configuration: .debug))]),
        .target(name: "CAllocationCounter"),
        .target(name: "CInstructionCounter"),
        system("CLibUV", pkgConfig: "libuv", apt: "libuv1-dev"),
        system("COpenSSL", pkgConfig: "openssl", apt: "libssl-dev"),
        system("CLibXML2", pkgConfig: "libxml-2.0", apt: "libxml2-dev"),
        system("CLibYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev"),
        system("CGSASL", pkgConfig: "libgsasl", apt: "libgsasl-dev"),
        system("CCares", pkgConfig: "libcares", apt: "libc-ares-dev"),
        system("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),

        // values
        // libm: rounding of doubles; without Foundation nothing else links it.
        .target(
            name: "Units", swiftSettings: swiftSettings,
            linkerSettings: [.linkedLibrary("m")]),
        library("StanzaParser", ["CByteScan"]),
        library("Authentication", ["CGSASL"]),
        library("XMPP", ["StanzaParser", "Authentication", "Units"]),
        library("Measurement", ["Units"]),
        library("Profile", ["StanzaParser", "CLibYAML", "Units"]),
        library("Workload", ["Profile", "StanzaParser", "Units"]),

        // machinery
        library("EventLoop", ["CLibUV", "COpenSSL", "CCares", "Units"], settings: hotSettings),

        // engines
        library(
            "LoadEngine",
            [
                "EventLoop", "Workload", "Profile", "XMPP", "Authentication", "StanzaParser",
                "Measurement", "CLibXML2", "Units",
            ], settings: hotSettings),
        library(
            "LoopbackServer",
            [
                "EventLoop", "Workload", "Profile", "XMPP", "Authentication", "StanzaParser",
                "Units",
            ]),

        // surface
        library("Report", ["Measurement", "Profile", "CZlib", "Units"]),
        library(
            "Benchmark",
            [
                "LoadEngine", "LoopbackServer", "Report", "Measurement", "Profile", "Workload",
                "EventLoop", "StanzaParser", "CLibXML2", "CLibUV", "CAllocationCounter",
                "CInstructionCounter", "Units",
            ]),
        // Its `profiles` is a link to the folder at the top, whose files become part of the binary.
        .target(
            name: "CommandLineTool",
            dependencies: [
                "Benchmark", "Report", "LoadEngine", "LoopbackServer", "Profile", "Workload",
                "Measurement", "EventLoop", "XMPP", "StanzaParser", "Units",
            ],
            resources: [.embedInCode("profiles")],
            swiftSettings: swiftSettings),
        .executableTarget(
            name: "clamor", dependencies: ["CommandLineTool"], swiftSettings: swiftSettings),

        // tests
        tests("UnitsTests", ["Units"]),
        // What the tests and the fuzzers of the parser hold it against.
        .target(
            name: "StanzaParserOracles", dependencies: ["StanzaParser"],
            path: "Tests/StanzaParserOracles", swiftSettings: testSettings),
        tests(
            "StanzaParserTests",
            [
                "StanzaParser", "StanzaParserOracles", "CByteScan", "CLibXML2",
                "CAllocationCounter",
            ]),
        tests("AuthenticationTests", ["Authentication", "CGSASL", "COpenSSL"]),
        tests("XMPPTests", ["XMPP", "StanzaParser", "Authentication", "Units"]),
        tests("MeasurementTests", ["Measurement", "CAllocationCounter", "Units"]),
        tests("ProfileTests", ["Profile", "Units"]),
        tests("WorkloadTests", ["Workload", "Profile", "StanzaParser", "Units"]),
        .target(
            name: "LoopbackNameServer", dependencies: ["EventLoop"],
            path: "Tests/LoopbackNameServer",
            swiftSettings: testSettings),
        tests("EventLoopTests", ["EventLoop", "LoopbackNameServer", "Units"]),
        tests(
            "LoadEngineTests",
            [
                "LoadEngine", "LoopbackServer", "EventLoop", "Workload", "Profile", "XMPP",
                "Authentication", "StanzaParser", "Measurement", "Report", "Units",
            ]),
        tests(
            "LoopbackServerTests",
            [
                "LoopbackServer", "EventLoop", "Profile", "XMPP", "Authentication", "StanzaParser",
                "Units",
            ]),
        tests("ReportTests", ["Report", "Measurement", "Profile", "Units"]),
        tests("BenchmarkTests", ["Benchmark", "Report", "StanzaParser", "Units"]),
        tests(
            "CommandLineToolTests",
            [
                "CommandLineTool", "Report", "LoadEngine", "Profile", "Workload", "Measurement",
                "EventLoop", "XMPP", "Units",
            ]),
        tests("IntegrationTests", ["LoopbackNameServer"]),
        tests("TidyTests", []),
    ]
)

// `make fuzz` asks for this: libFuzzer with what it watches built for it. lld: gold cannot read the
// debug information of such objects.
if Context.environment["CLAMOR_FUZZ"] != nil {
    // The counter of allocations stands aside when it is built so.
    let forC = ["-fsanitize=fuzzer-no-link,address"]
    let watched = ["StanzaParser", "CByteScan", "CAllocationCounter"]
    for target in package.targets where watched.contains(target.name) {
        target.swiftSettings?.append(.unsafeFlags(["-sanitize=fuzzer,address"]))
        target.cSettings = (target.cSettings ?? []) + [.unsafeFlags(forC)]
    }
    package.targets.append(
        .executableTarget(
            name: "fuzzer", dependencies: ["StanzaParserOracles", "Benchmark"],
            path: "Tests/Fuzzer",
            swiftSettings: testSettings + [.unsafeFlags(["-parse-as-library"])],
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]))
}
