/// Where something stands in what the profile was read from.
package struct SourcePosition: Hashable, Sendable {
    /// 0 for the profile's file, n for the n-th override.
    package var source: Int
    /// Counted from 1.
    package var line: Int
    /// Counted from 1, in Unicode scalars.
    package var column: Int

    package init(source: Int = 0, line: Int, column: Int) {
        self.source = source
        self.line = line
        self.column = column
    }
}
