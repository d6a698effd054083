/// A size in bytes.
public struct ByteCount: Hashable, Comparable, Sendable, BitwiseCopyable {
    public var rawValue: Int

    @inlinable public init(_ rawValue: Int) { self.rawValue = rawValue }

    @inlinable public static func kibibytes(_ count: Int) -> Self { Self(count * 1_024) }
    @inlinable public static func mebibytes(_ count: Int) -> Self { Self(count * 1_048_576) }

    @inlinable public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
