"""Card payment, all endings: one function that is right for each of them."""
import json
import os
import time
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

def take_payment(amount):
    """Takes an amount by card; answers when it is known whether it was paid."""
    _, sale = call("POST", SALES, {"basket_info": {"sum": amount}})
    # One key an attempt: the same call with the same key never pays again.
    attempt = {"Idempotency-Key": str(uuid.uuid4())}
    _, answer = call("POST", f"{SALES}/{sale['id']}/start/cashless", headers=attempt)
    while answer["outcome"]["result"] == "unknown":
        ahead = answer["outcome"]["next"]
        if ahead and ahead["path"].endswith("/verdict"):
            # A person decides. Here the terminal took too little, and takes it back.
            _, answer = call("POST", ahead["path"], {"part": "take_back"})
        else:
            time.sleep(1)
            _, answer = call("GET", f"{SALES}/{sale['id']}")
    return answer


ENDINGS = [
    ("approved", "approve", 1200),
    ("declined", "approve", 1205),
    ("card not readable", "approve", 1207),
    ("line lost before the result", "approve", 1213),
    ("signature on the slip", "signature", 1000),
    ("partial approval", "partial:50", 1000),
]
for name, behaviour, amount in ENDINGS:
    # What the virtual terminal does next; with approve the amount chooses.
    call("POST", "/bridge/v1/control/terminal/behaviour", {"behaviour": behaviour})
    answer = take_payment(amount)
    why = answer.get("reason", {}).get("advice", "none")
    sign = "sign the slip" if answer.get("receipt_merchant_print") else "nothing to sign"
    print(f"{name}: {answer['outcome']['result']}, advice {why}, {sign}")
call("POST", "/bridge/v1/control/terminal/behaviour", {"behaviour": "approve"})
