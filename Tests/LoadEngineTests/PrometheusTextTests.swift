import Testing

@testable import LoadEngine

@Suite struct PrometheusTextTests {
    private static let text = #"""
        # HELP c2s_connections Connections of clients
        # TYPE c2s_connections gauge
        c2s_connections{host="a",type="c2s"} 12
        c2s_connections{host="b",type="c2s",} 30 1395066363000
        c2s_connections { host = "b" , type="c2s tls" } 100
        c2s_connections_total 7
        odd{text="a \"b\" \\ c\n"} 1.5e-2
        undefined NaN
        damaged{host="a 5
        memory +2.5E+7
        """#

    private func value(_ series: String) -> Double? {
        let series = PrometheusSeries(series)
        return PrometheusText(Self.text, names: [series.name]).value(of: series)
    }

    @Test func `a name is the sum over its labels`() {
        #expect(value("c2s_connections") == 142)
        #expect(value("c2s_connections_total") == 7)
        #expect(value("memory") == 25_000_000)
    }

    @Test func `labels choose among the samples`() {
        #expect(value(#"c2s_connections{host="b"}"#) == 130)
        #expect(value(#"c2s_connections{type="c2s",host="b"}"#) == 30)
        #expect(value(#"c2s_connections{host="c"}"#) == nil)
        #expect(value(#"odd{text="a \"b\" \\ c\n"}"#) == 0.015)
    }

    @Test func `what is no number or no sample is left out`() {
        for name in ["undefined", "damaged", "nothing", "c2s_connections{host", ""] {
            #expect(value(name) == nil, "\(name)")
        }
    }
}
