"""First card payment: 3.40 EUR for a coffee, with its receipt."""
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

# A sale: what is sold, prices in minor units (cent), taxes in per cent.
_, sale = call("POST", SALES, {
    "transactionRef": "receipt-4711",
    "basket": {"products": [{"desc": "Coffee", "quantity": 1, "priceOne": 340, "tax": 19}]}})

# Take the money. The call blocks until the terminal is done, at most 180 seconds.
status, answer = call("POST", f"{SALES}/{sale['id']}/start/cashless")

# One member decides; 200 alone does not mean paid.
print(f"status {status}, outcome {answer['outcome']['result']}, paid {answer['outcome']['paid']}")
if answer["outcome"]["result"] == "paid":
    for line in answer["receipt"]:
        value = line.get("value", {})
        if line["type"] == "separator":
            print(f"--- {value['caption']}")
        elif line["type"] == "name-value":
            print(f"{value['name']}: {value['value']}")
        else:
            print(value.get("text", ""))
