"""Users with names that break naive code, and enough of the plain kind to fill two pages of a list."""

import re

HOSTILE = [
    "<script>alert(1)</script>",
    "\"'><img src=x onerror=alert(1)>",
    "</bdi></td></tr></table><h1>out",
    "{{ 7*7 }} {% t \"x\" %} &lt;b&gt; &amp;",
    "\u202eesrever\u202c gnp.exe",
    "\u2067\u2067\u2067 unclosed isolates",
    "W" * 200,
    "=HYPERLINK(\"http://127.0.0.1/\",\"click\")",
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "+49 30 1234567",
    "-1+1",
    "two\nlines\tand a tab",
    "O’Brien-Ñuñez, “Zoë” \\ 100%_",
    "👩‍👩‍👧‍👦 семья خانواده",
    "نرگس محمدی",
]

# Signs that no form takes in a name: what has them was stored before.
STRANGE = re.compile("[\x00-\x1f\u2028-\u202e\u2066-\u2069]")

PLANS = ["free", "premium", "trial", "family"]
COUNTRIES = ["DE", "ES", "IR", "RU", "BY", ""]


def orchard_users() -> dict[str, dict]:
    names = [f"Plain Person {number:03}" for number in range(60)] + HOSTILE
    users = {}
    for number, name in enumerate(names):
        email = f"user{number:03}@orchard.example"
        users[email] = {
            "email": email, "name": name, "role": "moderator" if number % 20 == 0 else "user", "plan": PLANS[number % 4],
            "country": COUNTRIES[number % 6], "language": "fa" if number % 5 == 0 else "en", "zone": "Europe/Madrid",
        }
    return users
