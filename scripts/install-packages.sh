#!/bin/bash
# install-packages.sh NAME...
#
# Installs the Debian packages that are missing; does nothing, and asks for no rights, when all
# are there. As a user other than root it goes through sudo. Packages that bring a service (the
# XMPP servers that the tests start themselves) are kept from starting it at installation.
set -euo pipefail

missing=()
for name in "$@"; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null || true)
    [ "$state" = installed ] || missing+=("$name")
done
[ ${#missing[@]} -gt 0 ] || exit 0

as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)
echo "installing ${missing[*]}" >&2

# invoke-rc.d asks /usr/sbin/policy-rc.d before it starts a service; 101 means "not allowed".
# Ours is there only during the installation, and only where there is none already.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
    printf '#!/bin/sh\nexit 101\n' | "${as_root[@]}" tee "$policy" >/dev/null
    "${as_root[@]}" chmod 755 "$policy"
    trap '"${as_root[@]}" rm -f "$policy"' EXIT
fi

"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -q </dev/null >&2
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -q -y --no-install-recommends "${missing[@]}" </dev/null >&2
