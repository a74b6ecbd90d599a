"""What was sold and how it was paid: lists, sums and the figures of the terminal."""
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

# Two sales: 4.50 EUR in cash, 9.00 EUR by card.
_, cash_sale = call("POST", SALES, {"basket": {"products": [{"desc": "Bread", "quantity": 1, "priceOne": 450, "tax": 7}]}})
call("POST", f"{SALES}/{cash_sale['id']}/start/cash")
_, card_sale = call("POST", SALES, {"basket": {"products": [{"desc": "Bread", "quantity": 2, "priceOne": 450, "tax": 7}]}})
call("POST", f"{SALES}/{card_sale['id']}/start/cashless")

# The newest paid sales, with the members that are wanted alone.
_, newest = call("GET", f"{SALES}?q=status:ok&count=2&fields=status,basket_info.sum")
print(f"newest: {newest['data'][0]['basket_info']['sum']}, before it: {newest['data'][1]['basket_info']['sum']}")

# Turnover by payment method from the report of the till; amounts are minor units.
_, report = call("GET", "/bridge/v1/reports/turnover?by=method")
for row in report["rows"]:
    print(f"{row['key']} {row['turnover']}")

# The figures of the terminal since its last end of day, beside those of the journal.
_, figures = call("GET", "/bridge/v1/terminals/me/day-end")
print(f"journal {figures['journal']['amount']}, terminal {figures['terminal']['amount']}")
