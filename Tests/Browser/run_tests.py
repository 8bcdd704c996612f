"""`deploy/run` as a newcomer has it: the link is the last thing on the screen, and what the server says goes to its log."""

import os
import shutil
import signal
import stat
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

from installation import BINARY, ROOT, free_port


def test_the_link_stays_the_last_thing_on_the_screen(tmp_path):
    directory = Path(tempfile.mkdtemp(prefix="roost-run-", dir="/var/tmp"))
    directory.chmod(0o755)
    data, address = directory / "data", f"127.0.0.1:{free_port()}"
    environment = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG", "TZ")} | {
        "ROOST_BINARY": BINARY, "ROOST_DATA": str(data), "ROOST_LISTEN": address, "ROOST_DEMO_USERS": "100", "ROOST_OPEN": "yes", "DISPLAY": ":9"}
    # 14: in a desktop the console opens by itself. What opens it is not ours; here it writes down what it was given.
    opener, opened = tmp_path / "bin" / "xdg-open", tmp_path / "opened"
    opener.parent.mkdir()
    opener.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >>"{opened}"\n')
    opener.chmod(0o755)
    environment["PATH"] = f"{opener.parent}:{environment['PATH']}"
    screen = tmp_path / "screen"
    with open(screen, "wb") as out:
        running = subprocess.Popen([str(ROOT / "deploy/run")], env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
    try:
        for _ in range(1200):
            assert running.poll() is None, screen.read_text()
            try:
                urllib.request.urlopen(f"http://{address}/readyz", timeout=2).close()
                break
            except OSError:
                time.sleep(0.1)
        lines = [line.strip() for line in screen.read_text().splitlines() if line.strip()]
        assert lines[-1].startswith(f"http://{address}/enrol/"), lines
        for _ in range(100):
            if opened.exists():
                break
            time.sleep(0.1)
        assert opened.read_text().split() == [lines[-1]]
        assert '"serving"' in (data / "serve.log").read_text()
        # How to sign in as the demo's admins is for who runs it, and nobody else.
        admins = data / "demo-admins"
        assert stat.S_IMODE(admins.stat().st_mode) == 0o600
        text = admins.read_text()
        assert text.count("@company.example") == 6 and "otpauth://" in text and "password" in text
    finally:
        if running.poll() is None:
            running.send_signal(signal.SIGTERM)
            try:
                running.wait(30)
            except subprocess.TimeoutExpired:
                running.kill()
                running.wait()
        shutil.rmtree(directory, ignore_errors=True)
