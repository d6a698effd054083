/// A metric of a run; only meaningful with the catalogue that gave it out.
///
/// `public` because it goes with every stanza that is timed.
public struct MetricID: Hashable, Sendable, BitwiseCopyable, Codable {
    /// Its place in the catalogue.
    public let rawValue: UInt16

    init(_ rawValue: Int) { self.rawValue = UInt16(rawValue) }

    var index: Int { Int(rawValue) }
}

/// How the due instants of a metric's actions come about.
package enum MetricModel: String, CaseIterable, Sendable, Codable {
    /// From a schedule that does not wait for the server.
    case open
    /// From the end of the step before: a slow server slows it, so it cannot show queueing.
    case closed
}

/// What part a metric plays in `errors.rate` and in the verdict.
package enum MetricKind: String, CaseIterable, Sendable, Codable {
    /// Something that a session was asked to do.
    case action
    /// A part of a login; not an action of its own.
    case stage
}

/// The metrics of a run, all registered before it starts.
///
/// A base metric (`message`) is what its tagged ones (`message/talker`) add up to: whoever
/// registers a tagged one records only to that; the base follows when snapshots are merged.
///
/// Bounds: 4,096 metrics.
package struct MetricCatalogue: Sendable {
    /// What is known of a metric before the run.
    package struct Entry: Sendable, Equatable {
        package let name: String
        package let model: MetricModel
        package let kind: MetricKind
        /// The base of a tagged metric.
        package let base: MetricID?
    }

    /// Most metrics that a run may have.
    package static let limit = 4_096
    /// The parts of a login, in the order in which they happen.
    package static let stages = ["dns", "connect", "tls", "stream", "auth", "bind"]

    /// All metrics; an id is an index into them.
    package private(set) var entries: [Entry] = []
    private var known: [String: MetricID] = [:]

    package init() {}

    /// Registers `NAME`, or `NAME/TAG` together with its base; a name known already keeps its id.
    ///
    /// A base has the model `open` only if all that was registered under it has.
    ///
    /// - Parameter tag: the scenario or traffic that the actions belong to.
    package mutating func register(_ name: String, tag: String? = nil, model: MetricModel)
        -> MetricID
    {
        let base = insert(name, model: model, base: nil)
        if model == .closed, entries[base.index].model == .open {
            let entry = entries[base.index]
            entries[base.index] = Entry(
                name: entry.name, model: .closed, kind: entry.kind, base: nil)
        }
        guard let tag else { return base }
        return insert("\(name)/\(tag)", model: model, base: base)
    }

    /// The metric of that name, if it was registered.
    package subscript(name: String) -> MetricID? { known[name] }
    /// What was registered under the id.
    package subscript(id: MetricID) -> Entry { entries[id.index] }

    /// The metric whose response the time series has.
    var seriesMetric: MetricID? { self["message"] ?? self["login"] ?? ids.first }

    /// All metrics in the order of their registration.
    package var ids: [MetricID] { entries.indices.map(MetricID.init) }

    private mutating func insert(_ name: String, model: MetricModel, base: MetricID?) -> MetricID {
        if let id = known[name] { return id }
        precondition(entries.count < Self.limit, "more than \(Self.limit) metrics")
        let id = MetricID(entries.count)
        let family = base.map { entries[$0.index].name } ?? name
        let kind: MetricKind = Self.stages.contains(family) ? .stage : .action
        entries.append(Entry(name: name, model: model, kind: kind, base: base))
        known[name] = id
        return id
    }
}
