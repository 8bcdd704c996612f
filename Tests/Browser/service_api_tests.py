"""The service API against its own document: schemathesis makes up requests, good and bad, and checks every answer."""

import json
import os
import re
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
import uuid

import jsonschema_rs
import pytest
from playwright.sync_api import expect

from console import csrf


def add_plan_for_examples(person):
    """The plan that the document's examples name."""
    from plans_tests import PLANS, add_plan
    person.go(PLANS)
    if person.page.locator("tr").filter(has_text="premium").count() == 0:
        add_plan(person, "premium")


def make_key(roost, chromium, session, tenant, *scopes):
    """By the console's form, as an admin would. Without scopes it has those of users, their answers and the catalogue."""
    scopes = scopes or ("users.read", "users.write", "users.delete", "catalogue.read", "answers.read", "answers.write")
    context = chromium.new_context(base_url=roost.url, storage_state=session)
    answer = context.request.post(
        f"/t/{tenant}/keys",
        headers={"content-type": "application/x-www-form-urlencoded"},
        data=urllib.parse.urlencode([
            ("csrf", csrf(context, f"/t/{tenant}/keys/new")), ("name", "Tests"), ("term", "30"), ("rate", "60000"),
            *(("scopes", scope) for scope in scopes),
        ]))
    assert answer.status == 200
    found = re.search(r"rst_live_[0-9A-Za-z]{16}_[0-9A-Za-z]{49}", answer.text())
    context.close()
    return found[0]


@pytest.fixture(scope="module")
def key(roost, chromium, sessions, orchard):
    return make_key(roost, chromium, sessions("second"), "orchard")


@pytest.fixture(scope="module")
def meadow_key(roost, chromium, sessions):
    """Of a tenant in which nobody else counts users: what is made up here may be written."""
    return make_key(roost, chromium, sessions("en"), "meadow")


def get(url, key=None):
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {key}"} if key else {})
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refused:
        return refused.code, json.load(refused)


def test_a_program_pages_through_all_users_over_the_wire(roost, key, orchard):
    found, path = [], "/v1/users?limit=50"
    while path:
        status, page = get(roost.url + path, key)
        assert status == 200
        found += [user["email"] for user in page["users"]]
        path = page["next"]
    assert set(orchard) <= set(found)
    assert len(found) == len(set(found))


def test_without_a_key_there_is_a_problem_and_nothing_else(roost):
    status, problem = get(roost.url + "/v1/users")
    assert status == 401
    assert problem["title"] == "No valid key" and "users" not in problem


def send(method, url, key, body=None, **headers):
    headers = {"Authorization": f"Bearer {key}", "Idempotency-Key": str(uuid.uuid4())} | {name.replace("_", "-"): value for name, value in headers.items()}
    data = None if body is None else json.dumps(body).encode()
    if data is not None:
        headers["Content-Type"] = "application/json"
    request = urllib.request.Request(url, data=data, headers=headers, method=method)
    try:
        with urllib.request.urlopen(request) as answer:
            text = answer.read()
            return answer.status, answer.headers, json.loads(text) if text else None
    except urllib.error.HTTPError as refused:
        return refused.code, refused.headers, json.load(refused)


def test_a_program_adds_changes_and_deletes_a_user_over_the_wire(roost, meadow_key, open_browser):
    users = roost.url + "/v1/users"
    again = {"Idempotency_Key": "once-and-never-again"}
    email = f"{uuid.uuid4().hex}@example.net"
    batch = {"users": [{"email": email, "name": "Zoë “Quill” علی", "time_zone": "Asia/Tehran"}, {"email": "none"}]}
    status, headers, first = send("PUT", users, meadow_key, batch, **again)
    assert status == 200 and first["counts"] == {"created": 1, "updated": 0, "unchanged": 0, "failed": 1}
    assert first["results"][1]["errors"][0]["pointer"] == "/users/1/email"
    status, headers, second = send("PUT", users, meadow_key, batch, **again)
    assert status == 200 and second == first and headers["Idempotency-Replayed"] == "true"
    one = f"{users}/{first['results'][0]['id']}"
    status, headers, user = send("GET", one, meadow_key)
    assert user["name"] == "Zoë “Quill” علی" and headers["ETag"] == '"1"'
    assert send("PATCH", one, meadow_key, {"name": "Lost"})[0] == 428
    assert send("PATCH", one, meadow_key, {"name": "Kept"}, If_Match=headers["ETag"])[0] == 200
    assert send("PATCH", one, meadow_key, {"name": "Lost"}, If_Match=headers["ETag"])[0] == 412
    assert send("GET", one, meadow_key)[2]["name"] == "Kept"
    status, headers, nothing = send("DELETE", one, meadow_key)
    assert status == 204 and nothing is None
    person = open_browser("en")
    person.go("/t/meadow/audit")
    expect(person.main()).to_contain_text("Tests (API key) deleted the user")


