#!/bin/bash
# ejabberd.sh start DIR [option=value...]
# ejabberd.sh stop DIR
#
# An ejabberd of its own for tests: configuration, database, certificate and log lie in DIR, and it
# listens on 127.0.0.1 only; it starts no port mapper (epmd). Prints
#     listening 127.0.0.1:PORT domain=D ca=PATH direct=127.0.0.1:PORT pid=P
# once it accepts. Registration is open, nothing is rate limited, offline messages are kept.
# The Erlang runtime is started as the calling user, root included.
#
#     port=, direct=      ports of STARTTLS and of direct TLS; free ones are taken if not given
#     domain=localhost
#     auth=hashed         hashed: SCRAM keys; plain: passwords stored in clear; anonymous: everybody
#                         is let in, and given a name
#     hash=sha256         sha, sha256 or sha512: of the keys when hashed
#     registration=on     off: in-band registration is refused
#     parent=PID          the server ends when that process has ended
#     tls=1.3             1.2: no newer version of TLS
#     clients=PATH        the authority of clients' certificates, which then log in with EXTERNAL
#     timeout=infinity    seconds between two registrations from an address
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"

[ $# -ge 2 ] || usage "$0"
command=$1
mkdir -p "$2"
dir=$(cd "$2" && pwd)
shift 2

start() {
    local port= direct= domain=localhost auth=hashed hash=sha256 registration=on parent= ports
    local tls=1.3 clients= timeout=infinity
    read_options "port direct domain auth hash registration parent tls clients timeout" "$@"
    alive && die "already running in $dir"
    command -v erl >/dev/null || die "ejabberd is not installed (apt-get install ejabberd)"
    local libraries
    libraries=$(dirname "$(ls -d /usr/lib/*/ejabberd-[0-9]* /usr/lib/ejabberd-[0-9]* \
        2>/dev/null | head -n 1)")
    [ "$libraries" != . ] || die "ejabberd is not installed (apt-get install ejabberd)"
    read -r -a ports <<<"$(free_ports 3)"
    port=${port:-${ports[0]}}
    direct=${direct:-${ports[1]}}
    require_free "$port" "$direct"
    certificate "$domain"
    cat "$dir/cert.pem" "$dir/key.pem" >"$dir/both.pem"
    local format=scram access=all method=internal asked= versions=
    [ "$auth" = hashed ] || format=plain
    [ "$auth" != anonymous ] || method=anonymous
    [ "$tls" = 1.3 ] || versions='c2s_protocol_options: [no_sslv3, no_tlsv1, no_tlsv1_1, no_tlsv1_3]'
    [ -z "$clients" ] || asked=", tls_verify: true, cafile: \"$clients\""
    [ "$registration" = on ] || access=none
    mkdir -p "$dir/mnesia" "$dir/log"
    # Made here: without one the runtime would write a cookie with the user's home as its place.
    [ -s "$dir/.erlang.cookie" ] || od -An -N12 -tx1 /dev/urandom | tr -d ' \n' >"$dir/.erlang.cookie"
    chmod 400 "$dir/.erlang.cookie"

    cat >"$dir/ejabberd.yml" <<CONFIGURATION
loglevel: warning
hosts: ["$domain"]
certfiles: ["$dir/both.pem"]
auth_method: $method
auth_password_format: $format
auth_scram_hash: $hash
registration_timeout: $timeout
$versions
listen:
  - {port: $port, ip: "127.0.0.1", module: ejabberd_c2s, backlog: 4096, starttls: true,
     max_stanza_size: 262144, shaper: none, access: all$asked}
  - {port: $direct, ip: "127.0.0.1", module: ejabberd_c2s, backlog: 4096, tls: true,
     max_stanza_size: 262144, shaper: none, access: all$asked}
shaper_rules:
  max_user_sessions: infinity
  max_user_offline_messages: infinity
modules:
  mod_disco: {}
  mod_offline: {}
  mod_ping: {}
  mod_register: {access: $access, ip_access: all}
  mod_roster: {versioning: true}
  mod_version: {}
CONFIGURATION

    ulimit -n "$(ulimit -Hn)"
    (
        cd "$dir"
        export HOME=$dir ERL_LIBS=$libraries EJABBERD_CONFIG_PATH=$dir/ejabberd.yml
        export EJABBERD_LOG_PATH=$dir/log/ejabberd.log ERL_CRASH_DUMP_BYTES=0
        # Busy waiting of idle schedulers would take the processor from the load generator.
        exec setsid erl +K true +P 250000 +sbwt none +sbwtdcpu none +sbwtdio none \
            -sname "clamor_$port@localhost" -start_epmd false -erl_epmd_port "${ports[2]}" \
            -kernel inet_dist_use_interface '{127,0,0,1}' \
            -mnesia dir "\"$dir/mnesia\"" -s ejabberd -noinput >"$dir/stdout" 2>&1 </dev/null
    ) &
    echo $! >"$dir/pid"
    await_port "$port" 60 "$dir/stdout" "$dir/log/ejabberd.log"
    stop_after "$parent"
    echo "listening 127.0.0.1:$port domain=$domain ca=$dir/cert.pem direct=127.0.0.1:$direct" \
        "pid=$(cat "$dir/pid")"
}

case $command in
    start) start "$@" ;;
    stop) stop_server ;;
    *) usage "$0" ;;
esac
