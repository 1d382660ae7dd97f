"""Talaria's histograms and PyPI's hdrhistogram read each other.

usage: histograms.py TALARIA     run.json files are written with hdrhistogram, merged by `talaria report`, and read back"""
import json, os, subprocess, sys, tempfile
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import run_json
from hdrh.histogram import HdrHistogram
from hdrh.log import HistogramLogReader

talaria = sys.argv[1]
failed = 0


def check(what, got, want):
    global failed
    if got != want:
        failed += 1
        print(f"  FAIL {what}: {got!r}, not {want!r}")


with tempfile.TemporaryDirectory(prefix="talaria-histograms-") as folder:
    shards, everything = [], {}
    for index in range(10):
        path = f"{folder}/{index}.json"
        record, values = run_json.run(seed=index, seconds=30, rate=100, shard=(index + 1, 10), stall=20,
                                      thresholds=[("reply.p50", "< 1s")])
        # Shards are parts of one run, which has one seed.
        record["plan"]["seed"] = "1"
        run_json.write(path, record)
        shards.append(path)
        for name, column in values.items():
            everything.setdefault(name, []).extend(column)
    done = subprocess.run([talaria, "report", *shards, "--format", "json", "--out", f"{folder}/merged.json",
                           "--hlog", f"{folder}/merged.hlog"], capture_output=True, text=True, timeout=60)
    check("exit code", (done.returncode, done.stderr), (0, ""))
    merged = json.loads(done.stdout)
    check("merged.json", json.load(open(f"{folder}/merged.json")), merged)
    for name, values in everything.items():
        whole = run_json.histogram(values)
        ours = merged["metrics"][name]
        # Ours, as read by hdrhistogram, against hdrhistogram's own of all values; and the figures that we say ourselves.
        read = HdrHistogram.decode(ours["histogram"])
        check(f"{name}, count", (read.get_total_count(), ours["count"]), (len(values), len(values)))
        for percentile in (0, 1, 10, 25, 50, 75, 90, 95, 99, 99.9, 99.99, 100):
            check(f"{name}, {percentile} %", read.get_value_at_percentile(percentile),
                  whole.get_value_at_percentile(percentile))
        for key, percentile in run_json.STATS:
            check(f"{name}.{key}", ours[key], whole.get_value_at_percentile(percentile) / 1000)
        check(f"{name}.max", ours["max"], whole.get_max_value() / 1000)
        check(f"{name}.mean", ours["mean"], round(whole.get_mean_value()) / 1000)
    # The log format, tag by tag.
    for name, values in everything.items():
        whole = run_json.histogram(values, 2)
        total = HdrHistogram(1, 3600000000, 2)
        reader = HistogramLogReader(f"{folder}/merged.hlog", HdrHistogram(1, 3600000000, 2))
        while True:
            interval = reader.get_next_interval_histogram()
            if interval is None:
                break
            if interval.get_tag() == name:
                total.add(interval)
        reader.close()
        check(f"{name} in the log", [total.get_value_at_percentile(p) for p in (1, 50, 99, 100)],
              [whole.get_value_at_percentile(p) for p in (1, 50, 99, 100)])
print(f"  10 shards of {sum(map(len, everything.values())):,} values: " + ("all the same" if not failed else f"{failed} differ"))
sys.exit(1 if failed else 0)
