/// The style of a report's page: light, dark, narrow, and on paper.
///
/// Text of charts has another size where their units are smaller or larger than pixels.
enum PageStyle {
    static let text: StaticString = """
        :root{color-scheme:light dark;--page:#fff;--ink:#1b2330;--soft:#5b6675;--rule:#dfe4ea;
        --panel:#f6f8fa;--shade:#8a97a81c;--pale:#8fb1e3;--middle:#3f78c9;--strong:#173f82;
        --other:#c2570c;--faint:#7d8896;--bad:#b42318;--good:#1d7a3e;--warn:#8a5a00;
        --layer1:#173f82;--layer2:#3f78c9;--layer3:#8fb1e3;--layer4:#2b8a85;--layer5:#7cc3bb;
        --layer6:#c9a84c}
        @media screen and (prefers-color-scheme:dark){:root{--page:#12161c;--ink:#e3e8ef;
        --soft:#98a4b4;--rule:#2b333e;--panel:#1a2029;--shade:#93a1b51f;--pale:#3a66a8;
        --middle:#6ea0ea;--strong:#c0d8ff;--other:#f0974a;--faint:#8793a3;--bad:#ff8a7e;
        --good:#6fcf8f;--warn:#e5b454;--layer1:#3a66a8;--layer2:#6ea0ea;--layer3:#c0d8ff;
        --layer4:#2f8f89;--layer5:#85d1c8;--layer6:#d9bc66}}
        *{box-sizing:border-box}
        body{margin:0 auto;max-width:1180px;padding:28px 24px 64px;background:var(--page);
        color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",
        "Liberation Sans",sans-serif}
        h1{font-size:26px;line-height:1.25;margin:0 0 2px;overflow-wrap:anywhere}
        h2{font-size:18px;margin:44px 0 12px;padding-top:14px;border-top:1px solid var(--rule)}
        h3{font-size:15px;margin:24px 0 8px}p{margin:6px 0}
        a{color:inherit;text-decoration-color:var(--faint);text-underline-offset:3px}
        code{font:13px/1.45 ui-monospace,"DejaVu Sans Mono","Liberation Mono",monospace}
        .soft{color:var(--soft)}
        .judgement{display:grid;grid-template-columns:1fr 1fr;gap:12px;margin:20px 0 0}
        .judgement div{background:var(--panel);border-left:4px solid var(--faint);
        padding:12px 16px;border-radius:3px}
        .judgement b{font-size:20px;letter-spacing:.02em}
        .judgement .good{border-color:var(--good)}.judgement .warn{border-color:var(--warn)}
        .judgement .bad{border-color:var(--bad)}
        .good b{color:var(--good)}.warn b{color:var(--warn)}.bad b{color:var(--bad)}
        .sentence{font-size:18px;line-height:1.5;margin:22px 0 4px;max-width:60em}
        .sentence code{font-size:.85em}
        .tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(138px,1fr));gap:12px;
        margin:20px 0 0}
        .tiles div{background:var(--panel);padding:10px 14px;border-radius:3px}
        .tiles b{display:block;font-size:21px;font-weight:600;line-height:1.3;
        font-variant-numeric:tabular-nums}
        .tiles span{font-size:13px;color:var(--soft)}
        .reasons{padding:0;list-style:none;margin:14px 0 0}
        .reasons li{margin:8px 0;padding-left:16px;border-left:2px solid var(--rule)}
        .charts{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:26px 32px}
        figure{margin:0;min-width:0;break-inside:avoid}
        figcaption b{display:block;font-size:15px}
        figcaption{font-size:13px;color:var(--soft);line-height:1.4}
        figcaption b{color:var(--ink)}
        svg.chart{display:block;width:100%;height:auto;margin-top:4px;overflow:visible;
        touch-action:pan-y}
        svg.chart:focus-visible{outline:2px solid var(--middle)}
        svg text{font-size:12px;fill:var(--soft);font-variant-numeric:tabular-nums}
        svg .name{font-weight:600}
        .grid{stroke:var(--rule);fill:none}.axis{stroke:var(--faint);fill:none}
        .shaded{fill:var(--shade)}
        .line path{fill:none;stroke:currentColor;stroke-width:1.8;stroke-linejoin:round;
        stroke-linecap:round}
        .line.faint path{stroke-width:1.4;stroke-dasharray:4 3}
        .columns path{fill:currentColor}.heat path{fill:var(--middle)}
        .step1{opacity:.14}.step2{opacity:.26}.step3{opacity:.38}.step4{opacity:.5}
        .step5{opacity:.62}.step6{opacity:.75}.step7{opacity:.88}
        .cursor{stroke:var(--ink);stroke-width:1;fill:none;visibility:hidden}
        .mark{stroke:var(--bad);stroke-width:4}
        .pale{color:var(--pale)}.middle{color:var(--middle)}.strong{color:var(--strong)}
        .other{color:var(--other)}.faint{color:var(--faint)}svg .bad,.legend .bad{color:var(--bad)}
        svg .good,.legend .good{color:var(--good)}
        .layer1{color:var(--layer1)}.layer2{color:var(--layer2)}.layer3{color:var(--layer3)}
        .layer4{color:var(--layer4)}.layer5{color:var(--layer5)}.layer6{color:var(--layer6)}
        svg .name{fill:currentColor}
        .legend{font-size:13px;margin:4px 0 0}
        .legend span{margin-right:12px;white-space:nowrap}
        .legend span::before{content:"";display:inline-block;width:10px;height:10px;
        background:currentColor;margin-right:5px;border-radius:2px}
        .signs span::before{content:none}
        .signs svg{width:12px;height:12px;margin-right:5px;vertical-align:-1px}
        .points path{fill:currentColor;stroke:currentColor;stroke-width:1.7}
        .points .hollow{fill:var(--page)}
        .scroll{overflow-x:auto;margin:8px 0}
        table{border-collapse:collapse;font-size:13.5px;font-variant-numeric:tabular-nums}
        th,td{padding:5px 11px 5px 0;text-align:right;border-bottom:1px solid var(--rule);
        white-space:nowrap;vertical-align:top}
        th{font-weight:600;color:var(--soft);font-size:13px;vertical-align:bottom}
        th:first-child,td:first-child,.left{text-align:left}
        td.words{white-space:normal}
        td.wrap{white-space:normal;overflow-wrap:anywhere;min-width:16em}
        td .bar{display:inline-block;height:9px;background:var(--middle);border-radius:1px;
        vertical-align:baseline}
        td.track{text-align:left;width:120px;min-width:120px}td .bar.bad{background:var(--bad)}
        .failed{color:var(--bad);font-weight:600}.passed{color:var(--good)}
        [title]{text-decoration:underline dotted var(--faint);text-underline-offset:3px;
        cursor:help}
        details{border:1px solid var(--rule);border-radius:3px;margin:10px 0}
        summary{padding:8px 14px;cursor:pointer;background:var(--panel);overflow-wrap:anywhere}
        .talk{list-style:none;margin:0;padding:10px 14px}
        .talk li{display:grid;grid-template-columns:6.5em 1fr;gap:10px;margin:5px 0}
        .talk time{color:var(--soft);font-size:13px;text-align:right;
        font-variant-numeric:tabular-nums}
        .talk code{overflow-wrap:anywhere;white-space:pre-wrap;padding:3px 9px;border-radius:3px;
        width:fit-content;max-width:100%}
        .talk .out code{background:var(--panel);border-left:3px solid var(--middle)}
        .talk .in code{background:var(--panel);border-left:3px solid var(--other);
        margin-left:min(48px,10vw)}
        .talk .event code{color:var(--soft);font-family:inherit;font-style:italic;padding-left:0}
        dl{margin:0}dt{font-weight:600;margin-top:10px}dd{margin:0;color:var(--soft);max-width:60em}
        .facts{display:grid;grid-template-columns:max-content 1fr;gap:6px 20px}
        .facts dt{margin:0}.facts dd{overflow-wrap:anywhere}
        .terms{columns:2;column-gap:40px}.terms dt{break-after:avoid}.terms dd{break-inside:avoid}
        .terms dt:first-child{margin-top:0}
        th.group{color:var(--ink);padding-top:16px}
        #tip{position:fixed;pointer-events:none;visibility:hidden;background:var(--page);
        border:1px solid var(--faint);border-radius:3px;padding:6px 10px;font-size:13px;
        line-height:1.45;box-shadow:0 2px 8px #0003;z-index:2;white-space:nowrap;
        font-variant-numeric:tabular-nums}
        #tip b{display:block}#tip i{display:inline-block;width:9px;height:9px;margin-right:6px;
        border-radius:2px;background:currentColor}#tip span{color:var(--ink)}
        @media screen and (max-width:820px){.terms{columns:1}.charts{grid-template-columns:minmax(0,1fr)}}
        @media screen and (min-width:561px) and (max-width:820px){svg text{font-size:10px}}
        @media screen and (min-width:821px) and (max-width:1060px){svg text{font-size:15px}
        svg .spare{display:none}}
        @media screen and (max-width:560px){body{padding:18px 16px 48px}h1{font-size:22px}
        .judgement{grid-template-columns:1fr}.sentence{font-size:16px}
        .tiles{grid-template-columns:1fr 1fr}svg text{font-size:17px}
        svg .spare{display:none}
        .talk li{grid-template-columns:1fr;gap:0}.talk time{text-align:left}}
        @media print{body{max-width:none;padding:0;font-size:11px}.scroll{overflow:visible}
        h2,h3{break-after:avoid}h2{margin-top:20px}#tip{display:none}svg.chart{overflow:hidden}
        svg text{font-size:13px}svg .name{font-size:12px}svg .spare{display:none}
        .tiles{grid-template-columns:repeat(auto-fit,minmax(104px,1fr))}.charts{gap:14px 20px}.tiles b{font-size:15px}.sentence{font-size:13px}
        table,th,code,figcaption,.legend,.tiles span,.talk time{font-size:10px}
        figcaption b{font-size:12px}th,td{padding-right:8px}*{print-color-adjust:exact}}
        """
}
