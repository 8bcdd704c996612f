"""A tenant's icon, uploaded by hand: with and without scripts, and what is said when the file is none."""

import struct
import zlib

from playwright.sync_api import expect

from console import two_ways, two_ways_or_all

SETTINGS = "/t/meadow/settings"


def png(width: int, height: int, colour=(180, 64, 10, 255)) -> bytes:
    """A picture of one colour."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    rows = (b"\0" + bytes(colour) * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


SVG = b"""<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" onload="alert(1)"><style>.a{fill:#136c3e}</style>
<script>alert(1)</script><circle class="a" cx="12" cy="12" r="11"/></svg>"""


def choose(person, name: str, content: bytes, kind: str = "image/png"):
    person.page.locator("#icon").set_input_files({"name": name, "mimeType": kind, "buffer": content})


def remove(person):
    person.press("icon.remove")
    person.flashed("icon.removed")


def shown(person, where: str) -> str:
    """The address of the picture that is really drawn there."""
    picture = person.page.locator(where).first
    expect(picture).to_be_visible()
    assert picture.evaluate("picture => picture.decode().then(() => picture.naturalWidth)") > 0
    return picture.get_attribute("src")


@two_ways_or_all
def test_an_icon_is_uploaded_replaced_and_removed_and_stands_wherever_the_tenant_does(person):
    person.go(SETTINGS)
    choose(person, "our icon — ж.png", png(900, 600))
    person.press("icon.upload")
    person.flashed("icon.saved")
    first = shown(person, "nav.rail img.mark")
    assert shown(person, "#icon-card img.mark") == first
    person.go("/tenants?q=meadow")
    assert shown(person, "ul.tenants img.mark") == first
    person.go("/t/meadow/find?q=meadow")
    assert shown(person, ".found img.icon") == first
    if person.page.evaluate("!!document.querySelector('a.anything kbd')"):
        person.go("/t/meadow")
        person.page.keyboard.press("Control+k")
        person.page.locator("dialog.palette input").fill("meadow")
        assert shown(person, "dialog.palette img.icon") == first
    # The name and the type that came with it say something else: what counts is what it is.
    person.go(SETTINGS)
    choose(person, "photo.jpg", SVG, "image/jpeg")
    person.press("icon.replace")
    person.flashed("icon.saved")
    second = shown(person, "nav.rail img.mark")
    assert second != first
    answer = person.page.request.get(second)
    assert answer.headers["content-type"] == "image/svg+xml" and b"alert" not in answer.body()
    remove(person)
    expect(person.page.locator("nav.rail .tenant span.mark")).to_have_text("M")


@two_ways
def test_what_is_wrong_with_a_file_is_said_beside_the_field(person):
    cases = [
        ("error.image_kind", b"GIF89a" + b"\0" * 50), ("error.image_damaged", png(40, 40)[:-30]), ("error.image_pixels", png(5200, 5200)),
        ("error.image_bytes", png(4, 4) + b"\0" * 5_000_000), ("error.image_none", None),
    ]
    for key, content in cases:
        person.go(SETTINGS)
        if content is not None:
            choose(person, "icon.png", content)
        person.press("icon.upload")
        expect(person.page.locator("#icon-error")).to_contain_text(person.text(key).split("{")[0])
        person.page.locator(".notice.bad[role=alert] a").first.click()
        assert person.page.locator("#icon").evaluate("field => location.hash === '#' + field.id")
    expect(person.page.locator("nav.rail .tenant span.mark")).to_be_visible()


def test_opened_by_itself_a_drawing_runs_nothing(open_browser):
    person = open_browser("manager")
    person.go(SETTINGS)
    choose(person, "x.svg", SVG, "image/svg+xml")
    person.press("icon.upload")
    person.flashed("icon.saved")
    address = shown(person, "nav.rail img.mark")
    person.go(address)
    assert person.page.evaluate("document.documentElement.nodeName") == "svg"
    assert person.page.evaluate("origin") == "null", "it has an origin of its own"
    person.go(SETTINGS)
    remove(person)
