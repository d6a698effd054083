import EventLoop
import Report
import Units

extension Environment {
    /// This machine and this tool, for the documents of the benchmarks.
    static var ofThisTool: Environment {
        collect(
            clamor: Version.current, openSSL: LibraryVersions.openSSL,
            libuv: LibraryVersions.libuv)
    }
}
