"""A second till: made, let in by a code, and with a terminal of its own."""
import json
import os
import urllib.error
import urllib.request

TILLBRIDGE = os.environ.get("TILLBRIDGE_URL", "http://127.0.0.1:8640")
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

# A manager, or a client with the scope manage, makes the till and names its terminal.
_, terminals = call("GET", "/bridge/v1/terminals")
_, till = call("POST", "/bridge/v1/tills", {"name": "Till 2", "terminal": terminals["data"][0]["device"]})
print(f"{till['name']} with {till['terminal']['name']}")

# The new till asks for a code, and shows user_code and verification_url to a person.
_, codes = call("POST", "/oauth/token", {
    "grant_type": "device",
    "client_id": "demo-client",
    "client_secret": "demo-secret",
    "uuid": till["uuid"],
})

# Until the person has let it in, the answer is 401 authorization_pending: ask every interval seconds.
_, waiting = call("POST", "/oauth/token", {
    "grant_type": "device",
    "client_id": "demo-client",
    "client_secret": "demo-secret",
    "code": codes["device_code"],
})
print(waiting["error"])

# Here the demo plays the person, and lets the interval pass; a shop has no such calls.
call("POST", "/bridge/v1/control/devices/approve", {"user_code": codes["user_code"]})
call("PUT", "/bridge/v1/control/clock", {"by": 6000})
_, own = call("POST", "/oauth/token", {
    "grant_type": "device",
    "client_id": "demo-client",
    "client_secret": "demo-secret",
    "code": codes["device_code"],
})
print(f"{own['token_type']}, valid for {own['expires_in']} seconds")
