"""CY1: the commands that prove what Roost holds of a workspace, as a stranger runs them."""

import subprocess

from installation import BINARY


def roost_privacy(roost, *words):
    return subprocess.run(
        [BINARY, "privacy", *words], env=roost.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)


def cycle_tenant(roost):
    return roost.sql("select slug from tenants where kind = 'cycle' order by slug limit 1")


def test_cy1_a_statement_is_verified_without_a_database_and_a_changed_byte_is_found(roost, tmp_path):
    slug = cycle_tenant(roost)
    printed = roost_privacy(roost, "prove", slug)
    assert printed.returncode == 0 and "holds people: no" in printed.stdout and "\nusers: 0 rows, refuses people" in printed.stdout
    key = roost_privacy(roost, "key")
    assert key.returncode == 0 and key.stdout.startswith("-----BEGIN PUBLIC KEY-----")
    (tmp_path / "key.pem").write_text(key.stdout)
    statement = tmp_path / "statement.txt"
    statement.write_text(printed.stdout)
    # Nothing of the installation is there: neither its database nor its keys.
    elsewhere = {"PATH": roost.environment["PATH"], "ROOST_DATA": str(tmp_path / "nothing")}

    def verify(file, key_file="key.pem"):
        return subprocess.run(
            [BINARY, "privacy", "verify", str(file), "--key", str(tmp_path / key_file)], env=elsewhere, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=60)

    genuine = verify(statement)
    assert genuine.returncode == 0 and "genuine" in genuine.stdout, genuine.stderr
    assert not (tmp_path / "nothing").exists()
    for old, new in [("\nusers: 0 rows", "\nusers: 1 rows"), ("holds people: no", "holds people: nO")]:
        changed = tmp_path / "changed.txt"
        changed.write_text(printed.stdout.replace(old, new, 1))
        assert changed.read_text() != printed.stdout
        refused = verify(changed)
        assert refused.returncode == 1 and "NOT GENUINE" in refused.stderr + refused.stdout, refused
    assert verify(tmp_path / "absent.txt").returncode == 1
    (tmp_path / "other.pem").write_text("-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n-----END PUBLIC KEY-----\n")
    assert verify(statement, "other.pem").returncode == 1


def test_cy1_the_two_files_of_a_statement_are_verified_by_openssl_alone(roost, tmp_path):
    slug = cycle_tenant(roost)
    file, key = tmp_path / "luna.txt", tmp_path / "key.pem"
    key.write_text(roost_privacy(roost, "key").stdout)
    # The command runs as PostgreSQL's user where the tests run as root; the file is written where it may.
    tmp_path.chmod(0o777)
    for parent in tmp_path.parents[:3]:
        parent.chmod(parent.stat().st_mode | 0o055)
    written = roost_privacy(roost, "prove", slug, "--to", str(file))
    assert written.returncode == 0, written.stderr
    check = ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", str(key), "-rawin", "-in", str(file), "-sigfile", f"{file}.sig"]
    assert subprocess.run(check, capture_output=True).returncode == 0
    assert subprocess.run([BINARY, "privacy", "verify", str(file), "--key", str(key)], env=roost.environment).returncode == 0
    with open(file, "a") as more:
        more.write("\n")
    assert subprocess.run(check, capture_output=True).returncode != 0
    assert subprocess.run([BINARY, "privacy", "verify", str(file), "--key", str(key)], env=roost.environment).returncode == 1


def test_cy1_a_workspace_that_is_not_there_is_told(roost):
    answer = roost_privacy(roost, "prove", "nowhere-at-all")
    assert answer.returncode == 1 and "nowhere-at-all" in answer.stderr + answer.stdout
