"""What deploy/bench/pages and deploy/bench/exports share: an installation full of users, a server on it, an admin who
is signed in, and the tables in RESULTS.md.

    ROOST_BINARY         a roost that was built already; nothing is built or installed then
    ROOST_BENCH_DATA     where the installations are kept for the next run (/var/tmp/roost-bench)
    ROOST_BENCH_USERS    how many users the large one has (1000000)
"""

import base64
import datetime
import hashlib
import hmac
import http.client
import json
import os
import platform
import re
import secrets
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import urllib.parse

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PLACE = os.environ.get("ROOST_BENCH_DATA", "/var/tmp/roost-bench")
USERS = int(os.environ.get("ROOST_BENCH_USERS", "1000000"))
# Those of the pages' lane in Sources/Postgres/Database.swift.
SETTINGS = "-c search_path=roost -c role=roost_app -c TimeZone=UTC -c DateStyle=ISO -c jit=off"
TENANT = "roosterme"


def option(name, usual):
    """A number behind `--name`."""
    return int(sys.argv[sys.argv.index(f"--{name}") + 1]) if f"--{name}" in sys.argv else usual


def say(text):
    print(text, file=sys.stderr, flush=True)


def fail(text):
    sys.exit(f"{os.path.basename(sys.argv[0])}: {text}")


def python_with_openpyxl():
    candidates = [f"{ROOT}/.build/venv/bin/python", shutil.which("python3")]
    found = next((p for p in candidates if p and os.access(p, os.X_OK)
                  and subprocess.run([p, "-c", "import openpyxl"], capture_output=True).returncode == 0), None)
    return found or fail("there is no Python with openpyxl: run deploy/packages bench")


def binary():
    """The release build; packages and build come first when nobody names a binary."""
    given = os.environ.get("ROOST_BINARY")
    if given:
        return given if os.access(given, os.X_OK) else fail(f"ROOST_BINARY is “{given}”, and there is no such program")
    if subprocess.run([f"{ROOT}/deploy/packages", "bench"], stdout=sys.stderr).returncode:
        fail("deploy/packages bench failed, see above")
    scratch = os.environ.get("ROOST_BUILD", f"{ROOT}/.build")
    say("building in release mode; the first time takes some twelve minutes on two cores")
    build = ["swift", "build", "--package-path", ROOT, "--scratch-path", scratch, "--configuration", "release"]
    if subprocess.run(build + ["--static-swift-stdlib", "--product", "roost"], stdout=sys.stderr).returncode:
        fail("the build failed, see above")
    return f"{scratch}/release/roost"


