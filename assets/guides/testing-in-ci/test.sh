#!/usr/bin/env bash
# Starts a demo on a free port, lets a cash register pay, and holds what the terminal booked against what should be paid.
# Usage: test.sh COMMAND, where COMMAND is your cash register; it finds the address in TILLBRIDGE_URL. Run it in the folder of Tillbridge.
set -euo pipefail
data=$(mktemp -d)
node main/run.mjs main/headless.ts --demo --port 0 --data "$data" >"$data/out" 2>"$data/log" &
bridge=$!
trap 'kill $bridge; wait $bridge || true; rm -rf "$data"' EXIT

until TILLBRIDGE_URL=$(sed -n 's/^tillbridge ready //p' "$data/out") && [ -n "$TILLBRIDGE_URL" ]; do
  kill -0 $bridge || { cat "$data/log"; exit 2; }
  sleep 0.1
done
export TILLBRIDGE_URL

control() { node main/run.mjs main/control/cli.ts --url "$TILLBRIDGE_URL" "$@"; }
control snapshot empty > "$data/control"

# The next payment is booked, and its answer is lost: a good register pays once all the same.
control fault "POST /api/v2/Smart/Transactions/*/start/cashless" cut=after,times=1 > "$data/control"
"$@"

token=$(curl -sf "$TILLBRIDGE_URL/oauth/token" -d grant_type=client_credentials -d client_id=demo-client -d client_secret=demo-secret |
  sed -E 's/.*"access_token":"([^"]+)".*/\1/')
booked=$(curl -sf "$TILLBRIDGE_URL/bridge/v1/control/terminal/totals" -H "Authorization: Bearer $token" | sed -E 's/^\{"amount":(-?[0-9]+).*/\1/')
control restore empty > "$data/control"
echo "booked $booked"
[ "$booked" = "${EXPECTED:-340}" ]
