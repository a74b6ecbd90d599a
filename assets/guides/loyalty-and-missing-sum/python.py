"""A loyalty card pays what it can, the card terminal the rest."""
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

# The customer shows a loyalty card: 7.00 EUR in cash balance and 3.00 EUR bonus.
_, sale = call("POST", SALES, {
    "basket": {"products": [{"desc": "Bread", "quantity": 4, "priceOne": 450, "tax": 7}]},
    "idents": [{"type": "card", "value": "9276004000000026"}],
})
print(f"to pay {sale['basket_info']['sum']}")

# What do campaigns, coupons and the card take off? The card balance is held until the sale ends.
_, missing = call("POST", f"{SALES}/{sale['id']}/preTransaction")
print(f"missing after the card: {missing['missing_sum']}")
print(f"bonus: {missing['bonus_products'][0]['priceOne']}")

# The terminal takes what is missing. start/loyalty would do where nothing is.
_, paid = call("POST", f"{SALES}/{sale['id']}/start/cashless")
print(f"status {paid['status']}, outcome {paid['outcome']['result']}")
print(f"points of the card: {paid['idents'][0]['merchantcard']['points']}")
