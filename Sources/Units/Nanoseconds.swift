/// A span of time in whole nanoseconds; may be negative.
///
/// Bounds: ±292 years. Arithmetic traps on overflow.
public struct Nanoseconds: Hashable, Comparable, Sendable, BitwiseCopyable {
    public var rawValue: Int64

    @inlinable public init(_ rawValue: Int64) { self.rawValue = rawValue }

    public static let zero = Nanoseconds(0)

    @inlinable public static func microseconds(_ count: Int64) -> Self { Self(count * 1_000) }
    @inlinable public static func milliseconds(_ count: Int64) -> Self { Self(count * 1_000_000) }
    @inlinable public static func seconds(_ count: Int64) -> Self { Self(count * 1_000_000_000) }

    /// Nearest whole nanosecond to a number of seconds.
    @_disfavoredOverload  // an integer literal means the exact form
    @inlinable public static func seconds(_ count: Double) -> Self {
        Self(Int64((count * 1e9).rounded()))
    }

    /// The span in seconds, for arithmetic on rates and for display.
    @inlinable public var inSeconds: Double { Double(rawValue) / 1e9 }

    @inlinable public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    @inlinable public static func + (a: Self, b: Self) -> Self { Self(a.rawValue + b.rawValue) }
    @inlinable public static func - (a: Self, b: Self) -> Self { Self(a.rawValue - b.rawValue) }
    @inlinable public static func * (a: Self, b: Int64) -> Self { Self(a.rawValue * b) }
    @inlinable public static func / (a: Self, b: Int64) -> Self { Self(a.rawValue / b) }
}

/// As a plain number.
extension Nanoseconds: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(Int64.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
