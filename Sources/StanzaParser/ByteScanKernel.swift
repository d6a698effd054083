internal import CByteScan

/// The instruction sets that reads can be scanned with.
public enum ByteScanKernel: Sendable, CaseIterable {
    case portable, sse2, avx2, avx512, neon

    /// The fastest that this processor can run; it is asked once.
    public static var best: ByteScanKernel {
        switch clamor_kernel_best() {
        case CLAMOR_KERNEL_SSE2: .sse2
        case CLAMOR_KERNEL_AVX2: .avx2
        case CLAMOR_KERNEL_AVX512: .avx512
        case CLAMOR_KERNEL_NEON: .neon
        default: .portable
        }
    }

    /// Whether this build has it and this processor can run it.
    public var isAvailable: Bool { clamor_kernel_is_available(kernel) }

    /// Its name in C.
    var kernel: ClamorKernel {
        switch self {
        case .portable: CLAMOR_KERNEL_PORTABLE
        case .sse2: CLAMOR_KERNEL_SSE2
        case .avx2: CLAMOR_KERNEL_AVX2
        case .avx512: CLAMOR_KERNEL_AVX512
        case .neon: CLAMOR_KERNEL_NEON
        }
    }
}
