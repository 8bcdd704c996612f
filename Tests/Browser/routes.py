"""The table of routes as the program itself prints it, and addresses of its pages: the names in them are filled from rows of the demo,
and from what an operator makes beside them."""

import base64
import hashlib
import json
import re
import secrets
import subprocess
import time
import urllib.parse
import uuid
from functools import cache

from playwright.sync_api import BrowserContext

from console import csrf
from installation import BINARY, Installation

# Tenants of the demo, one of each kind; what every tenant has is looked at in the first.
TENANTS = {"alarm": "roosterme", "fitness": "fitpact", "gradebook": "gradely", "timetable": "pary", "cycle": "luna"}

# Of an app that signs its users in.
BACK = "https://app.example.com/back"

# What is the same in every tenant. No picture has that id.
FIXED = {"issuer": "google", "topic": "users", "language": "en", "number": "1", "image": str(uuid.uuid4())}

# By the name in an address: which row of the tenant, whose id is `tenant.id`.
CHOSEN = {
    "user": "select users.id from users join payments on payments.user_id = users.id and payments.kind = 'payment' "
            "and payments.provider = 'card' where users.tenant_id = tenant.id and users.status = 'active' order by users.id limit 1",
    "payment": "select payments.id from payments join users on users.id = payments.user_id where users.tenant_id = tenant.id "
               "and users.status = 'active' and payments.kind = 'payment' and payments.provider = 'card' order by users.id limit 1",
    "segment": "select id from segments where tenant_id = tenant.id limit 1",
    "submission": "select id from submissions where tenant_id = tenant.id limit 1",
    "goal": "select id from fitness_goals where tenant_id = tenant.id and state = 'in_progress' order by id limit 1",
    "sponsor": "select user_id from fitness_backings where tenant_id = tenant.id and answer = 'accepted' order by user_id limit 1",
    "sponsorgroup": "select group_id from fitness_group_members where tenant_id = tenant.id limit 1",
    "reward": "select id from fitness_backings where tenant_id = tenant.id and reward_state <> 'none' order by id limit 1",
    "publication": "select id from timetable_versions where tenant_id = tenant.id order by number limit 1",
    "class": "select class_id from gradebook_enrolments where tenant_id = tenant.id order by class_id, student_id limit 1",
    "student": "select student_id from gradebook_enrolments where tenant_id = tenant.id order by class_id, student_id limit 1",
    "mark": "select a.id from gradebook_attendance a join (select class_id, student_id from gradebook_enrolments where tenant_id = tenant.id "
            "order by class_id, student_id limit 1) e on e.class_id = a.class_id and e.student_id = a.student_id "
            "where a.tenant_id = tenant.id order by a.day limit 1",
    "assignment": "select id from gradebook_assignments where tenant_id = tenant.id order by class_id, id limit 1",
    **{name: f"select id from timetable_{table} where tenant_id = tenant.id limit 1" for name, table in {
        "term": "terms", "lesson": "lessons", "group": "groups", "teacher": "teachers", "room": "rooms", "subject": "subjects",
        "faculty": "faculties", "holiday": "holidays"}.items()},
}


@cache
def all_routes() -> list[dict]:
    printed = subprocess.run([BINARY, "routes", "--json"], check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in printed.splitlines()]


# What a script puts into the page that is open; it is looked at there.
PARTS = {"/t/:tenant/classes/:class/figures"}


def page_routes() -> list[dict]:
    """Those whose answer is a page; of those that are open to anybody only the answer tells."""
    return [
        route for route in all_routes()
        if route["method"] == "GET" and route["answers"] in ("page", "open") and route["pattern"] not in PARTS]


