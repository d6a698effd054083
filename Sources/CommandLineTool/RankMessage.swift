import Report

/// What a rank tells the process that started it, a line of JSON each, on its standard output; the
/// lines of `RankRecord` that it writes into its report come there, too.
enum RankMessage: Codable, Equatable {
    /// Accounts that are as they should be, of those that are to be.
    case accounts(done: Int, of: Int)
    /// Set-up is done; it waits for the common start.
    case ready
    /// Something that the user has to know.
    case note(String)
    /// It ends without a report.
    case failed(String)
}