class Installation:
    """A private PostgreSQL with demo data and a server on it, for the length of a `with`."""

    def __init__(self, program, users):
        self.program, self.users, self.data = program, users, f"{PLACE}/{users}"
        self.extra = []

    def __enter__(self):
        os.makedirs(self.data, mode=0o711, exist_ok=True)
        if not os.path.exists(f"{self.data}/password"):
            self.write("password", secrets.token_urlsafe(24) + "\n")
            self.write("totp", base64.b32encode(secrets.token_bytes(20)).decode() + "\n")
        self.write(
            "apply.yaml",
            "admins:\n  - email: bench@example.org\n    name: Benchmark\n    operator: true\n"
            f"    password_file: {self.data}/password\n    totp_secret_file: {self.data}/totp\n",
        )
        if not os.path.exists(f"{self.data}/filled"):
            say(f"loading {self.users:,} users; this happens once")
            self.roost("demo", "--users", str(self.users))
            self.write("filled", "")
        self.roost("apply", f"{self.data}/apply.yaml")
        self.server, self.port, self.started = self.serve({})
        self.cookie = self.sign_in()
        return self

    def __exit__(self, *_):
        for server in self.extra + [self.server]:
            server.terminate()
            server.wait()

    def write(self, name, text):
        with open(os.open(f"{self.data}/{name}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(text)

    def environment(self, more):
        dropped = ("DATABASE_URL", "ROOST_MASTER_KEY_FILE", "ROOST_LISTEN", "ROOST_DATA", "ROOST_TLS_CERTIFICATE")
        kept = {k: v for k, v in os.environ.items() if k not in dropped}
        # All clients come from one address here.
        usual = {"ROOST_DATA": f"{self.data}/roost", "ROOST_LISTEN": "127.0.0.1:0", "ROOST_CONNECTIONS_PER_ADDRESS": "10000"}
        return kept | usual | more

    def roost(self, *words):
        if subprocess.run([self.program, *words], env=self.environment({}), stdout=sys.stderr).returncode:
            fail(f"roost {words[0]} failed, see above")

    def serve(self, more):
        """A server, its port, and the seconds until it gave its first page."""
        began = time.monotonic()
        log = open(f"{self.data}/{'second' if more else 'first'}.log", "w+")
        server = subprocess.Popen([self.program, "serve"], env=self.environment(more), stdout=log, stderr=log)
        while time.monotonic() - began < 120:
            found = re.search(r"(?<!metrics )http://[^:]*:(\d+)", open(log.name).read())
            if found:
                status, _, _ = request(int(found[1]), "GET", "/sign-in")
                return server, int(found[1]), time.monotonic() - began if status == 200 else fail("no first page")
            if server.poll() is not None:
                fail(f"the server ended:\n{open(log.name).read()[-2000:]}")
            time.sleep(0.005)
        fail("the server did not start within two minutes")

    def second_server(self):
        """One more on the same database, as with a PostgreSQL of one's own: seconds to its first page, and its pid."""
        server, _, seconds = self.serve(
            {"DATABASE_URL": self.connection("roost_app"), "ROOST_MASTER_KEY_FILE": f"{self.data}/roost/master.key"}
        )
        self.extra.append(server)
        return server.pid, seconds

    def sign_in(self, email="bench@example.org", secret="totp"):
        jar, form = {}, "application/x-www-form-urlencoded"

        def go(method, path, fields=None):
            headers = {"Cookie": "; ".join(f"{k}={v}" for k, v in jar.items()), "Content-Type": form}
            body = urllib.parse.urlencode(fields) if fields else None
            status, head, page = request(self.port, method, path, headers, body)
            for value in head.get_all("Set-Cookie") or []:
                name, _, value = value.split(";")[0].partition("=")
                jar[name] = value
            found = re.search(r'name="csrf"[^>]*value="([^"]+)"|value="([^"]+)"[^>]*name="csrf"', page)
            return status, head, found and (found[1] or found[2])

        # A code works once: after a run of a moment ago the next one has to be waited for.
        for _ in range(3):
            _, _, csrf = go("GET", "/sign-in")
            password = open(f"{self.data}/password").read().strip()
            go("POST", "/sign-in", {"csrf": csrf, "email": email, "password": password})
            _, _, csrf = go("GET", "/sign-in/code")
            if csrf:
                status, head, _ = go("POST", "/sign-in/code", {"csrf": csrf, "code": totp(open(f"{self.data}/{secret}").read())})
                if status == 303 and "/sign-in" not in (head["Location"] or ""):
                    self.proven = time.monotonic()
                    return f"roost={jar['roost']}"
            time.sleep(31 - time.time() % 30)
        fail("could not sign in")

    def operators(self, count):
        """Cookies of so many other admins, who may enter every workspace, signed in a moment ago."""
        cookies = []
        for number in range(count):
            token = secrets.token_bytes(32)
            cookies.append(f"roost={base64.urlsafe_b64encode(token).decode().rstrip('=')}")
            self.psql(
                "insert into roost.admins (id, email, name, is_operator, password_hash, totp_secret) values (gen_random_uuid(), "
                f"'bench{number}@example.org', 'Benchmark {number}', true, 'x', 'x') on conflict do nothing; "
                "insert into roost.sessions (token_hash, id, admin_id, stage, address, agent, created_at, last_used_at, proved_at, expires_at) "
                f"select decode('{hashlib.sha256(token).hexdigest()}', 'hex'), gen_random_uuid(), admins.id, 'full', '127.0.0.1', 'bench', now(), now(), "
                f"now(), now() + interval '12 hours' from roost.admins where admins.email = 'bench{number}@example.org'")
        return cookies

    def proven_cookie(self):
        """Exports ask for a code again five minutes after the last one; signing in is one."""
        if time.monotonic() - self.proven > 200:
            self.cookie = self.sign_in()
        return self.cookie

    def get(self, path, expecting=200):
        status, _, page = request(self.port, "GET", path, {"Cookie": self.cookie})
        return page if status == expecting else fail(f"{path} answered {status}")

    def connection(self, user):
        return f"host='{self.data}/roost/socket' dbname=roost user={user}"

    def psql(self, sql, user="postgres"):
        run = subprocess.run(["psql", "-XqAt", "-v", "ON_ERROR_STOP=1", self.connection(user)], input=sql, text=True, capture_output=True)
        return run.stdout.strip() if run.returncode == 0 else fail(f"psql: {run.stderr}")

    def tenant(self, slug):
        return self.psql(f"select id from roost.all_tenants() where slug = '{slug}'")

    def app(self, slug):
        """The id of an app of the workspace, registered in the console: with its first app a workspace gets its keys."""
        found = self.psql(f"select id from roost.account_apps where tenant_id = '{self.tenant(slug)}' limit 1")
        if found:
            return found
        csrf = re.search(r'name="csrf"[^>]*value="([^"]+)"', self.get(f"/t/{slug}/apps/new"))[1]
        form = {"csrf": csrf, "name": "Benchmark", "type": "public", "redirect_uris": "com.example.bench:/back"}
        headers = {"Cookie": self.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        status, head, _ = request(self.port, "POST", f"/t/{slug}/apps", headers, urllib.parse.urlencode(form))
        return head["Location"].split("?")[0].rsplit("/", 1)[1] if status == 303 else fail(f"registering the app answered {status}")

    def facts(self):
        return machine(f", PostgreSQL {self.psql('show server_version').split()[0]}")


def machine(more=""):
    """Where and when, and by which program."""
    model = re.search(r"model name\s*: (.*)", open("/proc/cpuinfo").read())
    memory = int(re.search(r"MemTotal:\s*(\d+)", open("/proc/meminfo").read())[1]) / 1048576
    return (
        f"{os.cpu_count()} cores ({model[1] if model else platform.machine()}), {memory:.0f} GiB{more}, {datetime.date.today()}; "
        f"server, database and clients share the machine. Measured by `deploy/bench/{os.path.basename(sys.argv[0])}`."
    )


def request(port, method, path, headers={}, body=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    return answer.status, answer.headers, answer.read().decode(errors="replace")


def totp(secret, step=30):
    key = base64.b32decode(secret.strip())
    mac = hmac.new(key, struct.pack(">Q", int(time.time()) // step), hashlib.sha1).digest()
    at = mac[-1] & 15
    return f"{(struct.unpack('>I', mac[at : at + 4])[0] & 0x7FFFFFFF) % 1000000:06d}"


def wrk(port, path, headers, connections, seconds, pause=None, closes=False):
    """Pages a second, and the latency in ms that 50, 99 % stay under. `pause`: mean ms between a connection's requests.
    `closes`: the server ends each connection after its answer, which wrk counts as an error of reading. Of several `headers`, or
    several paths, each request takes the next."""
    paths = path if isinstance(path, list) else [path]
    several = headers if isinstance(headers, list) else [headers] * len(paths) if len(paths) > 1 else []
    headers = {} if several else headers
    script = 'function response(status) if status ~= 200 then error("status " .. status) end end\n'
    if pause is not None:
        script += f"math.randomseed(7) function delay() return -math.log(1 - math.random()) * {pause} end\n"
    turns = "".join(f"made[#made + 1] = wrk.format('GET', {json.dumps(paths[n]) if len(paths) > 1 else 'nil'}, "
                    f"{{{', '.join(f'[{json.dumps(k)}] = {json.dumps(v)}' for k, v in one.items())}}})\n"
                    for n, one in enumerate(several))
    if several:
        script += f"local made, at = {{}}, 0\nfunction init()\n{turns}end\nfunction request() at = at % #made + 1 return made[at] end\n"
        script = script.partition("\n")[2]
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as file:
        # A look at each answer costs wrk time, so it is taken before.
        file.write(script if pause is not None or several else "")
        file.flush()
        run = subprocess.run(
            ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "--timeout", "10s", "-s", file.name,
             *[f"-H{k}: {v}" for k, v in headers.items()], f"http://127.0.0.1:{port}{paths[0]}"], capture_output=True, text=True)
    if "Requests/sec" not in run.stdout or "Non-2xx" in run.stdout or ("Socket errors" in run.stdout and not closes):
        fail(f"wrk on {path}: {run.stdout}{run.stderr}")
    unit = {"us": 0.001, "ms": 1, "s": 1000}
    latency = {p: float(n) * unit[u] for p, n, u in re.findall(r"(50|99)%\s+([\d.]+)(us|ms|s)\b", run.stdout)}
    return float(re.search(r"Requests/sec:\s+([\d.]+)", run.stdout)[1]), latency["50"], latency["99"]


def memory(pid, which="VmRSS"):
    """In MiB; VmHWM is the highest since it was last reset."""
    return int(re.search(which + r":\s*(\d+)", open(f"/proc/{pid}/status").read())[1]) / 1024


def reset_peak(pid):
    with open(f"/proc/{pid}/clear_refs", "w") as file:
        file.write("5")


def table(rows):
    """A Markdown table; the first row is its head."""
    lines = ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0])] + lines[1:])


def publish(name, text):
    """Prints, and with --write puts it between its marks in RESULTS.md."""
    print(text)
    if "--write" not in sys.argv:
        return
    path = f"{ROOT}/deploy/bench/RESULTS.md"
    results = open(path).read() if os.path.exists(path) else ""
    begin, end = f"<!-- bench:{name} -->", f"<!-- /bench:{name} -->"
    if begin not in results or end not in results:
        fail(f"RESULTS.md has no place for this: put a line {begin} and a line {end} where the table belongs")
    head, _, rest = results.partition(begin)
    with open(path, "w") as file:
        file.write(f"{head}{begin}\n\n{text}\n\n{end}{rest.partition(end)[2]}")
    say(f"written into deploy/bench/RESULTS.md, between {begin} and {end}")
