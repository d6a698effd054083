import CByteScan
import StanzaParser
import StanzaParserOracles
import Testing

@Suite("The kernels")
struct ByteScanKernelTests {
    static let kernels: [ClamorKernel] = [
        CLAMOR_KERNEL_PORTABLE, CLAMOR_KERNEL_SSE2, CLAMOR_KERNEL_AVX2, CLAMOR_KERNEL_NEON,
    ]

    /// The masks of a block as the header defines them.
    private func expected(_ bytes: ArraySlice<UInt8>) -> [UInt64] {
        var masks: [UInt64] = [0, 0, 0]
        for (bit, byte) in bytes.enumerated() {
            if "<>&".utf8.contains(byte) { masks[0] |= 1 << UInt64(bit) }
            if "'\"".utf8.contains(byte) { masks[1] |= 1 << UInt64(bit) }
            if !(0x20...0x7F).contains(byte) { masks[2] |= 1 << UInt64(bit) }
        }
        return masks
    }

    @Test("mark each byte value, at each place, for each length")
    func marks() {
        var random = SeededRandom(seed: 7)
        for kernel in Self.kernels where clamor_kernel_is_available(kernel) {
            for length in Array(0...130) + [1000, 4096] {
                let bytes = (0..<length).map { _ in
                    random.chance(30)
                        ? random.pick(Array("<>&'\"=".utf8))
                        : UInt8.random(in: 0...255, using: &random)
                }
                let blocks = (length + 63) / 64
                // One more than is needed, to see that it is left alone.
                let untouched = ClamorByteMarks(markup: 1, quotes: 2, special: 3)
                var marks = Array(repeating: untouched, count: blocks + 1)
                clamor_scan(kernel, bytes, length, &marks)
                for block in 0..<blocks {
                    let found = [marks[block].markup, marks[block].quotes, marks[block].special]
                    let slice = bytes[block * 64..<min(block * 64 + 64, length)]
                    #expect(found == expected(slice))
                }
                #expect(marks[blocks].markup == 1 && marks[blocks].special == 3)
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
