"""measure_floor.py CLAMOR [--port PORT] [--rates 1000,5000] [--repeats N] [--seconds N]
[--sessions N]

What Clamor spends on a message beside a generator on bare epoll (Tests/Floor/message_floor.c):
plain TCP and SASL PLAIN, to `clamor serve` or to the server at 127.0.0.1:PORT, which has the
accounts user1/pass1 to userN/passN of the domain localhost. A message is one sent and one received.

The two take turns. Processor time is that of all threads of the process between two moments of the
load (/proc/PID/task/*/schedstat), so a busy machine moves it little; lag and response it moves a
lot. Ends with 1 when a run did not bring the rate that it was asked for.
"""
import argparse
import contextlib
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent.parent

PROFILE = """\
title: beside the floor
target: {{domain: localhost, security: none, allow_plain: on, mechanism: PLAIN}}
accounts:
  {{count: {sessions}, username: "user${{index}}", password: "pass${{index}}", register: never}}
sessions:
  arrival: {{stages: [{{rate: 500/s, for: {ramp}s}}]}}
  scenarios: [{{name: floor, steps: [login, {{stay: until-end}}]}}]
traffic:
  - message: {{to: online, body: "32 characters of a message body."}}
    after: {after}s
    stages: [{{rate: {rate}/s, for: {hold}s}}]
warmup: {after}s
duration: {duration}s
drain: 2s
"""


def processor_ns(pid):
    """Of all threads that the process has now."""
    return sum(
        int((task / "schedstat").read_text().split()[0])
        for task in pathlib.Path(f"/proc/{pid}/task").iterdir()
    )


def spent(process, begin, seconds):
    """Microseconds of processor time from `begin` seconds on, in so many seconds."""
    time.sleep(begin)
    before, since = processor_ns(process.pid), time.monotonic()
    time.sleep(seconds)
    after = processor_ns(process.pid)
    return (after - before) / 1e3 / (time.monotonic() - since) * seconds


def measure_floor(binary, options, rate):
    command = [binary, "127.0.0.1", options.port, "localhost", options.sessions, rate]
    process = subprocess.Popen(
        [str(word) for word in command + [options.seconds + 2]],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if process.stderr.readline().strip() != "online":
        sys.exit("the floor did not log in")
    each = spent(process, 1, options.seconds) / (rate * options.seconds)
    result = json.loads(process.communicate()[0] or "{}")
    if result.get("received") != rate * (options.seconds + 2):
        sys.exit(f"the floor did not send what it was asked for: {result}")
    return {"us": each, **{key: result[key] for key in FIGURES[1:]}}


def write_profile(path, options, rate):
    """Returns the seconds before the messages, and those with them."""
    ramp = options.sessions / 500
    after = int(ramp) + 3
    hold = options.seconds + 2
    path.write_text(PROFILE.format(
        sessions=options.sessions, ramp=ramp, after=after, rate=rate, hold=hold,
        duration=after + hold))
    return after, hold


def measure_clamor(options, rate, folder):
    profile = folder / "profile.yaml"
    after, hold = write_profile(profile, options, rate)
    report = folder / f"report-{time.monotonic_ns()}"
    process = subprocess.Popen(
        [options.clamor, "run", str(profile), f"127.0.0.1:{options.port}", "--workers", "1",
         "--progress", "none", "--output", str(report)],
        stdout=subprocess.DEVNULL)
    each = spent(process, after + 1, options.seconds) / (rate * options.seconds)
    process.wait()
    result = json.loads((report / "run.json").read_text())
    if not 0.99 * rate * hold <= result["messages"]["delivered"] <= rate * hold:
        sys.exit(f"of {rate * hold} messages: {result['messages']}")
    message = result["metrics"]["message"]
    figures = {
        f"{kind}_{percentile}_us": message[kind][f"{percentile}_ns"] / 1e3
        for kind in ("lag", "response") for percentile in ("p50", "p99")
    }
    return {"us": each, **figures, "verdict": result["verdict"]["status"]}


@contextlib.contextmanager
def own_server(options, folder):
    """Where no port was named: `clamor serve` with the accounts, on a free one."""
    if options.port:
        yield
        return
    server = subprocess.Popen(
        [options.clamor, "serve", "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True)
    try:
        options.port = int(server.stdout.readline().split()[1].rpartition(":")[2])
        write_profile(folder / "accounts.yaml", options, rate=1)
        subprocess.run(
            [options.clamor, "accounts", "create", folder / "accounts.yaml",
             f"127.0.0.1:{options.port}", "--progress", "none"],
            check=True, stdout=subprocess.DEVNULL)
        yield
    finally:
        server.terminate()
        server.wait()


FIGURES = ["us", "lag_p50_us", "lag_p99_us", "response_p50_us", "response_p99_us"]


def main():
    parser = argparse.ArgumentParser(description="Clamor beside a generator on bare epoll.")
    parser.add_argument("clamor")
    parser.add_argument("--port", type=int)
    parser.add_argument("--rates", default="1000,5000")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--sessions", type=int, default=1000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, own_server(options, pathlib.Path(name)):
        folder = pathlib.Path(name)
        binary = folder / "message_floor"
        source = HERE / "Tests/Floor/message_floor.c"
        subprocess.run(
            ["cc", "-O2", "-Wall", "-Wextra", "-Werror", "-o", binary, source], check=True)
        names = " ".join(f"{name[:-3]:>13}" for name in FIGURES[1:])
        print(f"{'rate/s':>7} {'':7} {'CPU us':>7} {names}  (us)")
        for rate in map(int, options.rates.split(",")):
            rows = {"floor": [], "clamor": []}
            for _ in range(options.repeats):
                rows["floor"].append(measure_floor(binary, options, rate))
                rows["clamor"].append(measure_clamor(options, rate, folder))
            for who, results in rows.items():
                middle = [statistics.median(result[key] for result in results) for key in FIGURES]
                verdicts = " ".join(result.get("verdict", "") for result in results)
                print(f"{rate:>7} {who:7} {middle[0]:>7.2f} "
                      + " ".join(f"{value:>13.0f}" for value in middle[1:]) + "  " + verdicts)
            ratios = [c["us"] / f["us"] for f, c in zip(rows["floor"], rows["clamor"])]
            print(f"{rate:>7} {'ratio':7} {statistics.median(ratios):>7.2f}"
                  f"  (from {min(ratios):.2f} to {max(ratios):.2f})", flush=True)


main()
