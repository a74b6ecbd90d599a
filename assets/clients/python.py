"""Client of the Tillbridge API: one file, standard library only, for Python 3.11 and newer.

    till = Tillbridge("http://127.0.0.1:8640", client_id="demo-client", client_secret="…")
    sale = till.api.create_smart_transaction(body={"basket": {"products": [...]}})
    outcome = till.pay(sale["id"], "cashless")["outcome"]

Tokens are fetched and renewed by themselves. Every call that changes something has an Idempotency-Key, which stays the
same while the line breaks and the call is repeated, so that nothing is done twice.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import json
import re
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Iterator, Literal, Mapping, NamedTuple, NotRequired, Sequence, TypeAlias, TypedDict

# operations: replaced by those of the OpenAPI document


class Api:
    """All operations of the API by their names."""

    def __init__(self, call: Any) -> None:
        self._call = call


OPERATIONS: dict[str, tuple[str, str, bool]] = {}
# end of operations

# A token is renewed so long before it ends, seconds.
_EARLY = 30
# Between two looks at a sale, and between two attempts to open the stream, seconds.
_LOOK_EVERY = 0.5
# The bridge or something before it is overloaded or away for a moment.
_AWAY = frozenset({429, 502, 503, 504})
# Seconds by which the clocks of the bridge and of the receiver of a push may differ.
_TOLERANCE = 300


class TillbridgeError(Exception):
    """The bridge refused the call. `body` has every member of the answer."""

    def __init__(self, status: int, headers: Mapping[str, str], body: Mapping[str, Any]) -> None:
        self.status = status
        self.details: str = body.get("error_details") or body.get("error_description") or f"HTTP {status}"
        super().__init__(self.details)
        # Number of the error, see /docs/errors; None for refusals of the token endpoint.
        self.code: int | None = body.get("code")
        self.error: str = body.get("error", "")
        # For the user, in the language of the client.
        self.user: str = body.get("error_user", "")
        self.support_id: str | None = body.get("supportId") or headers.get("X-Support-Id")
        self.doc_url: str | None = body.get("doc_url") or body.get("error_uri")
        # Seconds after which the call may be sent again.
        retry_after = headers.get("Retry-After") or ""
        self.retry_after: int | None = int(retry_after) if retry_after.isdigit() else None
        self.outcome: dict[str, Any] | None = body.get("outcome")
        self.next: dict[str, Any] | None = body.get("next") or (self.outcome or {}).get("next")
        # Why the terminal did not take the money.
        self.reason: dict[str, Any] | None = body.get("reason")
        self.body = body


class NoAnswerError(Exception):
    """No answer came, however often the call was repeated: whether it was carried out is not known.

    Sent again with the same `key` it is not carried out twice.
    """

    def __init__(self, operation: str, key: str | None) -> None:
        super().__init__(f"no answer to {operation}")
        self.operation = operation
        self.key = key


class StreamEvent(NamedTuple):
    """An event of the stream. `id` is where a reader resumes; None for events that are not stored."""

    id: str | None
    name: str
    data: Any


class Tillbridge:
    """Calls one bridge. It may be used by several threads."""

    def __init__(
        self,
        url: str,
        *,
        client_id: str | None = None,
        client_secret: str | None = None,
        grant: Mapping[str, str] | None = None,
        token: str | None = None,
        language: Literal["de", "en"] | None = None,
        version: str | None = None,
        retries: int = 4,
        pause: float = 0.3,
        timeout: float = 240,
    ) -> None:
        """`grant`: other fields of the token request, for example `{"grant_type": "appuser", "username": …}`.

        `pause`: seconds before the first repetition, doubled with each. `timeout`: seconds without a byte.
        """
        self._url = url.rstrip("/")
        self._credentials = {"client_id": client_id, "client_secret": client_secret}
        self._grant = dict(grant or {})
        self._given_token = token
        self._common = {
            **({"Accept-Language": language} if language else {}),
            **({"Tillbridge-Version": version} if version else {}),
        }
        self._retries = retries
        self._pause = pause
        self._timeout = timeout
        self._lock = threading.Lock()
        self._token: tuple[str, float] | None = None
        self._refresh: str | None = None
        self.api = Api(self.call)

    def pay(
        self, sale: str, method: str, body: Mapping[str, Any] | None = None, *, key: str | None = None, follow: bool = False
    ) -> dict[str, Any]:
        """Takes the money and says how it ended: the sale once its outcome is no longer unknown, or a person has to decide
        about it (`outcome.next` says by which call).

        Raises `TillbridgeError` with `reason` where the card was declined. `follow`: be answered at once and look again
        and again, in place of waiting in one long call.
        """
        headers = {"Prefer": "respond-async"} if follow else None
        call = {"id": sale, "method": method}
        try:
            answer = self.call("start_smart_transaction", call, body=body or {}, key=key or new_key(), headers=headers)
        except NoAnswerError:
            return self.follow(sale)
        return self.follow(sale) if answer["outcome"]["result"] == "unknown" else answer

    def follow(self, sale: str) -> dict[str, Any]:
        """Reads the sale until its outcome is known, or only a person can say it: waiting longer would change nothing."""
        while True:
            read = self.call("get_smart_transaction", {"id": sale})
            outcome = read["outcome"]
            waits_for_person = outcome["next"] is not None and outcome["next"]["method"] != "GET"
            if outcome["final"] or outcome["result"] != "unknown" or waits_for_person:
                return read
            time.sleep(_LOOK_EVERY)

    def next(self, call: Mapping[str, Any], body: Any = None, *, key: str | None = None) -> Any:
        """Makes the call that an answer names as the next one."""
        return self._send(call["path"], call["method"], call["path"], call["method"] != "GET", {}, body, key, None)

    def events(self, after: str | None = None) -> Iterator[StreamEvent]:
        """The events of the bridge, without end; after a broken line what was missed comes first."""
        last = after
        while True:
            headers = {"Accept": "text/event-stream", **({"Last-Event-ID": last} if last else {})}
            try:
                with self._authorised("GET", "/bridge/v1/events", None, headers) as stream:
                    for event in _events_in(stream):
                        last = event.id or last
                        yield event
            except TillbridgeError as error:
                if error.status not in _AWAY:
                    raise
            except (OSError, http.client.HTTPException):
                pass
            time.sleep(_LOOK_EVERY)

    def call(
        self,
        operation: str,
        parameters: Mapping[str, Any] | None = None,
        *,
        body: Any = None,
        key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Any:
        """Calls an operation by its name; `parameters` are those of path and query."""
        method, path, keyed = OPERATIONS[operation]
        return self._send(operation, method, path, keyed, parameters or {}, body, key, headers)

    def _send(
        self,
        name: str,
        method: str,
        path: str,
        keyed: bool,
        parameters: Mapping[str, Any],
        body: Any,
        chosen: str | None,
        headers: Mapping[str, str] | None,
    ) -> Any:
        key = (chosen or new_key()) if keyed else None
        may_repeat = method == "GET" or key is not None
        address = _address_of(path, parameters)
        content = None if body is None else json.dumps(body).encode()
        all_headers = {
            **({} if content is None else {"Content-Type": "application/json"}),
            **({} if key is None else {"Idempotency-Key": key}),
            **(headers or {}),
        }
        attempt = 0
        while True:
            is_last = not may_repeat or attempt >= self._retries
            pause = self._pause * 2**attempt
            try:
                with self._authorised(method, address, content, all_headers) as answer:
                    return _content_of(answer)
            except TillbridgeError as error:
                if is_last or error.status not in _AWAY:
                    raise
                pause = error.retry_after or pause
            except (OSError, http.client.HTTPException) as error:
                if is_last:
                    raise NoAnswerError(name, key) from error
            time.sleep(pause)
            attempt += 1

    def _authorised(self, method: str, address: str, content: bytes | None, headers: Mapping[str, str]) -> Any:
        """With a token; where it is refused, once more with a new one."""
        token = self.token()
        try:
            return self._open(method, address, content, {**headers, "Authorization": f"Bearer {token}"})
        except TillbridgeError as error:
            if error.status != 401 or self._given_token is not None:
                raise
        with self._lock:
            # Another thread may have renewed it already.
            if self._token is not None and self._token[0] == token:
                self._token = None
        return self._open(method, address, content, {**headers, "Authorization": f"Bearer {self.token()}"})

    def _open(self, method: str, address: str, content: bytes | None, headers: Mapping[str, str]) -> Any:
        request = urllib.request.Request(
            self._url + address, data=content, method=method, headers={**self._common, **headers}
        )
        try:
            return urllib.request.urlopen(request, timeout=self._timeout)
        except urllib.error.HTTPError as refusal:
            with refusal:
                text = refusal.read()
            try:
                body = json.loads(text)
            except ValueError:
                body = {}
            raise TillbridgeError(refusal.code, refusal.headers, body) from None

    def token(self) -> str:
        """The token of now. Threads that need one at the same time wait for the same request."""
        if self._given_token is not None:
            return self._given_token
        with self._lock:
            if self._token is not None and self._token[1] > time.monotonic():
                return self._token[0]
            refresh, self._refresh = self._refresh, None
            if refresh is not None:
                try:
                    return self._ask_token({"grant_type": "refresh_token", "refresh_token": refresh})
                except TillbridgeError:
                    pass
            return self._ask_token({"grant_type": "client_credentials", **self._grant})

    def _ask_token(self, fields: Mapping[str, str]) -> str:
        form = {**{name: value for name, value in self._credentials.items() if value is not None}, **fields}
        content = urllib.parse.urlencode(form).encode()
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        with self._open("POST", "/oauth/token", content, headers) as answer:
            issued = json.load(answer)
        self._token = (issued["access_token"], time.monotonic() + issued["expires_in"] - _EARLY)
        self._refresh = issued.get("refresh_token")
        return issued["access_token"]


def _address_of(path: str, parameters: Mapping[str, Any]) -> str:
    """`{name}` of the path and everything else as query, from the parameters of the call."""
    rest = {name: value for name, value in parameters.items() if value is not None}

    def filled(match: re.Match[str]) -> str:
        value = rest.pop(match[1], "")
        if value == "":
            raise TypeError(f"{match[1]} is missing in the call of {path}")
        return urllib.parse.quote(str(value), safe="")

    address = re.sub(r"\{(\w+)\}", filled, path)
    return f"{address}?{urllib.parse.urlencode(rest)}" if rest else address


def _content_of(answer: Any) -> Any:
    """JSON as its value, other text as text, everything else as bytes."""
    kind = answer.headers.get("Content-Type") or ""
    content = answer.read()
    if "json" in kind:
        return json.loads(content)
    return content.decode() if kind.startswith("text/") else content


def _events_in(stream: Any) -> Iterator[StreamEvent]:
    """Comments, which keep the line alive, are no events."""
    fields: dict[str, list[str]] = {}
    for line in stream:
        text = line.decode().rstrip("\r\n")
        if text:
            name, _, value = text.partition(":")
            if name:
                fields.setdefault(name, []).append(value.removeprefix(" "))
            continue
        if "data" in fields:
            data = json.loads("\n".join(fields["data"]))
            yield StreamEvent((fields.get("id") or [None])[0], (fields.get("event") or ["message"])[0], data)
        fields = {}


def new_key() -> str:
    """A new Idempotency-Key: one for each attempt, another one after a decline."""
    return str(uuid.uuid4())


def verify_push(
    secrets: str | Sequence[str], headers: Mapping[str, str], body: bytes, now: float | None = None
) -> Any:
    """The content of a push notification whose signature is right (Standard Webhooks).

    `body` are the bytes as they came; `secrets` are those that are valid now (`whsec_…`), two while one takes the place of
    the other. Raises `ValueError` where the signature is not right.
    """
    lower = {name.lower(): value for name, value in headers.items()}
    ident, sent, signatures = (lower.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not ident or not sent.isdigit() or not signatures:
        raise ValueError("the push is not signed")
    if abs((time.time() if now is None else now) - int(sent)) > _TOLERANCE:
        raise ValueError("the push is too old, or a clock is wrong")
    signed = f"{ident}.{sent}.".encode() + body
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        raw = base64.b64decode(secret.removeprefix("whsec_"))
        right = "v1," + base64.b64encode(hmac.new(raw, signed, hashlib.sha256).digest()).decode()
        if any(hmac.compare_digest(right.encode(), one.encode()) for one in signatures.split(" ")):
            return json.loads(body)
    raise ValueError("the signature of the push is wrong")
