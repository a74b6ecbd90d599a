"""Pair a customer display and read what it shows."""
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

# The till asks for a code; it is good once, for ten minutes.
_, pairing = call("POST", "/bridge/v1/displays/codes", {"name": "Counter", "language": "en"})

# The display sends the code, without a token, and gets a right of its own that does not expire.
_, display = call("POST", "/bridge/v1/display/pairing", {"code": pairing["code"]})
print(f"paired with {display['till']}")

# A sale at that till is what the display shows.
call("POST", SALES, {"basket": {"products": [{"desc": "Bread", "quantity": 2, "priceOne": 450, "tax": 7}]}})

# From here on with the right of the display. GET /bridge/v1/display/events sends every change of the view.
token = display["token"]
_, view = call("GET", "/bridge/v1/display")
print(f"{view['state']}, sum {view['sale']['sum']}")
