#!/bin/bash
# client_certificates.sh DIR DOMAIN NAME...
#
# Makes an authority, DIR/ca.pem, and certificates of clients that it has signed, each together with
# its key: DIR/NAME.pem for the account NAME@DOMAIN, and DIR/all.pem for all of them.
set -euo pipefail
mkdir -p "$1"
cd "$1"
domain=$2
shift 2

ec=(-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes)
openssl req -x509 "${ec[@]}" -days 30 -subj "/CN=Authority of clients" \
    -keyout ca.key -out ca.pem 2>openssl.log

# issue FILE NAME...: the addresses stand in the certificate as id-on-xmppAddr (RFC 6120 §13.7.1.4).
issue() {
    local file=$1 names= name
    shift
    for name in "$@"; do
        names+="${names:+,}otherName:1.3.6.1.5.5.7.8.5;UTF8:$name@$domain"
    done
    openssl req -new "${ec[@]}" -subj "/CN=$file" -keyout "$file.key" -out "$file.request" \
        2>>openssl.log
    openssl x509 -req -in "$file.request" -CA ca.pem -CAkey ca.key -CAcreateserial -days 30 \
        -extfile <(echo "subjectAltName=$names") -out "$file.crt" 2>>openssl.log
    cat "$file.crt" "$file.key" >"$file.pem"
}

for name in "$@"; do issue "$name" "$name"; done
issue all "$@"
