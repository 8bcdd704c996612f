"""Tables beside another column, at the widths of common screens: nothing lies over its neighbour or past the page, what scrolls can be scrolled by
keys, and what opens in a row is seen whole."""

import pytest
from playwright.sync_api import expect

from every_page_tests import check_width
from every_route_tests import OWN, STATUS, STEPS, addresses  # noqa: F401 (a fixture)
from fitness_tests import meadow  # noqa: F401 (a fixture)
from routes import page_routes

WIDTHS = (1280, 1366, 1440)

# What of each card is seen outside of it, what of a column is seen over another, and what scrolls sideways without a key for it.
FAULTS = """() => {
    const found = [], round = (box) => [box.left, box.right].map(Math.round).join("–");
    const seen = (element) => {
        let {left, right, top, bottom} = element.getBoundingClientRect();
        for (let outer = element.parentElement; outer; outer = outer.parentElement) {
            const style = getComputedStyle(outer);
            if (style.overflowX === "visible" && style.clipPath === "none") continue;
            const clip = outer.getBoundingClientRect();
            [left, right, top, bottom] = [Math.max(left, clip.left), Math.min(right, clip.right), Math.max(top, clip.top), Math.min(bottom, clip.bottom)];
        }
        return {left, right, top, bottom};
    };
    for (const columns of document.querySelectorAll(".columns")) {
        const parts = [...columns.children].map((part) => part.getBoundingClientRect());
        parts.forEach((one, place) => parts.slice(place + 1).forEach((other) => {
            if (Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
                && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1) found.push(`columns ${round(one)} and ${round(other)}`);
        }));
        for (const card of columns.querySelectorAll(".card")) {
            const box = card.getBoundingClientRect();
            for (const element of card.querySelectorAll("*")) {
                if (element.closest(".hide, svg, dialog, [popover], .tip") || !element.checkVisibility()) continue;
                const part = seen(element);
                if (part.right - part.left > 1 && part.bottom - part.top > 1 && (part.right > box.right + 1 || part.left < box.left - 1))
                    found.push(`${element.outerHTML.slice(0, 100)} at ${round(part)} in a card at ${round(box)}`);
            }
        }
        for (const element of columns.querySelectorAll("*")) {
            if (element.scrollWidth <= element.clientWidth + 1 || !["auto", "scroll"].includes(getComputedStyle(element).overflowX)) continue;
            if (element.matches("input, textarea, select, pre") || !element.checkVisibility()) continue;
            if (element.tabIndex < 0 || !element.ariaLabel) found.push(`scrolls without keys: ${element.outerHTML.slice(0, 100)}`);
        }
    }
    return found.slice(0, 6);
}"""


def check_columns(person, name):
    for width in WIDTHS:
        person.page.set_viewport_size({"width": width, "height": 800})
        faults = person.page.evaluate(FAULTS)
        assert faults == [], f"{name} at {width}: " + "; ".join(faults)
        check_width(person)


@pytest.mark.parametrize("who", ["operator", "ru-operator"])
def test_FC3_a_sponsor_with_long_rewards_keeps_the_table_off_the_panel(open_browser, meadow, who):  # noqa: F811
    person = open_browser(who)
    goal = meadow.goal(state="done", reward="disputed")
    meadow.sql(f"""
        update fitness_goals set reward = 'Новые беговые кроссовки, билет на полумарафон и поездка к морю на неделю',
            reward_minor = 123456700, reward_currency = 'RUB' where id = '{goal.id}';
        update fitness_backings set comment = 'I will pay for this as soon as the last kilometre is run, and not a day before that',
            dispute_note = 'Until today nothing has come, neither the shoes nor the ticket, and I have asked for them twice'
        where goal_id = '{goal.id}';""")
    for page in (f"/t/meadow/fitness-sponsors/{goal.sponsor}", goal.page):
        person.go(page)
        expect(person.page.locator(".columns table").first).to_be_visible()
        check_columns(person, page)


def test_FC1_what_opens_in_the_last_column_of_a_table_is_seen_whole(open_browser, meadow):  # noqa: F811
    person = open_browser("operator")
    goal = meadow.goal()
    person.go(f"{goal.page}/food")
    form = person.page.locator(f'form[action$="{goal.id}/food"]')
    form.locator("[name=text]").fill("Porridge with berries, honey and a spoon of linseed oil, each morning before the run")
    form.locator("button").click()
    person.flashed("fitness.food_added")
    for width in WIDTHS:
        person.page.set_viewport_size({"width": width, "height": 800})
        menu = person.page.locator("table details.menu").last
        if menu.get_attribute("open") is None:
            menu.locator("> summary").click()
        panel = menu.locator("> .panel")
        expect(panel).to_be_visible()
        cut = panel.evaluate("""(panel) => {
            const box = panel.getBoundingClientRect(), clip = panel.closest(".scroll").getBoundingClientRect();
            const isClipped = getComputedStyle(panel.closest(".scroll")).overflowX !== "visible";
            return isClipped && (box.left < clip.left - 1 || box.right > clip.right + 1 || box.bottom > clip.bottom + 1)
                ? [box.left, box.right, box.bottom, clip.left, clip.right, clip.bottom] : null;
        }""")
        assert cut is None, f"at {width}: {cut}"
        check_columns(person, "food")


def test_FC1_tables_in_columns_keep_to_their_cards_on_every_page(open_browser, sessions, addresses):  # noqa: F811
    person = open_browser("operator")
    walked = 0
    for route in page_routes():
        pattern = route["pattern"]
        if route["answers"] == "open" or pattern in OWN or pattern in STEPS or STATUS.get(pattern, 200) != 200:
            continue
        sessions("operator")
        path = addresses.of(route)
        # Not each page has columns, and asking for its text is much quicker than showing it.
        answer = person.page.context.request.get(path)
        text = answer.text() if "text/html" in answer.headers.get("content-type", "") else ""
        if 'class="columns' not in text or "<table" not in text:
            continue
        person.go(path)
        check_columns(person, pattern)
        walked += 1
    # Users, API keys, apps, privacy requests, goals, their food, sponsors, grades: a walk that finds none has found nothing out.
    assert walked >= 8, walked
