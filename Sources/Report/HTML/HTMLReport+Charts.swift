internal import Measurement
internal import Units

/// The charts of a report; one without anything to show is left out.
extension HTMLReport {
    func overTime(_ page: inout Markup) {
        if bins.groups.isEmpty { return }
        page.element("div", ["class": "charts"]) { page in
            throughput(&page)
            latencyOverTime(&page)
            online(&page)
            logins(&page)
            errorsOverTime(&page)
        }
        if !bins.unmeasured.isEmpty {
            page.element(
                "p", ["class": "soft"],
                text: "Shaded: warm-up and drain, which are in no figure of this report.")
        }
    }

    func latency(_ page: inout Markup) {
        guard latencies != nil else { return }
        var charts = Markup()
        heatMap(&charts)
        let series = run.intervalsMetric
        for name in series == "login" ? [series] : [series, "login"] {
            percentileCurve(name, &charts)
        }
        loginParts(&charts)
        if charts.text.isEmpty { return }
        page.element("div", ["class": "charts"]) { $0.append(charts) }
    }

    func machines(_ page: inout Markup) {
        if bins.groups.isEmpty { return }
        page.element("div", ["class": "charts"]) { page in
            lag(&page)
            busy(&page)
            serverCharts(&page)
        }
        serverCosts(&page)
    }

    // MARK: - Parts that all have

    var time: ChartAxis { .time(until: bins.end) }

    /// Lines over time.
    private func lines(
        _ title: String, _ note: String, _ y: ChartAxis, _ series: [ChartSeries],
        beyond: [Double] = [], _ page: inout Markup
    ) {
        page.figure(title, note) { page in
            LineChart(
                title: title, x: time, y: y, places: bins.middles, series: series,
                shaded: bins.unmeasured, beyond: beyond
            ).draw(into: &page)
        }
    }

    private func largest(_ series: [ChartSeries]) -> Double {
        series.flatMap(\.known).max() ?? 0
    }

    // MARK: - Throughput and sessions

    private func throughput(_ page: inout Markup) {
        guard run.intervals.contains(where: { $0.sent > 0 }) else { return }
        let isAsked =
            run.intervalsMetric == "message" && run.intervals.contains { ($0.due ?? 0) > 0 }
        let series = [
            isAsked
                ? ChartSeries("asked", .faint, bins.rates { $0.due ?? 0 })
                : ChartSeries("sent", .faint, bins.rates(\.sent)),
            ChartSeries("delivered", .middle, bins.rates(\.delivered)),
        ]
        lines(
            "Messages per second",
            isAsked
                ? "How many were due, and how many arrived."
                : "How many were sent, and how many arrived.",
            .amount("per second", upTo: largest(series)), series, &page)
    }

    private func online(_ page: inout Markup) {
        let series = [ChartSeries("online", .middle, bins.highest { Double($0.online) })]
        lines(
            "Sessions online", "Logged in at the end of each interval.",
            .amount("sessions", upTo: largest(series)), series, &page)
    }

    private func logins(_ page: inout Markup) {
        guard run.intervals.contains(where: { $0.logins > 0 }) else { return }
        columns(
            "Logins per second", "Sessions that came online.",
            [ChartSeries("per second", .middle, bins.rates(\.logins))], &page)
    }

    /// Events per second as columns over time.
    func columns(
        _ title: String, _ note: String, _ layers: [ChartSeries], _ page: inout Markup
    ) {
        page.figure(title, note) { page in
            ColumnChart(
                title: title, x: time,
                y: .amount("per second", upTo: ColumnChart.highest(layers)), edges: bins.edges,
                layers: layers, shaded: bins.unmeasured
            ).draw(into: &page)
        }
    }

    // MARK: - Latency