def test_a_body_that_is_too_large_is_a_problem(roost, meadow_key):
    status, headers, problem = send("PUT", roost.url + "/v1/users", meadow_key, {"users": [{"email": "x" * 1_100_000}]})
    assert status == 413 and headers["Content-Type"] == "application/problem+json" and problem["title"] == "Too large"


# What no schema can say: which version somebody has seen (412), and that 428 is the answer for a missing If-Match (RFC 6585).
SCHEMATHESIS = """
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "3xx", "401", "403", "404", "409", "412", "429", "5xx"]
[checks.negative_data_rejection]
expected-statuses = ["400", "401", "403", "404", "405", "406", "409", "412", "415", "422", "428", "429", "5xx"]
# Nor what a survey asks.
[[operations]]
include-path = "/v1/users/{user}/answers/{questionnaire}"
[operations.checks.positive_data_acceptance]
expected-statuses = ["2xx", "401", "403", "404", "409", "412", "422", "429", "5xx"]
[checks.missing_required_header]
expected-statuses = ["400", "401", "403", "406", "415", "422", "428"]
"""


# A new write has a new key; what is no key stays as it was made up. And a call that is to lack the API key must lack it,
# though the command line gives it to all.
# Whoever is asked for is there, or most of what a change does would never be tried.
HOOKS = """
import os, re, uuid, zlib, schemathesis
from hypothesis import strategies

USERS = os.environ["USERS"].split()

schemathesis.openapi.format("iana-time-zone", strategies.sampled_from(["Asia/Tehran", "Europe/Madrid", "America/Argentina/Ushuaia", "UTC"]))
schemathesis.openapi.format("language-tag", strategies.sampled_from(["en", "fa", "pt-BR", "ckb"]))
schemathesis.openapi.format("phone-number", strategies.sampled_from(["", "+447700900123", "+1 202 555 0143", "+98 (21) 1234-5678"]))

@schemathesis.hook
def before_call(context, case, kwargs):
    sent = (case.headers or {}).get("Idempotency-Key")
    if isinstance(sent, str) and re.fullmatch("[!-~]{1,255}", sent):
        case.headers["Idempotency-Key"] = str(uuid.uuid4())
    wanted = (case.path_parameters or {}).get("user")
    is_single = getattr(getattr(case.meta, "phase", None), "name", None) != "stateful"
    if is_single and case.method != "DELETE" and isinstance(wanted, str) and re.fullmatch("[0-9a-f-]{36}", wanted):
        number = zlib.crc32(wanted.encode())
        case.path_parameters["user"] = USERS[number % len(USERS)]
        if number % 3 and isinstance((case.headers or {}).get("If-Match"), str):
            case.headers["If-Match"] = "*"
    made = getattr(getattr(case.meta, "phase", None), "data", None)
    if str(getattr(made, "description", "")).startswith("Missing `Authorization`"):
        for headers in (case.headers, kwargs.get("headers")):
            if headers:
                headers.pop("Authorization", None)
"""


