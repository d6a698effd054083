import LoadEngine

/// What the process that started a rank tells it once it runs, a line of JSON each.
enum RankInstruction: Codable, Equatable {
    /// The load ends: over all ranks, a threshold failed that was to hold while the run lasts.
    case abort(by: String)
    /// The user changed the load.
    case load(LoadSetting)
}
