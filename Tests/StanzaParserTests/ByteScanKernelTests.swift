import CByteScan
import StanzaParser
import StanzaParserOracles
import Testing

@Suite("The kernels")
struct ByteScanKernelTests {
    static let kernels: [ClamorKernel] = [
        CLAMOR_KERNEL_PORTABLE, CLAMOR_KERNEL_SSE2, CLAMOR_KERNEL_AVX2, CLAMOR_KERNEL_AVX512,
        CLAMOR_KERNEL_NEON,
    ].filter { clamor_kernel_is_available($0) }

    /// What a kernel finds.
    struct Scan: Equatable {
        var bytes: Int
        var stops: [Int] = []
        /// Where names end; one value for each byte.
        var outsideNames: [Bool] = []
    }

    private static func scan(_ kernel: ClamorKernel, _ bytes: [UInt8]) -> Scan {
        // What is not to be touched is seen by what it was.
        var stops = [UInt16](repeating: 7, count: CLAMOR_STOPS_ROOM + 1)
        var names = [UInt64](repeating: 7, count: CLAMOR_NAMES_ROOM + 1)
        let found = clamor_scan(kernel, bytes, bytes.count, &stops, &names)
        var scan = Scan(bytes: found.bytes)
        scan.stops = stops[..<found.stops].map(Int.init)
        let sentinels = stops[found.stops..<found.stops + CLAMOR_SENTINELS]
        #expect(sentinels.allSatisfy { $0 == found.bytes })
        #expect(stops.last == 7 && names.last == 7)
        func bit(_ index: Int) -> Bool { names[index / 64] >> UInt64(index % 64) & 1 != 0 }
        scan.outsideNames = (0..<found.bytes).map(bit)
        #expect((found.bytes..<found.bytes + 64).allSatisfy(bit))
        return scan
    }

    /// The same as the header defines it, with Swift's own decoder.
    private static func expected(_ bytes: [UInt8]) -> Scan {
        var scan = Scan(bytes: bytes.count - cutBytes(bytes))
        let window = bytes[..<scan.bytes]
        let invalid = firstInvalid(Array(window)) ?? bytes.count
        for (index, byte) in window.enumerated() {
            if byte < 0x20 || "<>&'\"".utf8.contains(byte) || byte >= 0x80 && index >= invalid {
                scan.stops.append(index)
            }
            let scalar = Unicode.Scalar(byte)
            let isInNames =
                scalar.isASCII && scalar.properties.isAlphabetic
                || "0123456789-._".unicodeScalars.contains(scalar)
            scan.outsideNames.append(!isInNames)
        }
        return scan
    }

    /// The bytes of a character that the end cuts and that others come before.
    private static func cutBytes(_ bytes: [UInt8]) -> Int {
        for back in 1...3 where back < bytes.count {
            switch bytes[bytes.count - back] {
            case 0x80..<0xC0: continue
            case 0xC0..<0xE0: return back < 2 ? back : 0
            case 0xE0..<0xF0: return back < 3 ? back : 0
            case 0xF0...: return back < 4 ? back : 0
            default: return 0
            }
        }
        return 0
    }

    /// The first byte of the first sequence that is not a character.
    private static func firstInvalid(_ bytes: [UInt8]) -> Int? {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var position = 0
        while true {
            switch decoder.decode(&iterator) {
            case .emptyInput: return nil
            case .error: return position
            case .scalarValue(let scalar):
                if scalar == "\u{FFFE}" || scalar == "\u{FFFF}" { return position }
                position += UTF8.width(scalar)
            }
        }
    }

    @Test("find each byte value, at each place, for each length")
    func findsAll() {
        var random = SeededRandom(seed: 7)
        for length in Array(0...130) + [1000, 4096, 16_384] {
            for share in [0, 2, 30] {
                let bytes = (0..<length).map { _ in
                    random.chance(30)
                        ? random.pick(Array("<>&'\"=a-_".utf8))
                        : UInt8.random(in: 0...(random.chance(share) ? 255 : 127), using: &random)
                }
                let expected = Self.expected(bytes)
                for kernel in Self.kernels where Self.scan(kernel, bytes) != expected {
                    Issue.record("\(kernel), \(bytes)")
                }
            }
        }
    }