    /// By when it was due, as far as that is known, else by when it was done.
    private func latencyOverTime(_ page: inout Markup) {
        let name = run.intervalsMetric
        if run.intervals.contains(where: { $0.dueP50 != nil || ($0.dueUnfinished ?? 0) > 0 }) {
            let isGrouped = (bins.groups.first?.count ?? 1) > 1
            let series = [
                ChartSeries("p50", .pale, bins.highest(\.dueP50)),
                ChartSeries("p95", .middle, bins.highest(\.dueP95)),
                ChartSeries("p99", .strong, bins.highest(\.dueP99)),
            ]
            let beyond = zip(bins.middles, bins.groups).filter { _, rows in
                rows.contains { $0.dueP99 == nil && ($0.dueUnfinished ?? 0) > 0 }
            }.map(\.0)
            let note =
                "Response of \(name) by when it was due"
                + (isGrouped ? ", the worst interval of each point" : "")
                + (beyond.isEmpty ? "." : "; red marks at the top: a p99 that never finished.")
            lines(
                "Latency over time", note,
                .latency("response, log scale", of: series.flatMap(\.known)), series,
                beyond: beyond, &page)
            return
        }
        let series = doneSeries(name)
        guard series.contains(where: { !$0.known.isEmpty }) else { return }
        lines(
            "Latency over time", "Response of \(name) by when it was done.",
            .latency("response, log scale", of: series.flatMap(\.known)), series, &page)
    }

    private func doneSeries(_ name: String) -> [ChartSeries] {
        guard let entries = latencies?.entries[LatencyLog.tag(name, "response")] else {
            return [
                ChartSeries("p50", .pale, bins.highest(\.responseP50)),
                ChartSeries("p99", .strong, bins.highest(\.responseP99)),
            ]
        }
        let histograms = bins.histograms(entries)
        func values(_ percentile: Double) -> [Double?] {
            histograms.map { $0.percentile(percentile).map { Double($0.rawValue) } }
        }
        return [
            ChartSeries("max", .faint, values(100)), ChartSeries("p50", .pale, values(50)),
            ChartSeries("p95", .middle, values(95)), ChartSeries("p99", .strong, values(99)),
        ]
    }

    private func heatMap(_ page: inout Markup) {
        let name = run.intervalsMetric
        guard let entries = latencies?.entries[LatencyLog.tag(name, "response")] else { return }
        let histograms = bins.histograms(entries)
        guard let map = LatencyBands(histograms) else { return }
        page.figure(
            "When how long: \(name)",
            "How many responses took how long, by when they were done; the darker the more."
        ) { page in
            HeatMap(
                title: "Responses of \(name) by time and duration", x: time,
                y: map.axis("response, log scale"), edges: bins.edges, bands: map.edges,
                counts: map.counts
            ).draw(into: &page)
        }
    }

    /// Response beside service on the axis of HdrHistogram's plots.
    private func percentileCurve(_ name: String, _ page: inout Markup) {
        guard let latencies, let metric = run.metrics[name], metric.response.count > 0 else {
            return
        }
        let response = latencies.total(LatencyLog.tag(name, "response"))
        let service = latencies.total(LatencyLog.tag(name, "service"))
        guard response.count > 0 else { return }
        let curve = PercentileCurve(count: response.count + metric.unfinished)
        let series = [
            ChartSeries("service", .other, curve.values(service)),
            ChartSeries("response", .middle, curve.values(response, unfinished: metric.unfinished)),
        ]
        let note =
            "Response: from due; service: from sent. Where they part, actions waited to be sent."
            + (metric.unfinished > 0
                ? " \(metric.unfinished) never finished: the response ends where they begin." : "")
        page.figure("Percentiles of \(name)", note) { page in
            LineChart(
                title: "Percentiles of \(name)", x: curve.x,
                y: .latency("duration, log scale", of: series.flatMap(\.known)),
                places: curve.places, series: series
            ).draw(into: &page)
        }
    }

