"""The admins of the tests, each with an authenticator app of their own."""

import secrets
import base64
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass
class Authenticator:
    """Six digits from oathtool, a program that is not ours. Roost takes the code of a step once, so each is used once."""

    secret: str
    used: int = 0
    # Lets half a minute pass for the table, which then takes a step again.
    forget: Callable[[], None] | None = None

    def at(self, step: int) -> str:
        return subprocess.run(
            ["oathtool", "--totp", "--base32", f"--now=@{step * 30}", self.secret], check=True, capture_output=True, text=True
        ).stdout.strip()

    def code(self) -> str:
        """The next code that was not used; the step after the present one is good already, and a later one would have to be
        waited for."""
        step = max(int(time.time()) // 30, self.used + 1)
        if step > int(time.time()) // 30 + 1 and self.forget:
            self.forget()
            step = int(time.time()) // 30
        while step > int(time.time()) // 30 + 1:
            time.sleep(0.2)
        self.used = step
        return self.at(step)


@dataclass
class Admin:
    email: str
    name: str
    language: str = "en"
    operator: bool = False
    roles: dict = field(default_factory=dict)
    password: str = "violet-harbour-cactus-91"
    # None: enrols by a link.
    authenticator: Authenticator | None = None


def with_app(email: str, name: str, **more) -> Admin:
    return Admin(email, name, authenticator=Authenticator(base64.b32encode(secrets.token_bytes(20)).decode()), **more)


def all_admins() -> dict[str, Admin]:
    """By what they are for. Those who change the list of users, one for each way to use the console: see `Way`."""
    orchard = {"orchard": "owner"}
    admins = {
        "operator": with_app("olga@example.org", "Olga Operator", operator=True),
        "analyst": with_app("ann@example.org", "Ann Analyst", roles={"orchard": "analyst"}),
        "second": with_app("sam@example.org", "Sam Second", roles=orchard),
        "fa-operator": with_app("omid@example.org", "امید", language="fa", operator=True),
        "es-operator": with_app("oscar@example.org", "Óscar", language="es", operator=True),
        "ru-operator": with_app("olya@example.org", "Оля", language="ru", operator=True),
        "manager": with_app("mia@example.org", "Mia Manager", roles={"meadow": "manager"}),
        "asks-looks": with_app("asks.looks@example.org", "Ben Asking", roles={"vineyard": "owner"}),
        "writes-looks": with_app("writes.looks@example.org", "Wil Looks", roles={"quarry": "owner"}),
        "sells-looks": with_app("sells.looks@example.org", "Pia Looks", roles={"market": "owner"}),
        "sells-through": with_app("sells.through@example.org", "Pia Through", roles={"market": "owner"}),
        "decides": with_app("decides@example.org", "Dia Deciding", roles={"vineyard": "owner"}),
        "dean": with_app("dean@example.org", "Dea Dean", roles={"campus": "owner"}),
        "moon": with_app("mo@example.org", "Mo Moon", roles={"moonlit": "owner"}),
        "teacher": with_app("hall@example.org", "Ms Hall", roles={"school": "owner"}),
        "colleague": with_app("baker@example.org", "Mr Baker", roles={"school": "owner"}),
        # Editors: row-level security shows them their own classes alone.
        "editor-one": with_app("edith@example.org", "Ms Edith", roles={"school": "editor"}),
        "editor-two": with_app("edgar@example.org", "Mr Edgar", roles={"school": "editor"}),
        "fa-teacher": with_app("darya@example.org", "دریا رضایی", language="fa", roles={"school": "owner"}),
        "es-teacher": with_app("vega@example.org", "Sra. Vega", language="es", roles={"school": "owner"}),
        "ru-teacher": with_app("belova@example.org", "Белова О. П.", language="ru", roles={"school": "owner"}),
    }
    # Five people at work, each in their role: see person_tests.py.
    for name, role in (("newcomer", "owner"), ("agent", "support"), ("editor", "editor"), ("owner", "owner"), ("auditor", "auditor")):
        admins[f"works-as-{name}"] = with_app(f"works.{name}@example.org", f"Noa {name.title()}", roles={"harbour": role})
    # Tests that sign in, or change the account: one admin each, so that none waits for another's next code.
    for name in ("keyboard", "chooser", "once", "robbed", "password", "sessions", "codes", "mover", "disabled", "ender",
                 "passkey-looks", "passkey-plain", "passkey-faults"):
        admins[name] = with_app(f"{name}@example.org", f"Lea {name.title()}", roles=orchard)
    for language in ("en", "fa"):
        # Settings, admins and roles are changed in the meadow, so that the orchard stays as every other test wants it.
        both = orchard | {"meadow": "owner", "cellar": "owner", "campus": "owner"}
        admins[language] = with_app(f"{language}@example.org", f"Ada {language.upper()}", language=language, roles=both)
        for scripts in ("scripts", "plain"):
            name = f"{language}-{scripts}"
            # Signs in, and proves it again: two codes, which is all that a moment has.
            admins["prover-" + name] = with_app(f"k.{name}@example.org", f"Kai {name}", language=language, roles={"meadow": "owner"})
            admins["sign-in-" + name] = with_app(f"s.{name}@example.org", f"Sia {name}", language=language, roles=orchard)
            admins["asks-" + name] = with_app(f"a.{name}@example.org", f"Asa {name}", language=language, roles={"vineyard": "owner"})
            admins["writes-" + name] = with_app(f"w.{name}@example.org", f"Wil {name}", language=language, roles={"quarry": "owner"})
            admins["sells-" + name] = with_app(f"p.{name}@example.org", f"Pia {name}", language=language, roles={"market": "owner"})
            admins["passkey-" + name] = with_app(f"key.{name}@example.org", f"Kai {name}", language=language, roles=orchard)
            admins["enrol-" + name] = Admin(f"e.{name}@example.org", f"Eva {name}", language=language, roles=orchard)
    return admins


def apply_file(admins: dict[str, Admin], directory) -> str:
    """What `roost apply` reads, secrets in files beside it."""
    lines = [
        "tenants:",
        "  - {slug: orchard, name: Orchard, kind: alarm, zone: Europe/Madrid, currency: EUR, languages: [en, fa]}",
        "  - {slug: moonlit, name: Moonlit, kind: cycle}",
        "  - {slug: meadow, name: Meadow, kind: fitness, zone: Europe/Madrid}",
        "  - {slug: vineyard, name: Vineyard, kind: alarm, zone: Europe/Madrid}",
        "  - {slug: quarry, name: Quarry, kind: alarm, zone: Europe/Madrid, languages: [en, fa]}",
        "  - {slug: market, name: Market, kind: alarm, zone: Europe/Madrid, currency: EUR, languages: [en, fa]}",
        "  - {slug: harbour, name: Harbour, kind: alarm, zone: Europe/Madrid, currency: EUR, languages: [en, es, ru, fa]}",
        "  - {slug: empty, name: Empty, kind: gradebook}",
        "  - {slug: campus, name: Campus, kind: timetable, zone: Europe/Minsk, languages: [ru, en]}",
        "  - {slug: school, name: School, kind: gradebook, zone: Europe/London, languages: [en, es, fa, ru]}",
        # Each is archived by the tests of one file, so that none finds the other's gone.
        "  - {slug: attic, name: Attic, kind: timetable}",
        "  - {slug: shed, name: Shed, kind: timetable}",
        "  - {slug: cellar, name: Cellar, kind: timetable}",
        "admins:",
    ]
    for key, admin in admins.items():
        lines += [f"  - email: {admin.email}", f"    name: {admin.name}", f"    language: {admin.language}"]
        if admin.operator:
            lines.append("    operator: true")
        if admin.roles:
            lines.append("    tenants: {" + ", ".join(f"{slug}: {role}" for slug, role in admin.roles.items()) + "}")
        if admin.authenticator:
            for kind, text in (("password", admin.password), ("totp_secret", admin.authenticator.secret)):
                path = directory / f"{key}.{kind}"
                path.touch(0o600)
                path.write_text(text + "\n")
                lines.append(f"    {kind}_file: {path}")
    return "\n".join(lines) + "\n"