def test_schemathesis_finds_nothing(roost, meadow_key):
    batch = {"users": [{"email": f"{uuid.uuid4().hex}@example.net"} for _ in range(20)]}
    users = [result["id"] for result in send("PUT", roost.url + "/v1/users", meadow_key, batch)[2]["results"]]
    file = roost.directory / "schemathesis.toml"
    file.write_text(SCHEMATHESIS)
    (roost.directory / "hooks_of_tests.py").write_text(HOOKS)
    done = subprocess.run(
        [
            sys.executable, "-m", "schemathesis.cli", "--config-file", str(file), "run", roost.url + "/v1/openapi.json", "--header",
            f"Authorization: Bearer {meadow_key}", "--checks", "all", "--exclude-path-regex", "^/v1/me/", "--max-examples", "40", "--seed", "20261121", "--no-color",
        ],
        capture_output=True, text=True, timeout=400, cwd=roost.directory,
        env=os.environ | {"SCHEMATHESIS_HOOKS": "hooks_of_tests", "USERS": " ".join(users), "PYTHONPATH": str(roost.directory)})
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


class Client:
    """A strict client, generated from the document: each operation is a method. It sends nothing that the document forbids and takes no
    answer that the document does not describe."""

    def __init__(self, roost, key):
        self.url, self.key = roost.url, key
        self.document = get(roost.url + "/v1/openapi.json")[1]
        self.operations = {
            operation["operationId"]: (method.upper(), path, operation)
            for path, methods in self.document["paths"].items() for method, operation in methods.items()}
        self.called = set()

    def check(self, value, schema):
        jsonschema_rs.Draft202012Validator(
            {"$ref": "#/schema", "schema": schema, "components": self.document["components"]}, validate_formats=True).validate(value)

    def __getattr__(self, name):
        if name not in self.operations:
            raise AttributeError(name)
        return lambda body=None, expect=None, if_match=None, **parameters: self.call(name, body, expect, if_match, parameters)

    def call(self, name, body, expect, if_match, parameters):
        method, path, operation = self.operations[name]
        query, headers = {}, {"Authorization": f"Bearer {self.key}"}
        for parameter in operation["parameters"]:
            given = parameters.pop(parameter["name"], None)
            if parameter["name"] == "Idempotency-Key":
                given = str(uuid.uuid4())
            if parameter["name"] == "If-Match" and if_match:
                given = if_match
            if given is None:
                assert not parameter.get("required"), f"{name} needs {parameter['name']}"
                continue
            self.check(given, parameter["schema"])
            if parameter["in"] == "path":
                path = path.replace("{" + parameter["name"] + "}", urllib.parse.quote(given, safe=""))
            elif parameter["in"] == "query":
                query[parameter["name"]] = given
            else:
                headers[parameter["name"]] = given
        assert not parameters, f"{name} has no {parameters}"
        data = None
        if "requestBody" in operation:
            self.check(body, operation["requestBody"]["content"]["application/json"]["schema"])
            data, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
        request = urllib.request.Request(self.url + path + ("?" + urllib.parse.urlencode(query) if query else ""), data, headers, method=method)
        try:
            with urllib.request.urlopen(request) as answer:
                status, head, text = answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as refused:
            status, head, text = refused.code, refused.headers, refused.read()
        said = operation["responses"].get(str(status))
        assert said, f"{name} answered {status}, which is not in the document: {text[:300]}"
        for header, about in said.get("headers", {}).items():
            assert header in head or not about["required"], f"{name} lacks {header}"
        if status < 400:
            self.called.add(name)
        content = said.get("content", {})
        if not content:
            assert not text, f"{name} has a body that is not in the document"
            return status, head, None
        kind = head["Content-Type"].split(";")[0]
        assert kind in content, f"{name} answered {kind}"
        value = json.loads(text) if kind.endswith("json") else text
        if "schema" in content[kind]:
            self.check(value, content[kind]["schema"])
        if expect:
            assert status == expect, f"{name} answered {status}: {text[:300]}"
        return status, head, value

    def example(self, name):
        return self.operations[name][2]["requestBody"]["content"]["application/json"]["example"]


@pytest.fixture(scope="module")
def selling_key(roost, chromium, sessions):
    return make_key(
        roost, chromium, sessions("sells-through"), "market", "users.read", "users.write", "users.delete", "catalogue.read", "answers.read",
        "answers.write", "checkouts.write", "entitlements.read", "entitlements.use", "privacy.read", "privacy.write")


