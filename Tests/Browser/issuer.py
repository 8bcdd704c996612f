"""An issuer of OpenID Connect, on a server of its own under TLS: where people have their accounts in the tests of signing in elsewhere."""

import base64
import datetime
import hashlib
import html
import ipaddress
import json
import secrets
import ssl
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from joserfc import jwt
from joserfc.jwk import RSAKey


def certify(directory):
    """A file with a certificate of this machine, and one with its key. Nobody but who is told trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.timezone.utc)
    certificate = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=2))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), True)
        .sign(key, hashes.SHA256()))
    paths = directory / "issuer.crt", directory / "issuer.key"
    paths[0].write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    paths[1].write_bytes(key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    # The server drops root before it reads the first.
    paths[0].chmod(0o644)
    return paths


class Issuer(ThreadingHTTPServer):
    """`person` is who sits at the browser; `answers_by_form`: what goes back with the browser goes by a form of ours, as Apple's does."""

    daemon_threads = True

    def __init__(self, directory):
        self.client_id, self.secret = "client-of-orchard", secrets.token_urlsafe(24)
        self.person, self.answers_by_form, self.grants = {}, False, {}
        self.rotate()
        super().__init__(("127.0.0.1", 0), Answering)
        self.place = f"127.0.0.1:{self.server_address[1]}"
        self.url = f"https://{self.place}"
        self.certificate, key = certify(directory)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, key)
        self.socket = context.wrap_socket(self.socket, server_side=True, do_handshake_on_connect=False)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def rotate(self):
        """Signs with another key from now on, and publishes that one alone."""
        self.key = RSAKey.generate_key(2048, {"kid": secrets.token_hex(8), "use": "sig", "alg": "RS256"})

    def token(self, grant):
        now = int(time.time())
        claims = {"iss": self.url, "aud": self.client_id, "iat": now, "exp": now + 600, "nonce": grant["nonce"]} | grant["person"]
        return jwt.encode({"alg": "RS256", "kid": self.key.kid}, claims, self.key)


class Answering(BaseHTTPRequestHandler):
    def answer(self, body, status=200, kind="application/json", **headers):
        body = (body if isinstance(body, str) else json.dumps(body)).encode()
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        issuer, place = self.server, urllib.parse.urlsplit(self.path)
        asked = {name: values[0] for name, values in urllib.parse.parse_qs(place.query).items()}
        if place.path == "/.well-known/openid-configuration":
            at = lambda path: f"{issuer.url}/{path}"
            return self.answer({
                "issuer": issuer.url, "authorization_endpoint": at("authorize"), "token_endpoint": at("token"), "jwks_uri": at("keys"),
                "token_endpoint_auth_methods_supported": ["client_secret_basic"],
                "authorization_response_iss_parameter_supported": True})
        if place.path == "/keys":
            return self.answer({"keys": [issuer.key.as_dict(private=False)]})
        if place.path != "/authorize" or asked.get("client_id") != issuer.client_id:
            return self.answer("no", 404, "text/plain")
        code = secrets.token_urlsafe(16)
        issuer.grants[code] = asked | {"person": dict(issuer.person)}
        back = {"code": code, "state": asked["state"], "iss": issuer.url}
        if issuer.answers_by_form:
            fields = "".join(f'<input type="hidden" name="{name}" value="{html.escape(value)}">' for name, value in back.items())
            form = f'<form method="post" action="{html.escape(asked["redirect_uri"])}">{fields}<button>Allow</button></form>'
        else:
            link = html.escape(asked["redirect_uri"] + "?" + urllib.parse.urlencode(back))
            form = f'<a href="{link}">Allow</a>'
        self.answer(f"<!doctype html><title>Issuer</title><h1>Issuer of the tests</h1>{form}", kind="text/html")

    def do_POST(self):
        body = urllib.parse.parse_qs(self.rfile.read(int(self.headers["content-length"])).decode())
        told = {name: values[0] for name, values in body.items()}
        pair = base64.b64encode(f"{self.server.client_id}:{self.server.secret}".encode()).decode()
        grant = self.server.grants.pop(told.get("code"), None)
        if self.headers["authorization"] != f"Basic {pair}" or not grant or grant["redirect_uri"] != told.get("redirect_uri"):
            return self.answer({"error": "invalid_grant"}, 400)
        challenge = base64.urlsafe_b64encode(hashlib.sha256(told["code_verifier"].encode()).digest()).decode().rstrip("=")
        if challenge != grant["code_challenge"]:
            return self.answer({"error": "invalid_grant"}, 400)
        self.answer({"access_token": "unused", "token_type": "Bearer", "id_token": self.server.token(grant)})

    def log_message(self, *_):
        pass
