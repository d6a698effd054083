/// Why a report, or a part of it, could not be written.
package enum ReportError: Error, Equatable, CustomStringConvertible {
    case exists(path: String)
    case cannotCreate(path: String, reason: String)
    case cannotRead(path: String, reason: String)
    /// The file is incomplete or missing.
    case cannotWrite(path: String, reason: String)

    /// What, where, why, and what to do.
    package var description: String {
        switch self {
        case .exists(let path):
            "the output directory \(path) exists already; name another with --output"
        case .cannotCreate(let path, let reason):
            "cannot create \(path): \(reason); name another directory with --output"
        case .cannotRead(let path, let reason): "cannot read \(path): \(reason)"
        case .cannotWrite(let path, let reason): "cannot write \(path): \(reason)"
        }
    }
}
