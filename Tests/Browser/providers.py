"""Stand-ins for those who collect money: a seller of cards that speaks Stripe's protocol, and Google with its keys, tokens and
purchases. Each is an HTTP server of its own, and signs as the real one does."""

import base64
import hashlib
import hmac
import json
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


def url64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def post(url: str, body: bytes, headers: dict) -> int:
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body, headers)) as answer:
            return answer.status
    except urllib.error.HTTPError as refused:
        return refused.code


class Server:
    """Answers `METHOD /path` by methods of the subclass, `answer(method, path, body, headers)` → (status, type, text)."""

    def __init__(self):
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def handle_any(self):
                body = self.rfile.read(int(self.headers.get("content-length") or 0))
                status, kind, text = outer.answer(self.command, self.path, body, self.headers)
                data = text.encode()
                self.send_response(status)
                self.send_header("content-type", kind)
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            do_GET = do_POST = do_DELETE = handle_any

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class Cards(Server):
    """Checkout Sessions with a page to pay on, and signed events."""

    secret_key = "sk_test_standin"
    signing_secret = "whsec_" + "s" * 32

    def __init__(self):
        super().__init__()
        self.sessions = {}
        # Which payment settled which invoice, to be asked for.
        self.invoices = {}
        self.asked = []
        self.refunds = []
        self.ended = []
        self.count = 0

    def name(self, kind):
        self.count += 1
        return f"{kind}_{self.count}_{int(time.time() * 1000)}"

    def answer(self, method, path, body, headers):
        if method == "POST" and path == "/v1/checkout/sessions":
            if headers.get("authorization") != f"Bearer {self.secret_key}":
                return 401, "application/json", '{"error":{"code":"api_key_invalid"}}'
            form = dict(urllib.parse.parse_qsl(body.decode()))
            key = headers["idempotency-key"]
            if key not in self.sessions:
                self.asked.append(form)
                self.sessions[key] = {"id": self.name("cs"), "form": form}
            session = self.sessions[key]
            return 200, "application/json", json.dumps({"id": session["id"], "url": f"{self.url}/pay/{session['id']}"})
        if method == "GET" and path.startswith("/v1/invoice_payments?"):
            asked = dict(urllib.parse.parse_qsl(path.split("?", 1)[1]))
            invoice = self.invoices.get(asked["payment[payment_intent]"])
            return 200, "application/json", json.dumps({"object": "list", "data": [{"invoice": invoice}] if invoice else []})
        if method == "GET" and path.startswith("/v1/invoices/"):
            name = path.split("?")[0].rsplit("/", 1)[1]
            intent = next((intent for intent, invoice in self.invoices.items() if invoice == name), None)
            return 200, "application/json", json.dumps({"id": name, "payment_intent": intent})
        if path.split("?")[0] == "/v1/refunds":
            if method == "GET":
                return 200, "application/json", '{"object":"list","data":[]}'
            form = dict(urllib.parse.parse_qsl(body.decode())) | {"key": headers["idempotency-key"]}
            known = next((one for one in self.refunds if one["key"] == form["key"]), None)
            if not known:
                self.refunds.append(form | {"id": self.name("re")})
                known = self.refunds[-1]
            return 200, "application/json", json.dumps({"id": known["id"], "status": "succeeded"})
        if method == "DELETE" and path.startswith("/v1/subscriptions/"):
            self.ended.append(path.split("?")[0].rsplit("/", 1)[1])
            return 200, "application/json", json.dumps({"id": self.ended[-1], "status": "canceled"})
        if method == "GET" and path.startswith("/pay/"):
            return 200, "text/html", "<!doctype html><title>Cards</title><h1>Pay here</h1>"
        return 404, "application/json", "{}"

    def form(self, session):
        return next(one["form"] for one in self.sessions.values() if one["id"] == session)

    def tell(self, hook, kind, thing, *, at=None, event=None, secret=None, age=0):
        """Sends an event, and returns what was answered."""
        body = json.dumps({
            "id": event or self.name("evt"), "type": kind, "created": int(at or time.time()), "api_version": "2024-06-20",
            "data": {"object": thing}}).encode()
        moment = int(time.time()) - age
        mark = hmac.new((secret or self.signing_secret).encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest()
        return post(hook, body, {"content-type": "application/json", "stripe-signature": f"t={moment},v1={mark}"})


class Google(Server):
    """Keys, access tokens and purchases; and pushes as Pub/Sub sends them."""

    pusher = "push@project.iam.gserviceaccount.com"
    package = "com.example.market"

    def __init__(self):
        super().__init__()
        self.directory = Path(tempfile.mkdtemp(prefix="roost-google-"))
        for name in ("push", "account"):
            subprocess.run(
                ["openssl", "genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", self.directory / name],
                check=True, capture_output=True)
        self.purchases = {}
        self.orders = {}
        self.tokens = 0

    @property
    def account(self) -> str:
        return json.dumps({"client_email": "reader@project.iam.gserviceaccount.com", "private_key": (self.directory / "account").read_text()})

    def answer(self, method, path, body, headers):
        if path == "/keys":
            said = subprocess.run(
                ["openssl", "rsa", "-in", self.directory / "push", "-modulus", "-noout"], check=True, capture_output=True, text=True).stdout
            key = {"kty": "RSA", "alg": "RS256", "use": "sig", "kid": "one", "e": "AQAB", "n": url64(bytes.fromhex(said.split("=")[1].strip()))}
            return 200, "application/json", json.dumps({"keys": [key]})
        if path == "/token":
            form = dict(urllib.parse.parse_qsl(body.decode()))
            head, claims, mark = form["assertion"].split(".")
            asked = json.loads(base64.urlsafe_b64decode(claims + "=="))
            assert asked["scope"].endswith("androidpublisher") and asked["aud"] == f"{self.url}/token"
            self.tokens += 1
            return 200, "application/json", json.dumps({"access_token": "access", "expires_in": 3600})
        if "/orders/" in path and headers.get("authorization") == "Bearer access":
            found = self.orders.get(urllib.parse.unquote(path.rsplit("/", 1)[1]))
            return (200, "application/json", json.dumps(found)) if found else (404, "application/json", "{}")
        if "/purchases/" in path and headers.get("authorization") == "Bearer access":
            found = self.purchases.get(urllib.parse.unquote(path.rsplit("/", 1)[1]))
            return (200, "application/json", json.dumps(found)) if found else (404, "application/json", "{}")
        return 401, "application/json", "{}"

    def token(self, audience, *, email=None, ends=600):
        claims = {"iss": "https://accounts.google.com", "aud": audience, "email": email or self.pusher, "email_verified": True,
                  "iat": int(time.time()), "exp": int(time.time()) + ends}
        signed = url64(json.dumps({"alg": "RS256", "typ": "JWT", "kid": "one"}).encode()) + "." + url64(json.dumps(claims).encode())
        mark = subprocess.run(
            ["openssl", "dgst", "-sha256", "-sign", self.directory / "push"], input=signed.encode(), check=True, capture_output=True).stdout
        return signed + "." + url64(mark)

    def tell(self, hook, message, notice, *, token=None):
        data = {"version": "1.0", "packageName": self.package, "eventTimeMillis": str(int(time.time() * 1000))} | notice
        body = {"message": {"messageId": message, "data": base64.b64encode(json.dumps(data).encode()).decode()}, "subscription": "s"}
        return post(
            hook, json.dumps(body).encode(),
            {"content-type": "application/json", "authorization": f"Bearer {token or self.token(hook)}"})
