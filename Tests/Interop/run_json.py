"""Writes run.json files as docs/run-json.md describes them, with PyPI's hdrhistogram and nothing of Talaria."""
import json, random
from hdrh.histogram import HdrHistogram

STATS = (("p50", 50), ("p90", 90), ("p99", 99), ("p999", 99.9))
COUNTERS = ("devices sent received errors closes lost repeated reordered reconnects bytes_in bytes_out").split()


def histogram(values, digits=3):
    made = HdrHistogram(1, 3600000000, digits)
    for value in values:
        made.record_value(value)
    return made


def figures(values):
    made = histogram(values)
    found = {"count": len(values), "mean": made.get_mean_value() / 1000, "unit": "ms"}
    for name, percentile in STATS:
        found[name] = made.get_value_at_percentile(percentile) / 1000
    found["max"] = made.get_max_value() / 1000
    found["histogram"] = made.encode().decode()
    return found


def run(seed=1, seconds=90, rate=400, shard=None, slower=1.0, stall=60, thresholds=(), bottleneck=()):
    """A run in which devices arrive for 20 s, and at second `stall` the server stands still for one second.

    Gives the run.json as a dictionary, and all values by metric."""
    draw = random.Random(seed)
    every = {"connect": [], "upgrade": [], "ready": [], "typing": [], "reply": [], "lag": []}
    points = {name: [] for name in every}
    counts = {name: [0] * seconds for name in COUNTERS}
    devices = {"ready": [0] * seconds, "planned": [0] * seconds, "waiting": [0] * seconds}
    errors, closes = [0] * seconds, [0] * seconds
    total, arrived = 5000, 0
    for second in range(seconds):
        here = {name: [] for name in every}
        fresh = total // 20 if second < 20 else 0
        arrived += fresh
        counts["devices"][second] = fresh
        here["connect"] = [int(draw.lognormvariate(5.8, 0.3)) for _ in range(fresh)]
        here["upgrade"] = [int(draw.lognormvariate(6.5, 0.4)) for _ in range(fresh)]
        here["ready"] = [int(draw.lognormvariate(7.6, 0.4)) for _ in range(fresh)]
        for _ in range(rate if second >= 5 else rate * second // 5):
            took = 50_000 * slower + draw.lognormvariate(7.0, 0.9)
            if draw.random() < 0.004:
                took += draw.lognormvariate(11, 0.5)
            if second == stall:
                took += draw.uniform(0, 1_000_000)
            here["reply"].append(int(took))
            here["typing"].append(int(draw.lognormvariate(6.2, 0.4)))
            here["lag"].append(int(draw.lognormvariate(4.5, 0.5)))
        sent = len(here["reply"])
        for name, value in (("sent", sent), ("received", 4 * sent), ("bytes_out", 92 * sent), ("bytes_in", 388 * sent)):
            counts[name][second] = value
        gone = 37 if stall <= second < stall + 4 else 0
        if second == stall:
            errors[second], closes[second] = 11, 37
            counts["errors"][second], counts["closes"][second] = 11, 37
        if second == stall + 4:
            counts["reconnects"][second] = 37
        devices["ready"][second] = arrived - gone
        devices["waiting"][second] = gone
        devices["planned"][second] = total - arrived
        for name in every:
            every[name] += here[name]
            points[name].append(here[name])
    series = {
        "interval": 1, "points": seconds, "counters": counts, "devices": devices,
        "errors": {"timeout": errors}, "closes": {"1006": closes},
        "metrics": {name: {"histogram": [histogram(values, 2).encode().decode() if values else None for values in column]}
                    for name, column in points.items()},
    }
    plan = {"file": "chat.load.json", "bots": ["bots/concierge.json"], "url": "ws://127.0.0.1:8787/ws", "devices": total,
            "seed": str(seed), "schedule": f"open, {rate}/s", "runs": 1,
            "stages": [{"name": "arrive", "from": 0, "to": 20}, {"name": "hold", "from": 20, "to": seconds}]}
    if shard:
        plan["shards"] = {"of": shard[1], "present": [shard[0]]}
    record = {
        "version": 1, "verdict": "passed", "plan": plan, "started": "2026-03-01T10:00:00Z", "seconds": seconds,
        "thresholds": [{"name": name, "want": want, "got": None, "ok": True} for name, want in thresholds],
        "counters": {name: sum(column) for name, column in counts.items()},
        "errors": {"timeout": sum(errors)}, "closes": {"1006": sum(closes)},
        "metrics": {name: figures(values) for name, values in every.items()}, "tags": {}, "series": series,
        "generator": {"version": "0.1.0", "workers": 2, "cores": 2, "cpu_seconds": 21.3, "memory": 28_600_000,
                      "memory_base": 20_100_000, "loop_lag": figures([draw.randrange(5, 400) for _ in range(1000)]),
                      "bottleneck": list(bottleneck)},
    }
    return record, every


def write(path, record):
    with open(path, "w") as file:
        json.dump(record, file)
