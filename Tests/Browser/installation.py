"""A real `roost serve` with its own PostgreSQL, in a directory of its own that is gone afterwards."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BINARY = os.environ.get("ROOST_BINARY", str(ROOT / ".build/debug/roost"))


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


class Installation:
    def __init__(self):
        # /var/tmp, since PostgreSQL runs as `postgres` when this runs as root, and must be able to enter.
        self.directory = Path(tempfile.mkdtemp(prefix="roost-browser-", dir="/var/tmp"))
        self.directory.chmod(0o755)
        self.address = f"127.0.0.1:{free_port()}"
        self.url = f"http://{self.address}"
        self.log = self.directory / "serve.log"
        # DATABASE_URL and the rest of the caller's settings stay out: the tests must never touch another database.
        self.environment = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG", "TZ")}
        self.environment |= {"ROOST_DATA": str(self.directory / "data"), "ROOST_LISTEN": self.address}
        self.server = None
        # How many statements `sql` has run that may have changed something.
        self.statements = 0

    def run(self, *arguments: str) -> str:
        """A command of roost's, to its end; its standard output."""
        done = subprocess.run(
            [BINARY, *arguments], env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, f"roost {' '.join(arguments)} ended with {done.returncode}:\n{done.stderr}{done.stdout}"
        return done.stdout

    def sql(self, statement: str) -> str:
        """For what only time would bring about, and to read. Nothing binds this user."""
        self.statements += not statement.lstrip().startswith("select ")
        place = f"host='{self.directory}/data/socket' dbname=roost user=postgres options='-c search_path=roost'"
        done = subprocess.run(
            ["psql", "-XqAt", "-v", "ON_ERROR_STOP=1", place, "-c", statement], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def knows(self, command: str) -> bool:
        listed = subprocess.run([BINARY, "--help"], env=self.environment, capture_output=True, text=True).stdout
        return any(line.split()[:1] == [command] for line in listed.splitlines())

    def start(self):
        with open(self.log, "ab") as log:
            self.server = subprocess.Popen(
                [BINARY, "serve"], env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        for _ in range(600):
            if self.server.poll() is not None:
                break
            try:
                urllib.request.urlopen(self.url + "/readyz", timeout=2).close()
                return
            except OSError:
                time.sleep(0.1)
        raise AssertionError(f"roost serve did not start:\n{self.log.read_text()}")

    def stop(self):
        if self.server and self.server.poll() is None:
            self.server.send_signal(signal.SIGTERM)
            try:
                self.server.wait(30)
            except subprocess.TimeoutExpired:
                self.server.kill()
                self.server.wait()
        shutil.rmtree(self.directory, ignore_errors=True)
