internal import EventLoop
internal import Measurement
internal import Profile
internal import Units

/// Asks an endpoint for its metrics.
struct PrometheusProbe: Sendable {
    private static let mediaType = "text/plain;version=0.0.4"

    private let request: HTTPGet
    private let series: [PrometheusSeries]
    private let processorTime = PrometheusSeries("process_cpu_seconds_total")
    private let memory = PrometheusSeries("process_resident_memory_bytes")
    private let descriptors = PrometheusSeries("process_open_fds")

    /// Throws: when the endpoint does not answer, or lacks what was asked for.
    init(_ endpoint: PrometheusEndpoint, at address: SocketAddress) throws(UsageProbe.Failure) {
        let host = endpoint.host.contains(":") ? "[\(endpoint.host)]" : endpoint.host
        request = HTTPGet(
            address: address, host: "\(host):\(endpoint.port)", path: endpoint.path,
            accept: Self.mediaType)
        series = endpoint.series.map { PrometheusSeries($0) }
        let first = try read()
        if let missing = series.first(where: { first.series[$0.text] == nil }) {
            throw UsageProbe.Failure(reason: "it has no series '\(missing.text)'")
        }
        if first == UsageReading() {
            throw UsageProbe.Failure(
                reason: "it has no process_cpu_seconds_total; name series after a #")
        }
    }

    func read() throws(UsageProbe.Failure) -> UsageReading {
        let text: PrometheusText
        do throws(HTTPGet.Failure) {
            text = PrometheusText(
                String(decoding: try request.perform(), as: UTF8.self),
                names: Set((series + [processorTime, memory, descriptors]).map(\.name)))
        } catch {
            throw UsageProbe.Failure(reason: "\(error)")
        }
        func count(_ series: PrometheusSeries) -> UInt64? {
            text.value(of: series).flatMap { UInt64(exactly: $0.rounded()) }
        }
        var reading = UsageReading()
        reading.processorTime = text.value(of: processorTime).flatMap { seconds in
            seconds >= 0 && seconds < 1e9 ? .seconds(seconds) : nil
        }
        reading.residentBytes = count(memory)
        reading.descriptors = count(descriptors)
        for wanted in series { reading.series[wanted.text] = text.value(of: wanted) }
        return reading
    }
}
