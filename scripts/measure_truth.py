"""measure_truth.py CLAMOR [--rate N] [--seconds N]

What a report says of a server whose faults are known, on the real loop and real sockets: `clamor
serve` with faults, beside it `clamor run` with an open load. Prints what was injected, what the
report says, and how far they may lie apart; ends with 1 when something is off.

Counts are exact whatever else the machine does; times and verdicts want a quiet one.
"""
import argparse
import contextlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

SESSIONS = 8
WARMUP = 5

PROFILE = """\
title: Truth
target: {{domain: localhost, security: none}}
accounts:
  {{count: {sessions}, username: "user${{index}}", password: "pass${{index}}", register: if-missing}}
sessions:
  online: {sessions}
  scenarios:
    - {{name: member, steps: [login, presence, {{stay: until-end}}, logout]}}
{waiting}traffic:
  - message: {{to: online, body: "${{text(40)}}"}}
    name: open
    after: {warmup}s
    rate: {rate}/s
    spacing: even
warmup: {warmup}s
duration: {duration}s
drain: 3s
"""

# A session that sends only when the message before has come.
WAITING = """\
    - name: waiting
      steps: [login, presence, {repeat: 1000000, steps: [
        {message: {to: self, body: x, await: delivery, timeout: 5s}}, {pause: 50ms}]}]
"""


class Table:
    def __init__(self):
        self.is_right = True
        print(f"{'':28} {'injected':>12} {'reported':>12}   allowed")

    def add(self, what, injected, reported, allowed, is_right):
        self.is_right = self.is_right and is_right
        mark = "" if is_right else "   OFF"
        print(f"{what:28} {injected:>12} {reported:>12}   {allowed}{mark}", flush=True)

    def time(self, what, injected_ms, reported_ns, allowed_ms):
        reported = reported_ns / 1e6
        self.add(what, f"{injected_ms:.1f} ms", f"{reported:.2f} ms", f"{allowed_ms:.1f} ms off",
                 abs(reported - injected_ms) <= allowed_ms)

    def count(self, what, injected, reported):
        self.add(what, injected, reported, "exact", injected == reported)

    def word(self, what, expected, reported):
        self.add(what, expected, reported, "this", expected == reported)

    def verdict(self, what, expected, result):
        self.word(what, expected, result["verdict"]["status"])
        for reason in result["verdict"]["reasons"]:
            if reason["severity"] != "info":
                print(f"  {reason['severity']}: {reason['code']}: {reason['seen']}", flush=True)


def measure(options, folder, faults=(), rate=None, seconds=None, waiting="", prefix=()):
    """The report's run.json, and the server's own counts."""
    server = subprocess.Popen(
        [options.clamor, "serve", "--listen", "127.0.0.1:0", "--seed", "1", *faults],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        address = server.stdout.readline().split()[1]
        rate, seconds = rate or options.rate, seconds or options.seconds
        profile = folder / "truth.yaml"
        profile.write_text(PROFILE.format(
            sessions=SESSIONS, waiting=waiting, rate=rate, warmup=WARMUP,
            duration=WARMUP + seconds))
        report = folder / f"report-{time.monotonic_ns()}"
        subprocess.run(
            [*prefix, options.clamor, "run", str(profile), address, "--workers", "1",
             "--progress", "none", "--output", str(report)],
            stdout=subprocess.DEVNULL)
        result = json.loads((report / "run.json").read_text())
    finally:
        server.terminate()
        _, errors = server.communicate()
    return result, {name: int(count) for name, count in re.findall(r"(\w+)=(\d+)", errors)}


@contextlib.contextmanager
def busy_core():
    """A processor on which another program never stops; gives the words that put a third there."""
    core = max(os.sched_getaffinity(0))
    spinner = subprocess.Popen(
        ["taskset", "-c", str(core), sys.executable, "-c", "while True: pass"])
    try:
        yield ["taskset", "-c", str(core), "nice", "-n", "19"]
    finally:
        spinner.kill()
        spinner.wait()


def measure_messages(options, folder, table):
    shares = ["--lose", "1%", "--duplicate", "1%", "--reorder", "1%", "--bounce", "1%"]
    result, injected = measure(options, folder, shares)
    for name in ("lost", "duplicated", "reordered", "bounced"):
        table.count(f"messages {name}", injected[name], result["messages"][name])
    arrived = result["messages"]["sent"] - injected["lost"] - injected["bounced"]
    table.count("messages delivered", arrived, result["messages"]["delivered"])


def measure_delay(options, folder, table):
    result, _ = measure(options, folder)
    free = result["metrics"]["message"]["response"]["p50_ns"]
    result, _ = measure(options, folder, ["--delay", "20ms"])
    response = result["metrics"]["message"]["response"]
    table.time("delay: response p50", 20, response["p50_ns"], 0.5)
    print(f"{'  without a fault':28} {'':>12} {free / 1e6:>9.2f} ms")


def measure_freeze(options, folder, table):
    seconds = max(10, options.seconds // 10 * 10)
    result, _ = measure(
        options, folder, ["--freeze", "1s/10s"], seconds=seconds, waiting=WAITING)
    load = result["metrics"]["message/open"]
    for name, wait in (("p95", 500), ("p99", 900), ("max", 1000)):
        table.time(f"freeze: response {name}", wait, load["response"][f"{name}_ns"], wait * 0.05)
    waiting = result["metrics"]["message/waiting"]
    table.word("freeze: the waiting session", "closed", waiting["model"])
    print(f"{'  its response p99':28} {'':>12} {waiting['response']['p99_ns'] / 1e6:>9.2f} ms")
    print(f"{'  lag p99 of the open load':28} {'':>12} {load['lag']['p99_ns'] / 1e6:>9.2f} ms")
    table.verdict("freeze: verdict", "VALID", result)


def measure_busy_core(options, folder, table):
    with busy_core() as words:
        result, _ = measure(options, folder, rate=10 * options.rate, seconds=10, prefix=words)
    table.verdict("busy core: verdict", "INVALID", result)
    result, _ = measure(options, folder, seconds=10)
    table.verdict("a free one, a tenth of it", "VALID", result)


def main():
    parser = argparse.ArgumentParser(description="Known faults, and what a report says of them.")
    parser.add_argument("clamor")
    parser.add_argument("--rate", type=int, default=500)
    parser.add_argument("--seconds", type=int, default=30)
    options = parser.parse_args()
    table = Table()
    with tempfile.TemporaryDirectory() as name:
        for part in (measure_messages, measure_delay, measure_freeze, measure_busy_core):
            part(options, pathlib.Path(name), table)
    sys.exit(0 if table.is_right else 1)


main()