class Addresses:
    """Addresses of routes, in the browser of an operator who has just proven who they are. Others may have made the same things before."""

    def __init__(self, roost: Installation, operator: BrowserContext):
        self.roost, self.operator = roost, operator
        self.made = {}

    def of(self, route: dict) -> str:
        tenant = TENANTS.get(route["place"], "roosterme")
        path = ""
        for part in route["pattern"].split("/")[1:]:
            path += "/" + (self.value(part[1:], path, tenant, route["pattern"]) if part.startswith(":") else part)
        if route["pattern"] == "/accounts/:tenant/authorize":
            path += "?" + urllib.parse.urlencode({
                "client_id": self.value("app", "", tenant, ""), "response_type": "code", "redirect_uri": BACK, "scope": "openid",
                "code_challenge": "A" * 43, "code_challenge_method": "S256", "state": "x"})
        return path

    def value(self, name: str, before: str, tenant: str, pattern: str) -> str:
        if name == "tenant" or name in FIXED:
            return FIXED.get(name, tenant)
        if name == "entry":
            return self.make_entry(tenant, before, pattern)
        # An import is looked at before and after its columns were matched; links are of several sorts.
        apart = pattern if name == "link" else (before, pattern.endswith("/matching")) if name == "import" else ""
        key = (name, tenant, apart)
        if key not in self.made:
            make = getattr(self, "make_" + name, None)
            self.made[key] = make(tenant, before, pattern) if make else self.chosen(name, tenant)
        return self.made[key]

    def chosen(self, name: str, tenant: str) -> str:
        assert name in CHOSEN, f":{name} stands in an address, and Tests/Browser/routes.py doesn't say for what"
        statement = CHOSEN[name].replace("tenant.id", f"(select id from tenants where slug = '{tenant}')")
        found = self.roost.sql(statement)
        assert found, f"{tenant} has no row for :{name}"
        return found

    def post(self, path: str, form_of: str = "", **fields):
        token = csrf(self.operator, form_of or f"/t/{path.split('/')[2]}/users/new")
        form = {"csrf": token} | {name.replace("__", "-"): value for name, value in fields.items()}
        return self.operator.request.post(path, form=form, max_redirects=0)

    def sent(self, path: str, form_of: str = "", **fields) -> str:
        """Where a form leads that was taken."""
        answer = self.post(path, form_of, **fields)
        assert answer.status == 303, f"{path} answered {answer.status}"
        return re.sub(r"^https?://[^/]+|[?#].*$", "", answer.headers["location"])

    def settled(self, path: str) -> str:
        """The id at the end of the address of something that goes on in the background, when it is through: its page no longer comes
        again by itself."""
        for _ in range(300):
            if "refresh" not in self.operator.request.get(path).headers:
                return path.split("/")[-1]
            time.sleep(0.1)
        raise AssertionError(f"{path} goes on and on")

    # MARK: What is made

    def make_entry(self, tenant, before, pattern):
        """An entry with a draft, since that shows all that an entry can show. The draft is made anew whenever one is asked for: other
        tests publish drafts, and discard them."""
        entry = self.roost.sql(f"""
            select entry_id from catalogue_versions join catalogue_entries on catalogue_entries.id = entry_id
            join tenants on tenants.id = catalogue_entries.tenant_id
            where slug = '{tenant}' and catalogue = '{before.split("/")[3]}' order by state = 'draft' desc, number desc limit 1""")
        self.roost.sql(f"""
            insert into catalogue_versions (tenant_id, entry_id, number, state, content, name, languages, changed_by, changed_at)
            select distinct on (entry_id) tenant_id, entry_id, number + 1, 'draft', content, name || ' II', languages, 'Somebody', now()
            from catalogue_versions where entry_id = '{entry}'
            and not exists (select from catalogue_versions as drafts where drafts.entry_id = '{entry}' and drafts.state <> 'published')
            order by entry_id, number desc""")
        return entry

    def make_plantemplate(self, tenant, before, pattern):
        goal_type = f"(select entry_id from fitness_goals where id = '{self.value('goal', '', tenant, '')}')"
        template = self.roost.sql(f"""
            select set_config('roost.tenant', id::text, false) from tenants where slug = '{tenant}';
            insert into fitness_templates (tenant_id, id, entry_id, name, created_at)
            select id, gen_random_uuid(), {goal_type}, 'First month {uuid.uuid4().hex[:6]}', now() from tenants where slug = '{tenant}' returning id""").splitlines()[-1]
        self.row("fitness_template_sessions", tenant, template_id=template, place=0, day_offset=0, title="Two kilometres")
        return template

    def make_planrun(self, tenant, before, pattern):
        template, admin = self.value("plantemplate", "", tenant, ""), self.value("admin", "", tenant, "")
        entry = self.roost.sql(f"select entry_id from fitness_templates where id = '{template}'")
        return self.row("fitness_plan_runs", tenant, id=str(uuid.uuid4()), template_id=template, name="First month", entry_id=entry,
                        first_day="2026-11-02", scope="in_progress", skips_planned="false", state="done", total=3, done=3, created_by=admin,
                        created_name="Somebody", created_at="now", asked_by=admin, asked_name="Somebody", asked_address="local",
                        asked_request="x", finished_at="now", expires_at="2100-01-01")

    def make_import(self, tenant, before, pattern):
        """Of the file that the page offers as a beginning."""
        template = self.operator.request.get(f"{before}/template.csv").text()
        head = template.splitlines()[0]
        matching = self.sent(before, before, pasted=f"{head}\n" + ",".join("x" for _ in head.split(",")) + "\n")
        if pattern.endswith("/matching"):
            return matching.split("/import/")[1].split("/")[0]
        page = self.operator.request.get(matching).text()
        columns = re.findall(r'<select[^>]* name="([^"]+)"(.*?)</select>', page, re.S)
        chosen = {name: (re.findall(r'<option value="([^"]*)" selected', options) or [""])[0] for name, options in columns}
        return self.settled(self.sent(matching, before, **chosen))

    def make_bulk(self, tenant, before, pattern):
        users = f"/t/{tenant}/users"
        return self.settled(self.sent(f"{users}/bulk/role", user=self.value("user", "", tenant, ""), **{"to-role": "moderator"}))

    def make_export(self, tenant, before, pattern):
        return self.settled(self.sent(f"/t/{tenant}/users/export", format="csv", reason="request 77"))

    def make_key(self, tenant, before, pattern):
        self.new_key(tenant, "users.read")
        return self.newest("api_keys", tenant)

    def new_key(self, tenant, scope) -> str:
        answer = self.post(f"/t/{tenant}/keys", name="Phones", scopes=scope, term="90", rate="600")
        assert answer.status == 200
        return re.search(r'id="key"[^>]*>\s*([\w-]+)', answer.text())[1]

    def make_app(self, tenant, before, pattern):
        return self.sent(f"/t/{tenant}/apps", name="Phones", type="public", redirect_uris=BACK).split("/")[-1]

    def make_role(self, tenant, before, pattern):
        self.sent(f"/t/{tenant}/roles", name=f"Own {uuid.uuid4().hex[:6]}", permission="users.see")
        return self.newest("roles", tenant)

    def make_approval(self, tenant, before, pattern):
        """Of a role for somebody new, in a tenant where that wants two."""
        self.roost.sql(f"update tenants set four_eyes = '{{roles}}' where slug = '{tenant}'")
        request = self.sent(f"/t/{tenant}/admins", approval_reason="She reports", **self.invited())
        self.roost.sql(f"update tenants set four_eyes = '{{}}' where slug = '{tenant}'")
        return request.split("/")[-1]

    def make_admin(self, tenant, before, pattern):
        assert self.post(f"/t/{tenant}/admins", **self.invited()).status == 200
        return self.roost.sql("select id from admins where name = 'Ida Invited' order by created_at desc limit 1")

    @staticmethod
    def invited() -> dict:
        return {"email": f"i{uuid.uuid4().hex[:8]}@example.net", "name": "Ida Invited", "role": "analyst", "language": "en"}

    def make_privacyrequest(self, tenant, before, pattern):
        """One that was carried out: it has a receipt. And an archive that its link opens."""
        user, (secret, hashed) = self.value("user", "", tenant, ""), self.secret()
        self.made["link", tenant, "/privacy/:tenant/:link"] = secret
        return self.row("privacy_requests", tenant, id=str(uuid.uuid4()), kind="erasure", user_id=user, state="done", source="app",
                        note="By letter", language="en", received_at="now", due_at="2100-01-01", chunks=1, receipt="Nothing is left",
                        archived_until="2100-01-01", link_hash=hashed, link_until="2100-01-01")

    def make_event(self, tenant, before, pattern):
        return self.row("provider_events", tenant, id=str(uuid.uuid4()), provider="card", event=f"evt_{uuid.uuid4().hex}", kind="charge.succeeded", at="now",
                        received_at="now", outcome="unmatched", why="no_user")

    def make_move(self, tenant, before, pattern):
        return self.row("plan_moves", tenant, id=str(uuid.uuid4()), plan_id=before.split("/")[4], from_version=1, to_version=2, state="done", total=3,
                        asked_by=self.value("admin", "", tenant, ""), asked_name="Somebody", asked_address="local", asked_request="x", created_at="now")

    def make_token(self, tenant, before, pattern):
        secret, hashed = self.secret()
        self.roost.sql(f"insert into gradebook_settings (tenant_id, allows_report_links) select id, true from tenants where slug = '{tenant}' "
                       "on conflict (tenant_id) do update set allows_report_links = true")
        self.row("gradebook_report_links", tenant, id=str(uuid.uuid4()), class_id=self.value("class", "", tenant, ""),
                 student_id=self.value("student", "", tenant, ""), token_hash=hashed, recipient="Mother", language="en",
                 made_by="Somebody", made_at="now", expires_at="2100-01-01")
        return secret

    def make_link(self, tenant, before, pattern):
        if pattern.startswith("/privacy"):
            self.value("privacyrequest", "", tenant, "")
            return self.made["link", tenant, pattern]
        secret, hashed = self.secret()
        if pattern.startswith("/accounts"):
            self.row("account_links", tenant, token_hash=hashed, purpose="sign_up", email="new@example.net", created_at="now",
                     expires_at="2100-01-01")
            return secret
        answer = self.post("/t/roosterme/admins", **self.invited())
        return re.search(r"/enrol/([\w-]{43})", answer.text())[1]

    def make_checkout(self, tenant, before, pattern):
        key = self.new_key(tenant, "checkouts.write")
        user = self.roost.sql(f"""select users.id from users join tenants on tenants.id = users.tenant_id
            where slug = '{tenant}' and plan = 'free' and status = 'active' order by users.id limit 1""")
        headers = {"Authorization": f"Bearer {key}", "Idempotency-Key": uuid.uuid4().hex}
        begun = self.operator.request.post(f"/v1/users/{user}/checkouts", headers=headers, data={
            "plan": "premium", "period": "month", "currency": "USD", "provider": "sandbox"})
        assert begun.status == 201, begun.text()
        return begun.json()["url"].split("/")[-1]

    def make_archived(self, tenant, before, pattern):
        self.roost.sql("update tenants set archived_at = now() where slug = 'shed'")
        return self.roost.sql("select id from tenants where slug = 'shed'")

    def make_file(self, tenant, before, pattern):
        return re.search(r"/assets/(roost\.\w+\.css)", self.operator.request.get("/account").text())[1]

    # MARK: Rows

    @staticmethod
    def secret() -> tuple[str, str]:
        """What stands in a link, and what the table knows of it."""
        raw = secrets.token_bytes(32)
        return base64.urlsafe_b64encode(raw).decode().rstrip("="), "\\x" + hashlib.sha256(raw).hexdigest()

    def newest(self, table, tenant) -> str:
        return self.roost.sql(f"""select {table}.id from {table} join tenants on tenants.id = tenant_id
            where slug = '{tenant}' order by {table}.created_at desc limit 1""")

    def row(self, table, tenant, **columns) -> str:
        """For what only an app, a provider or another system would bring about."""
        values = ", ".join(f"'{value}'" for value in columns.values())
        made = self.roost.sql(f"""
            select set_config('roost.tenant', id::text, false) from tenants where slug = '{tenant}';
            insert into {table} (tenant_id, {", ".join(columns)}) select id, {values} from tenants where slug = '{tenant}'
            returning {"id" if "id" in columns else "tenant_id"}""")
        return made.splitlines()[-1]
