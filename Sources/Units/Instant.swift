/// A point on a monotonic clock, in nanoseconds since an origin that the clock's owner chose.
///
/// Instants of one run share one origin, so they compare across workers. They are never a time
/// of day.
public struct Instant: Hashable, Comparable, Sendable, BitwiseCopyable {
    public var nanoseconds: Int64

    @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// The clock's origin.
    public static let origin = Instant(nanoseconds: 0)
    /// Later than every instant of a run.
    public static let distantFuture = Instant(nanoseconds: .max)

    @inlinable public static func < (a: Self, b: Self) -> Bool { a.nanoseconds < b.nanoseconds }
    @inlinable public static func - (a: Self, b: Self) -> Nanoseconds {
        Nanoseconds(a.nanoseconds - b.nanoseconds)
    }
    @inlinable public static func + (a: Self, b: Nanoseconds) -> Self {
        Self(nanoseconds: a.nanoseconds + b.rawValue)
    }
    @inlinable public static func - (a: Self, b: Nanoseconds) -> Self {
        Self(nanoseconds: a.nanoseconds - b.rawValue)
    }
}

/// As a plain number of nanoseconds.
extension Instant: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(nanoseconds: try decoder.singleValueContainer().decode(Int64.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(nanoseconds)
    }
}
