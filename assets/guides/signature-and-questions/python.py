"""Signature and questions: a cash register that asks a person, and answers the terminal."""
import json
import os
import time
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

# The virtual terminal asks for a signature from here on.
call("POST", "/bridge/v1/control/terminal/behaviour", {"behaviour": "signature"})

# questions: true says that this cash register answers; respond-async: it does not wait in the call.
_, sale = call("POST", SALES, {"basket": {"products": [{"desc": "Coffee", "quantity": 1, "priceOne": 340, "tax": 19}]}})
status, answer = call("POST", f"{SALES}/{sale['id']}/start/cashless", {"questions": True},
                      headers={"Prefer": "respond-async"})
print(f"started: {status}, outcome {answer['outcome']['result']}")

# Follow the sale: its outcome has the question of the terminal, in both languages, and the slip to sign.
asked = None
while not answer["outcome"]["final"]:
    time.sleep(0.2)
    _, answer = call("GET", f"{SALES}/{sale['id']}")
    question = answer["outcome"].get("question")
    if question and question["id"] != asked:
        asked = question["id"]
        print(f"question: {question['kind']}, {question['texts']['en']}")
        # Print the slip for the customer to sign; here the person finds the signature right.
        print("slip to sign:", "printed" if question["receipt_merchant"] else "none")
        call("POST", "/bridge/v1/till/answer", {"question": asked, "answer": "yes"})
print(f"outcome {answer['outcome']['result']}, paid {answer['outcome']['paid']}")
call("POST", "/bridge/v1/control/terminal/behaviour", {"behaviour": "approve"})