    /// Where the time of a login goes.
    private func loginParts(_ page: inout Markup) {
        guard let latencies else { return }
        var layers: [ChartSeries] = []
        guard let logins = run.metrics["bind"]?.response.count, logins > 0 else { return }
        for (stage, look) in zip(MetricCatalogue.stages, ChartSeries.Look.layers) {
            guard let entries = latencies.entries[LatencyLog.tag(stage, "response")],
                let all = run.metrics[stage]?.response.count
            else { continue }
            // A login has several stream headers.
            let times = (Double(all) / Double(logins)).rounded()
            let means = bins.histograms(entries).map { histogram in
                histogram.count == 0
                    ? nil : Double(histogram.sum) / Double(histogram.count) * max(times, 1)
            }
            layers.append(ChartSeries(stage, look, means))
        }
        if layers.isEmpty { return }
        page.figure(
            "Parts of a login",
            "Mean time of each part, stream headers as many as a login has. The client's own hashing "
                + "of passwords is in none."
        ) { page in
            ColumnChart(
                title: "Parts of a login", x: time,
                y: .span("mean duration", upTo: ColumnChart.highest(layers)), edges: bins.edges,
                layers: layers, shaded: bins.unmeasured
            ).draw(into: &page)
        }
    }

    // MARK: - Generator and server

    private func lag(_ page: inout Markup) {
        let series = [ChartSeries("p99", .middle, bins.highest(\.lagP99))]
        guard !series[0].known.isEmpty else { return }
        lines(
            "Lag of the generator",
            "How late actions went out, of all kinds: not the server's doing.",
            .latency("lag, log scale", of: series[0].known), series, &page)
    }

    private func busy(_ page: inout Markup) {
        let series = [ChartSeries("busy", .middle, bins.highest(\.busyRatio))]
        lines(
            "Busiest worker of the generator", "From 90 % on it would measure its own delay.",
            .share("share of the time"), series, &page)
    }

    private func serverCharts(_ page: inout Markup) {
        let looks: [ChartSeries.Look] = [.middle, .other, .strong, .pale]
        let sources = zip(run.serverUsage, looks)
        func series(_ value: (ServerUsage.Sample) -> Double?) -> [ChartSeries] {
            sources.map { usage, look in
                let points = usage.samples.compactMap { sample in
                    value(sample).map { (seconds: sample.time.inSeconds, value: $0) }
                }
                return ChartSeries(usage.source, look, bins.means(points))
            }.filter { !$0.known.isEmpty }
        }
        let cpu = series(\.cpuRatio)
        if !cpu.isEmpty {
            lines(
                "Processor time of the server", "100 % is one processor.",
                .share("share of a processor", upTo: largest(cpu)), cpu, &page)
        }
        let memory = series { $0.residentBytes.map { Double($0) } }
        if !memory.isEmpty {
            lines(
                "Memory of the server", "Resident.",
                .size("memory", upTo: largest(memory)), memory, &page)
        }
        for usage in run.serverUsage {
            for name in usage.series.names.prefix(Self.seriesLimit) {
                let points = usage.series[name].map {
                    (seconds: $0.time.inSeconds, value: $0.value)
                }
                let line = [ChartSeries("", .middle, bins.means(points))]
                guard !line[0].known.isEmpty else { continue }
                lines(name, usage.source, .amount("value", upTo: largest(line)), line, &page)
            }
        }
    }

    /// Series of a Prometheus endpoint that are drawn.
    private static let seriesLimit = 12

    private func serverCosts(_ page: inout Markup) {
        let figures = [
            run.server.cpuPerLogin?.inWords, run.server.cpuPerMessage?.inWords,
            run.server.memoryPerSessionBytes.map { ByteCount(Int($0)).inWords },
            run.server.cpuRatio?.inPercent,
            run.server.memoryPeakBytes.map { ByteCount(Int($0)).inWords },
        ]
        if figures.contains(where: { $0 != nil }) {
            page.table(["what the load costs the server", ""], left: [1]) { page in
                for (term, figure) in zip(MetricGlossary.server, figures) {
                    guard let figure else { continue }
                    page.element("tr") { page in
                        page.element("td", ["class": "words"], text: term.meaning)
                        page.element("td", ["class": "left"], text: figure)
                    }
                }
            }
        }
        for usage in run.serverUsage {
            if let note = usage.note {
                page.element("p", ["class": "soft"], text: "\(usage.source): \(note)")
            }
        }
    }
}
