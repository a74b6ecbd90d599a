"""Close the day of the terminal, and hold its figures against the journal."""
import json
import os
import urllib.error
import urllib.request

TILLBRIDGE = os.environ.get("TILLBRIDGE_URL", "http://127.0.0.1:8640")
SALES = "/api/v2/Smart/Transactions"
token = None


def call(method, path, body=None, headers=None):
    """One call: the status and the body of the answer, also of a refusal."""
    known = {"Content-Type": "application/json", **(headers or {})}
    if token:
        known["Authorization"] = "Bearer " + token
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(TILLBRIDGE + path, data, known, method=method)
    try:
        with urllib.request.urlopen(request, timeout=200) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refusal:
        return refusal.code, json.load(refusal)


# The client of the demo; in a shop a manager makes one for your cash register.
_, signed_in = call("POST", "/oauth/token", {
    "grant_type": "client_credentials", "client_id": "demo-client", "client_secret": "demo-secret"})
token = signed_in["access_token"]

# A card payment of 4.50 EUR, so that there is something to close.
_, sale = call("POST", SALES, {"basket": {"products": [{"desc": "Bread", "quantity": 1, "priceOne": 450, "tax": 7}]}})
call("POST", f"{SALES}/{sale['id']}/start/cashless")

# What would be closed, and what stands in the way? me is the terminal of this till.
_, before = call("GET", "/bridge/v1/terminals/me/day-end")
print(f"journal {before['journal']['amount']}, terminal {before['terminal']['amount']}")

# The call blocks until the terminal has settled. A refusal names its blockers.
_, closed = call("POST", "/bridge/v1/terminals/me/day-end", {})
print(f"day end: {closed['state']}")
print(f"payments {closed['terminal']['count']}, amount {closed['terminal']['amount']}")

# The newest ends of days, for the back office.
_, ends = call("GET", "/bridge/v1/day-ends?count=1")
print(f"newest: {ends['data'][0]['state']}")
