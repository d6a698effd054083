#!/bin/bash
# certificate.sh DIR DOMAIN [YEAR]
#
# Makes DIR/cert.pem and DIR/key.pem: self-signed for DOMAIN, valid from 2020 to the end of YEAR
# (2049 if not given; one that is over makes an expired certificate).
set -euo pipefail
mkdir -p "$1"
cd "$1"
mkdir issued
: >index
echo 01 >serial
cat >ca.cnf <<CONFIGURATION
[ca]
default_ca = own
[own]
database = index
serial = serial
new_certs_dir = issued
default_md = sha256
policy = any
x509_extensions = names
[any]
commonName = supplied
[names]
subjectAltName = DNS:$2
CONFIGURATION
openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj "/CN=$2" \
    -keyout key.pem -out request.pem 2>openssl.log
openssl ca -config ca.cnf -selfsign -keyfile key.pem -in request.pem -out cert.pem -batch -notext \
    -startdate 20200101000000Z -enddate "${3:-2049}1231235959Z" 2>>openssl.log
