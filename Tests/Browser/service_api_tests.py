"""The service API against its own document: schemathesis makes up requests, good and bad, and checks every answer."""

import json
import re
import subprocess
import sys
import urllib.error
import urllib.request

import pytest

from console import csrf


@pytest.fixture(scope="module")
def key(roost, chromium, sessions, orchard):
    """Made by the console's form, as an admin would."""
    context = chromium.new_context(base_url=roost.url, storage_state=sessions("second"))
    answer = context.request.post(
        "/t/orchard/keys",
        form={"csrf": csrf(context, "/t/orchard/keys/new"), "name": "Tests", "scopes": "users.read", "term": "30", "rate": "60000"})
    assert answer.status == 200
    found = re.search(r"rst_live_[0-9A-Za-z]{16}_[0-9A-Za-z]{49}", answer.text())
    context.close()
    return found[0]


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


def test_schemathesis_finds_nothing(roost, key):
    done = subprocess.run(
        [
            sys.executable, "-m", "schemathesis.cli", "run", roost.url + "/v1/openapi.json", "--header", f"Authorization: Bearer {key}",
            "--checks", "all", "--max-examples", "40", "--seed", "20261121", "--no-color",
        ],
        capture_output=True, text=True, timeout=240, cwd=roost.directory)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
