#!/bin/bash
# prosody.sh start DIR [option=value...]
# prosody.sh stop DIR
#
# A Prosody of its own for tests: configuration, accounts, certificate and log lie in DIR, and it
# listens on 127.0.0.1 only. Prints
#     listening 127.0.0.1:PORT domain=D ca=PATH direct=127.0.0.1:PORT pid=P
# once it accepts. Registration is open, nothing is rate limited, offline messages are kept.
#
#     port=, direct=      ports of STARTTLS and of direct TLS; free ones are taken if not given
#     domain=localhost
#     auth=hashed         hashed: SCRAM-SHA-1 of stored keys; plain: passwords stored in clear;
#                         anonymous: everybody is let in, and given a name
#     registration=on     off: in-band registration is refused
#     parent=PID          the server ends when that process has ended
#     encryption=optional required: no login before STARTTLS
#     cert=, key=         a certificate of yours in place of a self-signed one
#     tls=1.3             1.2: no newer version of TLS
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"

[ $# -ge 2 ] || usage "$0"
command=$1
mkdir -p "$2"
dir=$(cd "$2" && pwd)
shift 2

start() {
    local port= direct= domain=localhost auth=hashed registration=on encryption=optional parent=
    local tls=1.3
    local cert="$dir/cert.pem" key="$dir/key.pem" ports
    read_options "port direct domain auth registration encryption cert key parent tls" "$@"
    alive && die "already running in $dir"
    command -v prosody >/dev/null || die "prosody is not installed (apt-get install prosody)"
    read -r -a ports <<<"$(free_ports 2)"
    port=${port:-${ports[0]}}
    direct=${direct:-${ports[1]}}
    require_free "$port" "$direct"
    [ "$cert" != "$dir/cert.pem" ] || certificate "$domain"
    local allow=true required=false newest= method=internal_$auth
    [ "$registration" = on ] || allow=false
    [ "$encryption" = optional ] || required=true
    [ "$tls" = 1.3 ] || newest=', protocol = "tlsv1_2"'
    [ "$auth" != anonymous ] || method=anonymous
    mkdir -p "$dir/data"

    cat >"$dir/prosody.cfg.lua" <<CONFIGURATION
run_as_root = true
pidfile = "$dir/prosody.pid"
data_path = "$dir/data"
log = { { levels = { min = "warn" }, to = "file", filename = "$dir/prosody.log" } }
interfaces = { "127.0.0.1" }
c2s_ports = { $port }
c2s_direct_tls_ports = { $direct }
s2s_ports = { }
modules_enabled = {
    "posix", "roster", "saslauth", "tls", "disco", "register", "ping", "version", "offline",
}
modules_disabled = { "s2s" }
network_settings = { tcp_backlog = 4096 }
ssl = { certificate = "$cert", key = "$key"$newest }
c2s_direct_tls_ssl = { certificate = "$cert", key = "$key"$newest }
c2s_require_encryption = $required
allow_unencrypted_plain_auth = true
allow_registration = $allow
authentication = "$method"
storage = "internal"
VirtualHost "$domain"
CONFIGURATION

    ulimit -n "$(ulimit -Hn)"
    (cd "$dir" && exec setsid prosody --config "$dir/prosody.cfg.lua" -F \
        >"$dir/stdout" 2>&1 </dev/null) &
    echo $! >"$dir/pid"
    await_port "$port" 20 "$dir/stdout" "$dir/prosody.log"
    stop_after "$parent"
    echo "listening 127.0.0.1:$port domain=$domain ca=$cert direct=127.0.0.1:$direct pid=$(cat "$dir/pid")"
}

case $command in
    start) start "$@" ;;
    stop) stop_server ;;
    *) usage "$0" ;;
esac
