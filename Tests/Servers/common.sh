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

# certificate DOMAIN: $dir/cert.pem and $dir/key.pem, self-signed; kept when there already.
certificate() {
    [ -s "$dir/cert.pem" ] && return
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30 \
        -subj "/CN=$1" -addext "subjectAltName=DNS:$1" \
        -keyout "$dir/key.pem" -out "$dir/cert.pem" 2>"$dir/openssl.log" ||
        die "openssl failed: $(cat "$dir/openssl.log")"
}

# alive: whether the process of $dir/pid is there and is ours (its command line names $dir).
alive() {
    [ -s "$dir/pid" ] && tr '\0' ' ' <"/proc/$(cat "$dir/pid")/cmdline" 2>/dev/null |
        grep -qF "$dir"
}

# await_port PORT SECONDS LOG...: until it accepts; dies with the end of the logs.
await_port() {
    local port=$1 tries=$(($2 * 10))
    shift 2
    while [ "$tries" -gt 0 ]; do
        if ! kill -0 "$(cat "$dir/pid")" 2>/dev/null; then
            tail -n 20 "$@" >&2
            die "the server ended while starting"
        fi
        (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && return
        sleep 0.1
        tries=$((tries - 1))
    done
    tail -n 20 "$@" >&2
    stop_server
    die "port $port is still closed"
}

# stop_server: SIGTERM, ten seconds, SIGKILL. Nothing to stop is fine.
stop_server() {
    if alive; then
        local id tries=100
        id=$(cat "$dir/pid")
        kill "$id"
        while kill -0 "$id" 2>/dev/null && [ "$tries" -gt 0 ]; do
            sleep 0.1
            tries=$((tries - 1))
        done
        kill -9 "$id" 2>/dev/null || true
    fi
    rm -f "$dir/pid"
}

# stop_after PID: in the background, waits for the end of that process and stops the server; so
# that tests that are killed leave nothing running. Nothing is done for an empty PID.
stop_after() {
    [ -n "$1" ] || return 0
    (
        while kill -0 "$1" 2>/dev/null && alive; do sleep 0.5; done
        stop_server
    ) >/dev/null 2>&1 </dev/null &
}
