"""compare_hlog.py REPORT: reads latency.hlog with the public HdrHistogram package and compares its
percentiles with those of run.json; ends with 1 when one is off by more than 1 %."""
import json
import sys

from hdrh.histogram import HdrHistogram
from hdrh.log import HistogramLogReader

report = sys.argv[1]
metrics = json.load(open(f"{report}/run.json"))["metrics"]
totals = {}
reader = HistogramLogReader(f"{report}/latency.hlog", HdrHistogram(1000, 3600 * 10**9, 3))
while (interval := reader.get_next_interval_histogram()) is not None:
    tag = interval.get_tag()
    if tag not in totals:
        totals[tag] = HdrHistogram(1000, 3600 * 10**9, 3)
    totals[tag].add(interval)

wrong = 0
for tag, histogram in sorted(totals.items()):
    name, _, kind = tag.rpartition(".")
    ours = metrics.get(name, {}).get(kind)
    if not ours or not ours["count"]:
        continue
    for percentile, key in ((50, "p50_ns"), (90, "p90_ns"), (99, "p99_ns"), (99.9, "p999_ns")):
        theirs = histogram.get_value_at_percentile(percentile)
        if ours[key] is None:
            continue
        # Below a microsecond the two name different ends of the same step.
        is_wrong = abs(theirs - ours[key]) > max(0.01 * ours[key], 1000)
        wrong += is_wrong
        print(tag, key, ours[key], theirs, "WRONG" if is_wrong else "")
    if histogram.get_total_count() != ours["count"]:
        wrong += 1
        print(tag, "count", ours["count"], histogram.get_total_count(), "WRONG")
sys.exit(1 if wrong else 0)
