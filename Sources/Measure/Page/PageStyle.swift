enum PageStyle {
    static let css = """
        :root { color-scheme: light dark; --ground: #f6f7f9; --card: #fff; --ink: #16202c; --soft: #5d6b7c; --rule: #e2e6eb;
          --band: #8892a01a; --ok: #0f7b4b; --bad: #c4253a; --warn: #a25b00; --p50: #2563eb; --p90: #7c4ddb; --p99: #d97706;
          --max: #c4253a; --ready: #2f9e6e; --greeting: #6cb8e6; --connecting: #2563eb; --waiting: #e0a325; --failed: #c4253a;
          --closed: #8a95a3; --planned: #cfd6de }
        @media (prefers-color-scheme: dark) { :root { --ground: #0f141a; --card: #171e26; --ink: #e6ebf1; --soft: #93a1b1;
          --rule: #2a343f; --band: #a0aec01a; --ok: #4ac58c; --bad: #ff6b7d; --warn: #f0b04a; --p50: #6ea8fe; --p90: #b197fc;
          --p99: #ffb454; --max: #ff6b7d; --ready: #3fb984; --greeting: #7fc4ec; --connecting: #5b93f5; --waiting: #e6b450;
          --failed: #ff6b7d; --closed: #66727f; --planned: #36424e } }
        * { box-sizing: border-box }
        body { margin: 0; background: var(--ground); color: var(--ink);
          font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif }
        main { max-width: 1180px; margin: 0 auto; padding: 20px 20px 32px }
        header { background: var(--card); border: 1px solid var(--rule); border-left: 6px solid var(--ok); border-radius: 8px;
          padding: 16px 20px }
        header.failed { border-left-color: var(--bad) } header.bottleneck { border-left-color: var(--warn) }
        .verdict { margin: 0; font-size: 26px; font-weight: 700; color: var(--ok); line-height: 1.2 }
        .failed .verdict { color: var(--bad) } .bottleneck .verdict { color: var(--warn) }
        .verdict span { font-size: 15px; font-weight: 400; color: var(--soft); margin-left: 6px }
        h1 { margin: 8px 0 2px; font-size: 18px; overflow-wrap: anywhere } h2 { margin: 0 0 10px; font-size: 15px }
        .facts { margin: 0; color: var(--soft); overflow-wrap: anywhere }
        .reasons { margin: 10px 0 0; padding-left: 20px; color: var(--warn) }
        code { font: 13px ui-monospace, "SF Mono", Menlo, Consolas, monospace }
        section { align-self: stretch; background: var(--card); border: 1px solid var(--rule); border-radius: 8px; padding: 16px 20px; margin-top: 14px;
          min-width: 0 }
        .tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px; margin-top: 14px }
        .tile { background: var(--card); border: 1px solid var(--rule); border-radius: 8px; padding: 12px 14px; display: flex;
          flex-direction: column; min-width: 0 }
        .tile > span:first-child { color: var(--soft); font-size: 13px }
        .tile b { font-size: 24px; font-weight: 650; line-height: 1.25; font-variant-numeric: tabular-nums }
        .note { color: var(--soft); font-size: 13px; font-weight: 400 } p.note { margin: 10px 0 0 }
        .ok { color: var(--ok) } .bad { color: var(--bad) }
        .scroll { overflow-x: auto }
        table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
        th, td { padding: 5px 0 5px 18px; text-align: right; white-space: nowrap; border-top: 1px solid var(--rule); font-weight: 400 }
        thead th { border-top: 0; color: var(--soft); font-size: 13px; padding-top: 0 }
        tr > :first-child { text-align: left; padding-left: 0 } tbody tr:hover { background: var(--band) }
        .thresholds { max-width: 640px } .plain thead { display: none } .plain tr:first-child > * { border-top: 0 }
        .comparison tr > :last-child { text-align: left }
        .code { padding-left: 16px; color: var(--soft); overflow-wrap: anywhere; white-space: normal }
        .pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 14px; align-items: start }
        .judged { grid-template-columns: 2fr 3fr } .comparison th, .comparison td { padding-left: 12px }
        .plots { display: grid; grid-template-columns: 1fr 1fr; gap: 20px 24px }
        details { margin-top: 12px } details .scroll { margin-top: 8px } summary { cursor: pointer; color: var(--soft) } details .plots { margin-top: 14px }
        figure { margin: 0; min-width: 0 } figcaption { font-size: 14px; margin-bottom: 2px }
        .legend { display: flex; flex-wrap: wrap; gap: 2px 14px; font-size: 12px; color: var(--soft); margin-top: 2px; min-height: 18px }
        .legend i { display: inline-block; width: 12px; height: 3px; border-radius: 1px; margin-right: 5px; vertical-align: 3px;
          background: var(--c) }
        svg { display: block; width: 100%; height: auto } svg.narrow { display: none }
        text { font-size: 11px; fill: var(--soft); font-variant-numeric: tabular-nums }
        .grid { stroke: var(--rule); stroke-width: 1 } .axis, .tick-mark { stroke: var(--soft); stroke-width: 1; fill: none }
        .band { fill: var(--band) } .stage { font-size: 10px }
        .line { fill: none; stroke: var(--c); stroke-width: 1.6; stroke-linejoin: round } .line.max { stroke-width: 1; opacity: .8 }
        .dot { fill: var(--c) } .area { fill: var(--c); opacity: .85 } .bar { fill: var(--p50); opacity: .8 }
        .bar:hover { opacity: 1 } .mark { stroke: var(--c); stroke-dasharray: 3 3; fill: none } .mark-name { fill: var(--ink) }
        .limit { stroke: var(--bad); stroke-dasharray: 5 4; fill: none } .limit-name { fill: var(--bad); font-size: 10px }
        .hover { fill: transparent } .hover:hover { fill: var(--soft); fill-opacity: .18 }
        .p50, .now, .sent { --c: var(--p50) } .p90, .received { --c: var(--p90) } .p99 { --c: var(--p99) }
        .max, .errors { --c: var(--max) } .closes { --c: var(--p99) } .lost { --c: var(--p90) } .reconnects { --c: var(--p50) } .before { --c: var(--closed); stroke-dasharray: 5 3 }
        .ready { --c: var(--ready) } .greeting { --c: var(--greeting) } .connecting { --c: var(--connecting) }
        .waiting { --c: var(--waiting) } i.failed, .area.failed { --c: var(--failed) } .closed { --c: var(--closed) }
        .planned { --c: var(--planned) }
        footer { margin-top: 18px; color: var(--soft); font-size: 12px }
        @media (max-width: 900px) { .plots, .pair, .judged { grid-template-columns: 1fr } }
        @media (max-width: 560px) { main { padding: 10px 10px 24px } header, section { padding: 14px }
          svg.wide { display: none } svg.narrow { display: block } .tiles { grid-template-columns: 1fr 1fr; gap: 8px }
          .tile b { font-size: 20px } th, td { padding-left: 12px } .thresholds { width: 100% }
          .verdict span { display: block; margin: 4px 0 0 } .thresholds th, .thresholds td, .plain th, .plain td { white-space: normal }
          .comparison tr > :nth-child(2) { display: none } }
        @media print { body { background: none } section, header, .tile { break-inside: avoid } }

        """
}
