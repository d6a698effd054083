# Shared by the server scripts, which source it: `key=value` options, free ports, a certificate,
# and starting and stopping one process by its id. Everything a server writes lies in $dir.

die() {
    echo "${0##*/}: $*" >&2
    exit 1
}

# usage FILE: its own head comment.
usage() {
    sed -n '2,/^[^#]/{/^#/s/^# \{0,1\}//p}' "$1"
    exit 2
}

# read_options "known names" KEY=VALUE...: sets a variable for each; others are refused.
read_options() {
    local known=" $1 " option
    shift
    for option in "$@"; do
        case "$known" in
            *" ${option%%=*} "*) printf -v "${option%%=*}" '%s' "${option#*=}" ;;
            *) die "unknown option '$option'; known:$known" ;;
        esac
    done
}

# free_ports N: N ports of 127.0.0.1 that nothing listens on at this moment, below the range
# that outgoing connections take theirs from.
free_ports() {
    /usr/bin/python3 - "$1" <<'PYTHON'
import random, socket, sys
wanted, held = int(sys.argv[1]), []
while len(held) < wanted:
    candidate = socket.socket()
    try:
        candidate.bind(("127.0.0.1", random.randrange(20000, 32000)))
        held.append(candidate)
    except OSError:
        candidate.close()
print(*(each.getsockname()[1] for each in held))
PYTHON
}

# accepts PORT: whether something listens there.
accepts() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# require_free PORT...: dies where something listens already; a server need not end because of
# that, and what accepts would be taken for it.
require_free() {
    local port
    for port in "$@"; do
        accepts "$port" && die "port $port is taken: end what listens there, or name another port"
    done
    return 0
}

# certificate DOMAIN: $dir/cert.pem and $dir/key.pem, self-signed; kept when there already.
certificate() {
    [ -s "$dir/cert.pem" ] && return
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30 \
        -subj "/CN=$1" -addext "subjectAltName=DNS:$1" \
        -keyout "$dir/key.pem" -out "$dir/cert.pem" 2>"$dir/openssl.log" ||
        die "openssl failed: $(cat "$dir/openssl.log")"
}

# ours ID: whether that process is there and is of $dir (its command line names it).
ours() { tr '\0' ' ' <"/proc/$1/cmdline" 2>/dev/null | grep -qF "$dir"; }

# alive: whether the process of $dir/pid is there and is ours.
alive() { [ -s "$dir/pid" ] && ours "$(cat "$dir/pid")"; }

# await_port PORT SECONDS LOG...: until it accepts; dies with the end of the logs.
await_port() {
    local port=$1 tries=$(($2 * 10))
    shift 2
    while [ "$tries" -gt 0 ]; do
        if ! kill -0 "$(cat "$dir/pid")" 2>/dev/null; then
            tail -n 20 "$@" >&2
            die "the server ended while starting"
        fi
        accepts "$port" && return
        sleep 0.1
        tries=$((tries - 1))
    done
    tail -n 20 "$@" >&2
    stop_server
    die "port $port is still closed"
}

# stop_process ID: SIGTERM, ten seconds, SIGKILL, if it is ours.
stop_process() {
    ours "$1" || return 0
    local tries=100
    kill "$1"
    while kill -0 "$1" 2>/dev/null && [ "$tries" -gt 0 ]; do
        sleep 0.1
        tries=$((tries - 1))
    done
    kill -9 "$1" 2>/dev/null || true
}

# stop_server: the process of $dir/pid. Nothing to stop is fine.
stop_server() {
    [ ! -s "$dir/pid" ] || stop_process "$(cat "$dir/pid")"
    rm -f "$dir/pid"
}

# stop_after PID: in the background, waits for the end of that process, or until somebody takes
# $dir away, and stops the server; so that tests leave nothing running, killed or not. Nothing is
# done for an empty PID.
stop_after() {
    [ -n "$1" ] || return 0
    local id
    id=$(cat "$dir/pid")
    (
        while kill -0 "$1" 2>/dev/null && [ -s "$dir/pid" ] && ours "$id"; do sleep 0.5; done
        stop_process "$id"
        rm -f "$dir/pid"
    ) >/dev/null 2>&1 </dev/null &
}
