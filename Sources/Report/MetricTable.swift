internal import Measurement

/// The metrics of a report: an object with a key for each.
///
/// They stand in one order whatever the file had: the parts of a login as they happen, then the
/// actions by name, each followed by its parts by scenario and traffic.
package struct MetricTable: Codable, Sendable, Equatable {
    package let all: [MetricDocument]

    init(_ metrics: [MetricDocument]) {
        all = metrics.sorted { Self.place(of: $0) < Self.place(of: $1) }
    }

    /// The metric of that name, if anything happened to it.
    package subscript(name: String) -> MetricDocument? { all.first { $0.name == name } }

    private static func place(of metric: MetricDocument) -> (Int, String, String) {
        let family = metric.base ?? metric.name
        let early = MetricCatalogue.stages + ["register", "login"]
        return (early.firstIndex(of: family) ?? early.count, family, metric.name)
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: NameKey.self)
        self.init(
            try container.allKeys.map { key in
                var metric = try container.decode(MetricDocument.self, forKey: key)
                metric.name = key.stringValue
                return metric
            })
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: NameKey.self)
        for metric in all {
            try container.encode(metric, forKey: NameKey(metric.name))
        }
    }
}
