"""Undo a whole sale, or take one article back."""
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

# A sale of 9.00 EUR by card, cancelled as a whole: the terminal undoes its payment.
_, sale = call("POST", SALES, {"basket": {"products": [{"desc": "Bread", "quantity": 2, "priceOne": 450, "tax": 7}]}})
call("POST", f"{SALES}/{sale['id']}/start/cashless")
_, cancelled = call("POST", f"{SALES}/{sale['id']}/cancel")
print(f"status {cancelled['status']}, paid {cancelled['outcome']['paid']}")

# Another sale; one of its two loaves comes back.
_, other = call("POST", SALES, {"basket": {"products": [{"desc": "Bread", "quantity": 2, "priceOne": 450, "tax": 7}]}})
call("POST", f"{SALES}/{other['id']}/start/cashless")
_, left = call("GET", f"/bridge/v1/sales/{other['id']}/returnable")
print(f"can come back: {left['lines'][0]['left']}")

# What is it worth, and where does the money go? Nothing is written yet.
_, preview = call("POST", "/bridge/v1/returns/preview", {"lines": [{"sale": other["id"], "line": 1, "quantity": 1}]})
print(f"worth {preview['value']} by {preview['pay_out'][0]['method']}")

# Open the return, and pay out as the preview said.
_, goods = call("POST", "/bridge/v1/returns", {"lines": [{"sale": other["id"], "line": 1, "quantity": 1}], "reason": "stale"})
_, paid_out = call("POST", f"/bridge/v1/returns/{goods['id']}/pay-out", {})
print(f"status {paid_out['status']}, given back {paid_out['parts'][0]['amount']} by {paid_out['parts'][0]['method']}")
