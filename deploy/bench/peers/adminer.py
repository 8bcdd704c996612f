"""What the list page is measured against: Adminer from Debian on PHP's own server, on the same table."""

import os
import re
import socket
import subprocess
import time
import urllib.parse

from bench import fail, request

WORKERS = 2
PAGE = "/usr/share/adminer/adminer.php"


class Adminer:
    @classmethod
    def start(cls, bench, place):
        """None when it is not installed."""
        if not os.path.exists(PAGE) or subprocess.run(["sh", "-c", "command -v php"], capture_output=True).returncode:
            return None
        return cls(bench, place)

    def __init__(self, bench, place):
        self.place = f"{bench.data}/roost/socket"
        self.php = subprocess.run(["php", "-r", "echo PHP_VERSION;"], capture_output=True, text=True).stdout
        # Its one file is minified PHP with packed parts in it, no text.
        found = re.search(rb'[?&]version=([0-9.]+)', open(PAGE, "rb").read())
        self.version = found[1].decode() if found else ""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.server = subprocess.Popen(
            ["php", "-d", "opcache.enable_cli=1", "-d", f"session.save_path={place}", "-S", f"127.0.0.1:{self.port}", PAGE],
            env=os.environ | {"PHP_CLI_SERVER_WORKERS": str(WORKERS)}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True)
        for _ in range(100):
            try:
                request(self.port, "GET", "/")
                break
            except OSError:
                time.sleep(0.1)

    def list_page(self, tenant, where=(), order=("created_at", True), least=50):
        """Path, headers and port of its list of that tenant's users, newest first, as an admin who has logged in. `where`: further
        conditions, each a column, one of Adminer's own operators, and a value; `least`: as many rows it must show."""
        database = {"pgsql": self.place, "username": "postgres", "db": "roost", "ns": "roost"}
        login = {"auth[driver]": "pgsql", "auth[server]": self.place, "auth[username]": "postgres", "auth[password]": "any", "auth[db]": "roost"}
        jar = {}

        def go(method, path, fields=None):
            head = {"Cookie": "; ".join(f"{k}={v}" for k, v in jar.items()), "Content-Type": "application/x-www-form-urlencoded"}
            status, headers, page = request(self.port, method, path, head, urllib.parse.urlencode(fields) if fields else None)
            for value in headers.get_all("Set-Cookie") or []:
                name, _, value = value.split(";")[0].partition("=")
                jar[name] = value
            return status, headers["Location"], page

        go("GET", "/")
        status, place, page = go("POST", "/", login)
        asked = {"select": "users", "order[0]": order[0], "limit": "50"} | ({"desc[0]": "1"} if order[1] else {})
        for number, (column, operator, value) in enumerate([("tenant_id", "=", tenant), *where]):
            asked |= {f"where[{number}][col]": column, f"where[{number}][op]": operator, f"where[{number}][val]": value}
        path = "/?" + urllib.parse.urlencode(database | asked)
        status, place, page = go("GET", path)
        if page.count("<tr") < least:
            self.stop()
            fail(f"Adminer does not show the list ({status}, {place}): {re.sub('<[^>]*>', ' ', page)[:500]}")
        return path, {"Cookie": "; ".join(f"{k}={v}" for k, v in jar.items())}, self.port

    def stop(self):
        self.server.terminate()
        self.server.wait()
