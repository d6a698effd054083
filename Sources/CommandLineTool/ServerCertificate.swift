import EventLoop
import FoundationEssentials

/// The certificate of `clamor serve`: the one that was named, or one made for the occasion, which
/// lies in a folder of its own as long as the server runs.
struct ServerCertificate {
    let context: TLSServerContext
    /// A file that clients can be told to trust.
    let path: String
    private let folder: String?

    init(_ invocation: Invocation, domain: String) throws(CommandFailure) {
        let certificate = invocation.value(of: .tlsCertificate)
        let key = invocation.value(of: .tlsKey)
        guard (certificate == nil) == (key == nil) else {
            let missing = certificate == nil ? Flag.tlsCertificate : Flag.tlsKey
            throw CommandFailure(
                .usage, "--\(missing.name) is missing: a certificate and its key come together")
        }
        do throws(TLSContextError) {
            if let certificate, let key {
                context = try TLSServerContext(certificatePath: certificate, keyPath: key)
                path = certificate
                folder = nil
                return
            }
            context = try TLSServerContext.selfSigned(domain: domain)
        } catch {
            throw CommandFailure(.usage, error.description)
        }
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("clamor-serve-\(UUID().uuidString)").path
        path = folder + "/ca.pem"
        self.folder = folder
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            try context.certificatePEM.write(toFile: path, atomically: true, encoding: .utf8)
        } catch {
            throw CommandFailure(.unreachable, "cannot write \(path): \(error)")
        }
    }

    /// Takes away what was made.
    func remove() {
        if let folder { try? FileManager.default.removeItem(atPath: folder) }
    }
}
