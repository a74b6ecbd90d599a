"""Lost answer: the payment is booked, the answer never arrives, and the repetition pays nothing again."""
import json
import os
import urllib.error
import urllib.request
import uuid

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

_, sale = call("POST", SALES, {"basket": {"products": [{"desc": "Coffee", "quantity": 1, "priceOne": 340, "tax": 19}]}})

# Make the key before the call, and keep it with the sale until the answer is there.
attempt = {"Idempotency-Key": str(uuid.uuid4())}
path = f"{SALES}/{sale['id']}/start/cashless"
try:
    # Only a demo knows this fault: the payment is made, and the line is cut before the answer.
    call("POST", path, headers={**attempt, "X-Tillbridge-Fault": "cut=after"})
except OSError:
    print("no answer")

# The same call with the same key: the answer that was lost. Repeat until one arrives, also after a restart.
_, answer = call("POST", path, headers=attempt)
print(f"repeated: {answer['outcome']['result']}, paid {answer['outcome']['paid']}")

# A cash register that kept no key reads the sale.
_, same = call("GET", f"{SALES}/{sale['id']}")
print(f"read: {same['outcome']['result']}, receipt {'there' if same['receipt'] else 'missing'}")
