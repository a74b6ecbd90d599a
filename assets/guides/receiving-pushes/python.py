"""Receiving pushes: a receiver that knows which ones are from its bridge."""
import base64
import hashlib
import hmac
import http.server
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

# The secret of the demo; in a shop POST /bridge/v1/clients/{id}/push-secret shows it once.
SECRET = "whsec_dGlsbGJyaWRnZS1kZW1vLXB1c2gtc2VjcmV0LTAwMDE="


def genuine(headers, body):
    """Is a push from the bridge, unchanged, and not older than five minutes?"""
    name, moment = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(moment)) > 300:
        return False
    key = base64.b64decode(SECRET.removeprefix("whsec_"))
    wanted = hmac.new(key, f"{name}.{moment}.".encode() + body, hashlib.sha256).digest()
    # Several signatures stand there while a secret is being changed; one has to fit.
    signatures = [base64.b64decode(one[3:]) for one in headers["webhook-signature"].split(" ") if one.startswith("v1,")]
    return any(hmac.compare_digest(wanted, one) for one in signatures)


received = []


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        # Answer at once and work afterwards: 2xx means that it arrived, everything else is repeated.
        self.send_response(204 if genuine(self.headers, body) else 401)
        self.end_headers()
        received.append((self.headers, body))

    def log_message(self, *_):
        pass


with http.server.HTTPServer(("127.0.0.1", 0), Receiver) as server:
    # A sale that names the receiver, paid in cash.
    _, sale = call("POST", SALES, {
        "basket": {"products": [{"desc": "Coffee", "quantity": 1, "priceOne": 340, "tax": 19}]},
        "application_context": {"return_urls": {"url_push": f"http://127.0.0.1:{server.server_port}/push"}}})
    call("POST", f"{SALES}/{sale['id']}/start/cash")
    server.timeout = 20
    # The payment of the sale tells its changes, too: wait for the push about the sale.
    while not received or json.loads(received[-1][1])["data"][0]["id"] != sale["id"]:
        server.handle_request()

headers, body = received[-1]
push = json.loads(body)
print(f"{push['event']}, outcome {push['outcome']['result']}, for this sale: {'yes' if push['data'][0]['id'] == sale['id'] else 'no'}")
print(f"signature: {'right' if genuine(headers, body) else 'wrong'}")
print(f"another body: {'right' if genuine(headers, body + b' ') else 'wrong'}")
