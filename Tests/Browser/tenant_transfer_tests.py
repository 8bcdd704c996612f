"""`roost tenant export` beside a running console, and `roost tenant import` on another installation that has never seen it."""

import os
import subprocess

import pytest

from installation import BINARY, Installation


@pytest.fixture(scope="module")
def elsewhere():
    installation = Installation()
    yield installation
    installation.stop()


def refused(installation, *arguments):
    done = subprocess.run(
        [BINARY, "tenant", *arguments], env=installation.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300)
    assert done.returncode == 1 and done.stdout == ""
    return done.stderr


def test_a_tenant_of_demo_people_moves_and_is_found_there_whole(roost, orchard, elsewhere):
    file, key = roost.directory / "orchard.roost", roost.directory / "orchard.key"
    said = roost.run("tenant", "export", "orchard", "--to", str(file), "--key-file", str(key), "--reason", "a move")
    assert said.startswith("orchard: ") and f"rows in {file}; {key} opens it" in said
    assert os.stat(file).st_mode & 0o777 == 0o600 and os.stat(key).st_mode & 0o777 == 0o600
    for email in orchard:
        assert email.encode() not in file.read_bytes()
    assert "is there already" in refused(roost, "export", "orchard", "--to", str(file), "--key-file", str(key))
    assert "there is no tenant" in refused(roost, "export", "nobody", "--to", str(file) + "2", "--key-file", str(key))

    other = elsewhere.directory / "other.key"
    other.write_text("A" * 43 + "=\n")
    other.chmod(0o600)
    assert "name the key file that was used" in refused(elsewhere, "import", str(file), "--key-file", str(other))
    broken = elsewhere.directory / "broken.roost"
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    broken.write_bytes(data)
    assert "altered after it was written" in refused(elsewhere, "import", str(broken), "--key-file", str(key))

    lines = elsewhere.run("tenant", "import", str(file), "--key-file", str(key), "--slug", "grove").splitlines()
    assert lines[0].startswith("grove: ") and "verifies" in lines[0]
    assert any(line.startswith("member, with an account that is closed: ") for line in lines)
    assert "unbroken" in elsewhere.run("audit", "verify", "--tenant", "grove")
    assert "as “grove”" in refused(elsewhere, "import", str(file), "--key-file", str(key))

    users = "select count(*) as n from users join tenants on tenants.id = tenant_id where slug = '{}'"
    elsewhere.start()
    elsewhere.sql("do $$ begin if (" + users.format("grove") + f") < {len(orchard)} then raise 'too few'; end if; end $$")
    assert "unbroken" in elsewhere.run("audit", "verify", "--tenant", "grove")
