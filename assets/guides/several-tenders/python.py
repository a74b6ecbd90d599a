"""Several tenders for one sale: a part in cash, the rest by card."""
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

# 9.00 EUR are to be paid.
_, sale = call("POST", SALES, {"basket": {"products": [{"desc": "Bread", "quantity": 2, "priceOne": 450, "tax": 7}]}})

# 2.00 in cash. The reference names the part: repeated with the same one it pays nothing again.
_, first = call("POST", f"{SALES}/{sale['id']}/start/cash", {"part": {"amount": 200, "reference": "cash-1"}})
print(f"status {first['status']}, paid {first['outcome']['paid']}, open {first['outcome']['open']}")
_, again = call("POST", f"{SALES}/{sale['id']}/start/cash", {"part": {"amount": 200, "reference": "cash-1"}})
print(f"repeated: paid {again['outcome']['paid']}, open {again['outcome']['open']}")

# A part above what is missing is refused, and moves nothing.
_, refused = call("POST", f"{SALES}/{sale['id']}/start/cashless", {"part": {"amount": 800, "reference": "card-1"}})
print(f"refused {refused['code']}, open {refused['outcome']['open']}")

# The payment after which nothing is missing closes the sale.
_, paid = call("POST", f"{SALES}/{sale['id']}/start/cashless", {"part": {"amount": 700, "reference": "card-2"}})
print(f"status {paid['status']}, outcome {paid['outcome']['result']}")
print(f"{paid['parts'][0]['method']} {paid['parts'][0]['amount']}, {paid['parts'][1]['method']} {paid['parts'][1]['amount']}")