def test_a_client_generated_from_the_document_does_everything_that_is_in_it(roost, selling_key, open_browser):
    """24: what the document says of requests, answers and examples is what the server does."""
    from providers_tests import use
    seller = open_browser("sells-through")
    client = Client(roost, selling_key)
    # Every example is of its own schema.
    for name, (_, _, operation) in client.operations.items():
        if "application/json" in operation.get("requestBody", {}).get("content", {}):
            client.check(client.example(name), operation["requestBody"]["content"]["application/json"]["schema"])
    assert client.describeKey()[2]["tenant"]["slug"] == "market"
    batch = client.example("saveUsers")
    batch["users"][0]["email"] = f"{uuid.uuid4().hex}@example.net"
    user = client.saveUsers(batch, expect=200)[2]["results"][0]["id"]
    status, head, one = client.getUser(user=user)
    assert one["time_zone"] == "Europe/Madrid"
    assert client.changeUser(client.example("changeUser"), user=user, if_match=head["ETag"], expect=200)
    assert any(found["id"] == user for found in client.listUsers(q=user)[2]["users"])
    add_plan_for_examples(seller)
    use(seller, "sandbox")
    status, _, begun = client.beginCheckout(client.example("beginCheckout"), user=user)
    assert status == 201 and begun["currency"] == "EUR" and begun["url"].startswith(roost.url)
    assert client.getEntitlements(user=user)[2]["plan"] == "free"
    assert client.useEntitlement(client.example("useEntitlement"), user=user)[0] == 403
    assert client.getCatalogue()[2]["languages"]
    assert isinstance(client.getSegments(user=user)[2]["segments"], list)
    assert client.getAnswers(user=user)[0] == 200
    assert client.saveAnswers(client.example("saveAnswers"), user=user, questionnaire="unknown")[0] == 404
    assert client.getImage(image=str(uuid.uuid4()))[0] == 404
    assert client.getUserFile(user=user, userfile=str(uuid.uuid4()))[0] == 404
    assert client.savePrivacyLevel(client.example("savePrivacyLevel"), user=user)[0] == 200
    assert client.getPrivacyLevel(user=user)[0] == 200
    assert client.getSharedProfile(user=user)[0] == 200
    assert client.getConsents(user=user)[0] == 200
    assert client.saveConsent(client.example("saveConsent"), user=user, text="unknown")[0] == 404
    assert client.addPrivacyRequest(client.example("addPrivacyRequest"), user=user)[0] in (200, 201)
    assert client.listPrivacyRequests(user=user)[0] == 200
    assert client.deleteUser(user=user)[0] == 204
    assert client.getUser(user=str(uuid.uuid4()))[0] == 404
    # Those of kinds' own are for tenants of that kind, where the kinds' tests call them.
    of_kinds = {"listClasses", "getClass", "saveGrades", "saveAttendance"}
    of_users = {name for name, (_, path, _) in client.operations.items() if path.startswith("/v1/me/")}
    left = set(client.operations) - client.called - of_users - {"useEntitlement", "saveAnswers", "saveConsent", "getImage", "getUserFile"} - of_kinds
    assert not left, f"nobody called {left}"


@pytest.mark.parametrize("name, change", [
    ("beginCheckout", {"currency": ""}), ("beginCheckout", {"plan": ""}), ("beginCheckout", {"period": "day"}), ("useEntitlement", {"entitlement": ""}),
    ("changeUser", {"time_zone": ""}),
])
def test_what_the_document_forbids_the_server_refuses(roost, selling_key, open_browser, name, change):
    from providers_tests import use
    # A shop that is shut says so before it looks at the order.
    use(open_browser("sells-through"), "sandbox")
    client = Client(roost, selling_key)
    method, path, operation = client.operations[name]
    body = client.example(name) | change
    with pytest.raises(jsonschema_rs.ValidationError):
        client.check(body, operation["requestBody"]["content"]["application/json"]["schema"])
    batch = {"users": [{"email": f"{uuid.uuid4().hex}@example.net"}]}
    user = client.saveUsers(batch)[2]["results"][0]["id"]
    status, _, problem = send(method, roost.url + path.replace("{user}", user), selling_key, body, If_Match="*")
    assert status == 422, problem
