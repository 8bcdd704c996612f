"""What the programs beside this one share: servers on one private PostgreSQL, sessions without a sign-in, and a client that
sends bytes and reads whole answers.

    ROOST_BINARY    the roost that is tried (.build/release/roost)
"""

import base64
import hashlib
import os
import pwd
import re
import secrets
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
import uuid

PROGRAMS = "/usr/lib/postgresql/15/bin"
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def fail(text):
    sys.exit(f"{os.path.basename(sys.argv[0])}: {text}")


def binary():
    program = os.environ.get("ROOST_BINARY", f"{ROOT}/.build/release/roost")
    return os.path.realpath(program) if os.access(program, os.X_OK) else fail(f"no binary at {program}: build it with deploy/run, or set ROOST_BINARY")


class Roost:
    """A fresh installation in a directory of its own, which is gone at the end of the `with`."""

    def __init__(self):
        self.program, self.running = binary(), []
        # /var/tmp, since PostgreSQL runs as `postgres` when this runs as root, and must be able to enter.
        self.place = tempfile.mkdtemp(prefix="roost-faults-", dir="/var/tmp")
        os.chmod(self.place, 0o755)

    def __enter__(self):
        # Whoever ends the program early leaves no server behind.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended from outside"))
        return self

    def __exit__(self, *_):
        for server in reversed(self.running):
            server.terminate()
        for server in reversed(self.running):
            try:
                server.wait(30)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()
        # A server that was killed leaves its PostgreSQL behind.
        pid = f"{self.place}/data/postgres/postmaster.pid"
        if os.path.exists(pid):
            os.kill(int(open(pid).readline()), signal.SIGQUIT)
        shutil.rmtree(self.place, ignore_errors=True)

    def environment(self, more):
        kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG", "TZ")}
        return kept | {"ROOST_DATA": f"{self.place}/data", "ROOST_LISTEN": "127.0.0.1:0", "ROOST_LOG_LEVEL": "warning"} | more

    def apply(self, yaml):
        with open(f"{self.place}/apply.yaml", "w") as file:
            file.write(yaml)
        run = subprocess.run([self.program, "apply", file.name], env=self.environment({}), capture_output=True, text=True)
        return run.stdout if run.returncode == 0 else fail(f"roost apply: {run.stderr}{run.stdout}")

    def serve(self, database=None):
        """The port of one more server. The first one runs the PostgreSQL, the others are its guests; `database` is how they reach it."""
        # The address stands in the log at this level alone.
        more = {"ROOST_LOG_LEVEL": "info"}
        if self.running:
            more |= {"DATABASE_URL": database or self.connection("roost_app"), "ROOST_MASTER_KEY_FILE": f"{self.place}/data/master.key"}
        log = open(f"{self.place}/{len(self.running)}.log", "w+")
        # Its lines are one for each request: read for the address, then left alone.
        server = subprocess.Popen([self.program, "serve"], env=self.environment(more), stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.running.append(server)
        for _ in range(1200):
            found = re.search(r"https?://[^:]*:(\d+)", open(log.name).read(4096))
            if found:
                return int(found[1])
            if server.poll() is not None:
                break
            time.sleep(0.1)
        fail(f"the server did not start:\n{open(log.name).read()[-2000:]}")

    def connection(self, user):
        return f"host='{self.place}/data/socket' dbname=roost user={user}"

    def psql(self, sql):
        run = subprocess.run(
            ["psql", "-XqAt", "-v", "ON_ERROR_STOP=1", self.connection("postgres")], input="set search_path = roost;\n" + sql, text=True, capture_output=True)
        return run.stdout.strip() if run.returncode == 0 else fail(f"psql: {run.stderr}")

    def sessions(self, email, count=1):
        """(cookie's value, id) of so many sessions, as the door would have made them a moment ago."""
        made, rows = [], []
        for _ in range(count):
            token, session = secrets.token_bytes(32), str(uuid.uuid4())
            made.append((base64.urlsafe_b64encode(token).decode().rstrip("="), session))
            rows.append(f"(decode('{hashlib.sha256(token).hexdigest()}', 'hex'), '{session}'::uuid)")
        self.psql(
            "insert into sessions (token_hash, id, admin_id, stage, address, agent, created_at, last_used_at, proved_at, expires_at) "
            "select made.hash, made.id, admins.id, 'full', '127.0.0.1', 'faults', now(), now(), now(), now() + interval '12 hours' "
            f"from admins, (values {', '.join(rows)}) as made (hash, id) where admins.email = '{email}'")
        return made


class Server:
    """A PostgreSQL in a directory of its own, on a port of loopback."""

    def __init__(self, place, name, port):
        self.folder, self.port, self.process = f"{place}/{name}", port, None

    @staticmethod
    def run(*words, **more):
        as_other = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--"] if os.getuid() == 0 else []
        done = subprocess.run([*as_other, f"{PROGRAMS}/{words[0]}", *words[1:]], capture_output=True, text=True, **more)
        return done.stdout if done.returncode == 0 else fail(f"{words[0]}: {done.stderr}")

    def make(self):
        self.run("initdb", "-D", self.folder, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8")

    def start(self, *settings):
        words = [f"-c {setting}" for setting in ("fsync=off", f"port={self.port}", "listen_addresses=127.0.0.1", "unix_socket_directories=''", *settings)]
        self.run("pg_ctl", "start", "-w", "-D", self.folder, "-l", f"{self.folder}.log", "-o", " ".join(words))

    def standby(self, primary, name):
        self.run("pg_basebackup", "-D", self.folder, "-c", "fast", "-R", "-d", f"host=127.0.0.1 port={primary.port} user=postgres application_name={name}")

    def kill(self):
        os.kill(int(open(f"{self.folder}/postmaster.pid").readline()), signal.SIGQUIT)
        within(20, lambda: not os.path.exists(f"{self.folder}/postmaster.pid"))

    def promote(self):
        self.run("pg_ctl", "promote", "-w", "-D", self.folder)

    def psql(self, sql):
        return self.run("psql", "-XqAt", "-v", "ON_ERROR_STOP=1", f"host=127.0.0.1 port={self.port} user=postgres dbname=roost", input="set search_path = roost;\n" + sql)


class Guest(Roost):
    """A server on a database that is not its own."""

    def __init__(self, ports):
        super().__init__()
        self.ports, self.at = ports, 0

    def environment(self, more):
        def url(user):
            return f"host=127.0.0.1,127.0.0.1 port={','.join(map(str, self.ports))} dbname=roost user={user} target_session_attrs=read-write connect_timeout=2"

        return super().environment(more) | {
            "DATABASE_URL": url("roost_app"), "ROOST_OWNER_URL": url("postgres"), "ROOST_MASTER_KEY_FILE": f"{self.place}/master.key",
            "ROOST_CHECKPOINTS": f"{self.place}/checkpoints", "ROOST_USER": "postgres"}

    def make_key(self):
        """The installation's master key, readable by whoever the server runs as."""
        with open(f"{self.place}/master.key", "w") as key:
            key.write(base64.b64encode(secrets.token_bytes(32)).decode())
        os.chmod(key.name, 0o600)
        if os.getuid() == 0:
            owner = pwd.getpwnam("postgres")
            for path in (self.place, key.name):
                os.chown(path, owner.pw_uid, owner.pw_gid)

    def make_database(self, first):
        """A primary with an installation in it."""
        first.make()
        first.start()
        first.run("createdb", "-h", "127.0.0.1", "-p", str(first.port), "-U", "postgres", "roost")
        migrated = self.command("migrate")
        if migrated.returncode:
            fail(migrated.stderr)

    def connection(self, user):
        return f"host=127.0.0.1,127.0.0.1 port={','.join(map(str, self.ports))} dbname=roost user={user} target_session_attrs=read-write"

    def command(self, *words):
        return subprocess.run([self.program, *words], env=self.environment({}), capture_output=True, text=True)


def alone(*options):
    """Starts this program again in namespaces of its own, which end with it: what it mounts or takes down is nobody else's."""
    if os.environ.get("ROOST_FAULTS_ALONE"):
        return
    if os.getuid() != 0:
        fail("needs root, for a namespace of its own")
    os.environ["ROOST_FAULTS_ALONE"] = "1"
    os.execvp("unshare", ["unshare", "--mount", "--propagation", "private", *options, sys.executable, *sys.argv])


class Checks:
    """What was looked at, and how much of it was wrong."""

    def __init__(self):
        self.passed, self.failed = 0, 0

    def check(self, what, is_right, found=""):
        if is_right:
            self.passed += 1
            print(f"ok    {what}", flush=True)
        else:
            self.failed += 1
            print(f"WRONG {what}: {found}", flush=True)

    def end(self):
        print(f"{self.passed} passed, {self.failed} failed")
        raise SystemExit(bool(self.failed or not self.passed))


def within(seconds, holds):
    """Seconds until `holds` did; nothing when it did not in time."""
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        try:
            if holds():
                return time.monotonic() - began
        except OSError:
            pass
        time.sleep(0.1)
    return None


def took(seconds):
    return "not at all" if seconds is None else f"after {seconds:.1f} s"


class Answer:
    def __init__(self, status, head, body):
        self.status, self.head, self.body = status, head, body

    def header(self, name):
        found = re.search(rb"\r\n" + name.encode() + rb": ([^\r]*)", self.head, re.IGNORECASE)
        return found[1].decode() if found else None


def whole(data):
    """The answer at the beginning of `data`, and how many bytes it takes; nothing while some are missing."""
    end = data.find(b"\r\n\r\n")
    if end < 0:
        return None
    head = bytes(data[:end])
    status = int(head[9:12])
    lower = head.lower()
    at = end + 4
    if status in (204, 304) or status < 200:
        return Answer(status, head, b""), at
    found = lower.find(b"\r\ncontent-length: ")
    if found >= 0:
        size = int(lower[found + 18 :].split(b"\r\n", 1)[0])
        return (Answer(status, head, bytes(data[at : at + size])), at + size) if len(data) >= at + size else None
    if b"\r\ntransfer-encoding: chunked" not in lower:
        return Answer(status, head, b""), at
    body = bytearray()
    while True:
        line = data.find(b"\r\n", at)
        if line < 0:
            return None
        size = int(data[at:line].split(b";")[0], 16)
        if len(data) < line + 2 + size + 2:
            return None
        if size == 0:
            return Answer(status, head, bytes(body)), line + 4
        body += data[line + 2 : line + 2 + size]
        at = line + 2 + size + 2


def wire(method, path, headers=(), body=None, form=None, cookie=None, key=None):
    """A request as bytes."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *headers]
    if form is not None:
        body = urllib.parse.urlencode(form)
        lines.append("Content-Type: application/x-www-form-urlencoded")
    if cookie:
        lines.append(f"Cookie: roost={cookie}")
    if key:
        lines.append(f"Authorization: Bearer {key}")
    payload = (body or "").encode()
    if body is not None:
        lines.append(f"Content-Length: {len(payload)}")
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + payload


class Client:
    """One connection that is kept, for calls one after another."""

    def __init__(self, port):
        self.port, self.socket = port, None

    def call(self, method, path, **more):
        data = wire(method, path, **more)
        for attempt in (1, 2):
            if self.socket is None:
                self.socket = socket.create_connection(("127.0.0.1", self.port), timeout=60)
                self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            try:
                self.socket.sendall(data)
                got = bytearray()
                while True:
                    part = self.socket.recv(65536)
                    if not part:
                        raise ConnectionError("closed in the middle of an answer" if got else "closed")
                    got += part
                    found = whole(got)
                    if found:
                        return found[0]
            except ConnectionError:
                self.socket.close()
                self.socket = None
                # An idle connection may have been closed; what was begun to be answered is not asked again.
                if attempt == 2 or method != "GET":
                    raise

    def csrf(self, cookie, path="/account"):
        page = self.call("GET", path, cookie=cookie)
        found = re.search(rb'name="csrf" value="([^"]+)"', page.body)
        return found[1].decode() if found else fail(f"{path} answered {page.status}, and has no form")


def user_form(csrf, number, name="N"):
    """What the form of a new user sends."""
    return [("csrf", csrf), ("email", f"n{number}@example.net"), ("name", name), ("role", "user"), ("country", ""), ("language", "en"), ("zone", "UTC")]


def make_key(client, slug, cookie, csrf, name, scopes):
    """(id, text) of a new API key, by the console's form."""
    form = [("csrf", csrf), ("name", name), ("term", "30"), ("rate", "60000")] + [("scopes", scope) for scope in scopes]
    page = client.call("POST", f"/t/{slug}/keys", form=form, cookie=cookie)
    text = re.search(rb"rst_live_[0-9A-Za-z]{16}_[0-9A-Za-z]{49}", page.body)
    link = re.search(rb"/keys/([0-9a-f-]{36})", page.body)
    return (link[1].decode(), text[0].decode()) if text and link else fail(f"no key was made: {page.status}")


def fill(roost, slug, users):
    """Adds so many users to a tenant, with names long enough that a file of them is large."""
    roost.psql(
        f"begin; select set_config('roost.tenant', id::text, true) from tenants where slug = '{slug}'; "
        "insert into users (tenant_id, id, email, name, status, created_at) select tenants.id, gen_random_uuid(), 'n' || n || '@example.net', "
        f"'Name ' || repeat(n::text, 8), 'active', now() from tenants, generate_series(1, {users}) as n where slug = '{slug}'; commit; analyze users")


# A queue is filled before anybody works on it.
HOLD_JOBS = """
    create function roost.hold_job() returns trigger language plpgsql as
        $$ begin new.run_at := clock_timestamp() + interval '1 day'; return new; end $$;
    create trigger hold before insert on roost.jobs for each row execute function roost.hold_job();
"""
RELEASE_JOBS = "drop trigger hold on roost.jobs; drop function roost.hold_job(); update roost.jobs set run_at = clock_timestamp();"


class Uploader:
    """An admin who is signed in, and uploads files."""

    def __init__(self, port, cookie):
        self.port, self.cookie, self.csrf = port, cookie, Client(port).csrf(cookie)

    def upload(self, path, field, name, content, address=None):
        """The answer, which may come before all is sent; nothing when there is none."""
        head = f'--b\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n{self.csrf}\r\n--b\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n\r\n'
        body = head.encode() + content + b"\r\n--b--\r\n"
        start = wire("POST", path, cookie=self.cookie, headers=["Content-Type: multipart/form-data; boundary=b", f"Content-Length: {len(body)}"])
        with socket.create_connection(("127.0.0.1", self.port), 10, (address, 0) if address else None) as client:
            client.setblocking(False)
            rest, got, end = memoryview(start + body), bytearray(), time.monotonic() + 120
            while time.monotonic() < end:
                readable, writable, _ = select.select([client], [client] if rest else [], [], 1)
                if readable:
                    try:
                        part = client.recv(65536)
                    except OSError:
                        return None
                    got += part
                    if found := whole(got):
                        return found[0]
                    if not part:
                        return None
                if writable:
                    try:
                        rest = rest[client.send(rest[:262144]):]
                    except OSError:
                        # Who is sent away in the middle has been answered.
                        rest = rest[:0]
        return None

    def table(self, slug, name, content, address=None):
        return self.upload(f"/t/{slug}/users/import", "file", name, content, address)

    def post(self, path, *fields):
        return Client(self.port).call("POST", path, cookie=self.cookie, form=[("csrf", self.csrf), *fields])

    def import_users(self, slug, rows):
        """The page of an import of so many users, which are being checked."""
        text = "email,name\n" + "".join(f"{slug}{n}@example.org,Name {n}\n" for n in range(rows))
        answer = self.table(slug, "users.csv", text.encode())
        page = re.match(r"(.*)/matching", answer and answer.header("Location") or "")
        if not page:
            fail(f"the table of {rows} users was not taken: {answer and answer.status}")
        self.post(f"{page[1]}/matching")
        return page[1]


def state_of_import(roost, page):
    return roost.psql(f"select state from imports where id = '{page.rsplit('/', 1)[1]}'")
