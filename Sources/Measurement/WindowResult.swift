package import Units

/// What the windows of a run showed of one figure: the worst of them, and how many there were.
///
/// Windows overlap: one ends with each interval of the time series.
package struct WindowResult: Sendable, Equatable {
    /// How long each is.
    package let length: Nanoseconds
    /// How many there were that anything could be said of.
    package var count = 0
    /// How many broke the condition.
    package var failed = 0
    /// Where the worst one began, from the start of the run.
    package var worstStart: Nanoseconds?
    /// What the worst one showed.
    package var worst = ObservedValue.noSamples

    package init(length: Nanoseconds) { self.length = length }
}
