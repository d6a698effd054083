extension Array<Double> {
    /// The middle one, or the mean of the middle two.
    ///
    /// Bounds: at least one value.
    package var median: Double {
        precondition(!isEmpty, "no values have no median")
        let sorted = sorted()
        let middle = count / 2
        if count % 2 == 1 || sorted[middle - 1] == sorted[middle] { return sorted[middle] }
        return (sorted[middle - 1] + sorted[middle]) / 2
    }
}