    /// Sequences of two and three bytes, all of them, and of four, each a way of being amiss.
    private static func forEachSequence(_ body: ([UInt8]) -> Void) {
        for lead in UInt8(0x80)...0xFF {
            for second in UInt8.min...UInt8.max { body([lead, second]) }
        }
        let interesting: [UInt8] = [
            0x00, 0x26, 0x3C, 0x41, 0x7F, 0x80, 0x81, 0x8F, 0x90, 0x9F, 0xA0, 0xBD, 0xBE, 0xBF,
            0xC0, 0xC2, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xFF,
        ]
        for lead in UInt8(0xE0)...0xEF {
            for second in UInt8.min...UInt8.max {
                #if DEBUG
                for third in interesting { body([lead, second, third]) }
                #else
                for third in UInt8.min...UInt8.max { body([lead, second, third]) }
                #endif
            }
        }
        for lead in UInt8(0xF0)...0xFF {
            for second in interesting {
                for third in interesting {
                    for fourth in interesting { body([lead, second, third, fourth]) }
                }
            }
        }
    }

    @Test("know what is UTF-8 and a character, wherever in a block it stands")
    func utf8() {
        // Each sequence at one place, the next at the next one; borders are passed all the time.
        var place = 0
        Self.forEachSequence { sequence in
            place = place == 70 ? 0 : place + 1
            var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: place)
            // A character before it must not be taken for its part.
            if place % 3 == 2 { bytes[(place - 2)...] = [0xC3, 0xA9] }
            bytes += sequence
            if place % 5 != 0 { bytes += Array("y\u{10FFFF}<".utf8) }
            let expected = Self.expected(bytes)
            for kernel in Self.kernels where Self.scan(kernel, bytes) != expected {
                Issue.record("\(kernel), \(bytes)")
            }
        }
    }

    @Test("know a sequence that is amiss at each place of a block, among characters of each length")
    func utf8Places() {
        let amiss: [[UInt8]] = [
            [0x80], [0xC1, 0xBF], [0xC3, 0x28], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80],
            [0xEF, 0xBF, 0xBE], [0xEF, 0xBF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF],
            [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xFF],
        ]
        for filler in ["x", "é", "日", "🎈"] {
            for sequence in amiss {
                for place in 0...64 {
                    var bytes = Array("<".utf8)
                    while bytes.count < 64 + place { bytes += Array(filler.utf8) }
                    let expected = Self.expected(bytes + sequence + [0x78])
                    #expect(expected.stops.contains(bytes.count))
                    for kernel in Self.kernels {
                        #expect(Self.scan(kernel, bytes + sequence + [0x78]) == expected)
                        #expect(Self.scan(kernel, bytes) == Self.expected(bytes))
                    }
                }
            }
        }
    }

    @Test("are chosen once, the best that there is")
    func choice() {
        #expect(clamor_kernel_is_available(clamor_kernel_best()))
        #expect(clamor_kernel_best() == clamor_kernel_best())
        #expect(ByteScanKernel.best.isAvailable)
        #expect(ByteScanKernel.portable.isAvailable)
        #if arch(x86_64)
        #expect(ByteScanKernel.sse2.isAvailable)
        #expect(!ByteScanKernel.neon.isAvailable)
        #elseif arch(arm64)
        #expect(ByteScanKernel.best == .neon)
        #endif
    }

    @Test("fall back to the portable one where they are not available")
    func fallback() {
        for kernel in ByteScanKernel.allCases where !kernel.isAvailable {
            let read = Feeder.read(Array("<s><a b='\"'>x</a></s>".utf8), kernel: kernel)
            #expect(read.reading.end == .closed)
        }
    }
}
