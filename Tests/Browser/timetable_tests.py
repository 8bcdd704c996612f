"""The week grid by mouse, by keys, by forms alone and on a phone; publication and the way back; what strangers read."""

import datetime
import re
import zoneinfo

import pytest
from playwright.sync_api import expect

from console import PHONE, csrf, two_ways
from every_page_tests import check_look, check_width, picture

PUBLIC = "/public/campus/timetable"
MONDAY, TUESDAY, WEDNESDAY = 1, 2, 3


class Campus:
    """A university's timetable, made by the forms."""

    def __init__(self, context):
        self.context = context
        self.token = csrf(context, "/t/campus/timetable-terms/new")
        self.today = datetime.datetime.now(zoneinfo.ZoneInfo("Europe/Minsk")).date()
        monday = self.today - datetime.timedelta(days=self.today.weekday())
        self.add("timetable-terms", name="Осень", first_day=monday - datetime.timedelta(weeks=5),
                 last_day=monday + datetime.timedelta(weeks=10, days=6), first_week=1, bells="09:00-10:20, 10:35-11:55, 12:25-13:45")
        self.term = self.listed("timetable-terms")
        self.add("timetable-faculties", name="Факультет компьютерных систем и сетей", short_name="ФКСиС")
        self.faculty = self.listed("timetable-faculties")
        for name, full in [("ООП", "Объектно-ориентированное программирование"), ("МАиГ", "Математический анализ"), ("Физика", "")]:
            self.add("timetable-subjects", name=name, full_name=full)
        for name, address in [("Петров Олег Викторович", "petrov-o-v"), ("Іваноўская Ганна", "ivanouskaia-h")]:
            self.add("timetable-teachers", name=name, address=address, degree="")
        for name in ("201-4", "305-4"):
            self.add("timetable-rooms", name=name, building="4", capacity=60, purpose="any")

    def add(self, path, **form):
        answer = self.context.request.post(
            f"/t/campus/{path}", form={"csrf": self.token, **{key: str(value) for key, value in form.items()}}, max_redirects=0)
        wrong = re.findall('class="error".*', answer.text()) if answer.status != 303 else ""
        assert answer.status == 303, f"{path} {form} answered {answer.status}: {wrong}"
        return answer.headers["location"]

    def listed(self, list):
        """The id of the only one in a list."""
        return re.search(list + r"/([0-9a-f-]{36})", self.context.request.get(f"/t/campus/{list}").text())[1]

    def group(self, name):
        """A new group; nobody else's lessons are in its week."""
        self.add("timetable-groups", name=name, speciality="Программная инженерия", course=2, students=24, subgroups=2,
                 faculty=self.faculty)
        page = self.context.request.get(f"/t/campus/timetable?by=group&q={name}").text()
        return re.search(r"timetable\?group=([0-9a-f-]{36})", page)[1]

    def lesson(self, group, subject="ООП", weekday=MONDAY, starts="09:00", ends="10:20", kind="lecture", teachers="", room="", **more):
        return self.add(f"timetable-terms/{self.term}/lessons", subject=subject, kind=kind, groups=group, teachers=teachers, room=room,
                        weekday=weekday, starts=starts, ends=ends, **({"subgroup": "", "weeks": ""} | more))

    def publish(self):
        self.add(f"timetable-terms/{self.term}/publication", reason="For a test")


@pytest.fixture(scope="session")
def campus(roost, chromium, sessions):
    context = chromium.new_context(base_url=roost.url, storage_state=sessions("dean"))
    yield Campus(context)
    context.close()


def card(person, weekday, minutes):
    return person.page.locator(f'td[data-slot="{weekday}-{minutes}"] [data-card]')


def cell(person, weekday, minutes):
    return person.page.locator(f'td[data-slot="{weekday}-{minutes}"]')


@pytest.mark.parametrize("who", ["en", "ru-operator"])
def test_tt2_a_lesson_is_dragged_to_another_day(open_browser, campus, who):
    person, name = open_browser(who), f"Д-1-{who[:2]}"
    group = campus.group(name)
    campus.lesson(name)
    person.go(f"/t/campus/timetable?group={group}")
    card(person, MONDAY, 540).drag_to(cell(person, WEDNESDAY, 635))
    person.flashed("timetable.lesson_moved")
    expect(card(person, WEDNESDAY, 635)).to_have_count(1)
    expect(card(person, MONDAY, 540)).to_have_count(0)


def test_tt2_a_lesson_is_copied_by_a_drag_with_control(open_browser, campus):
    person = open_browser("en")
    group = campus.group("Д-2")
    campus.lesson("Д-2")
    person.go(f"/t/campus/timetable?group={group}")
    person.page.keyboard.down("Control")
    card(person, MONDAY, 540).drag_to(cell(person, WEDNESDAY, 635))
    person.page.keyboard.up("Control")
    person.flashed("timetable.lesson_copied")
    expect(card(person, WEDNESDAY, 635)).to_have_count(1)
    expect(card(person, MONDAY, 540)).to_have_count(1)


def test_tt2_a_drag_with_shift_moves_the_lesson_of_the_week_that_is_shown(open_browser, campus):
    person = open_browser("en")
    group = campus.group("Д-3")
    campus.lesson("Д-3")
    person.go(f"/t/campus/timetable?group={group}&week=2")
    # Held before, Shift would begin a selection of text.
    card(person, MONDAY, 540).hover()
    person.page.mouse.down()
    cell(person, TUESDAY, 635).hover()
    person.page.keyboard.down("Shift")
    cell(person, WEDNESDAY, 635).hover()
    person.page.mouse.up()
    person.page.keyboard.up("Shift")
    person.flashed("timetable.lesson_moved_once")
    expect(card(person, WEDNESDAY, 635)).to_have_count(1)
    expect(card(person, MONDAY, 540)).to_have_count(0)
    person.go(f"/t/campus/timetable?group={group}&week=1")
    expect(card(person, MONDAY, 540)).to_have_count(1)
    expect(card(person, WEDNESDAY, 635)).to_have_count(0)


@pytest.mark.parametrize("by", ["teacher", "room"])
def test_tt2_a_lesson_is_dragged_in_the_week_of_its_teacher_and_its_room(open_browser, campus, by):
    person = open_browser("en")
    campus.group(f"Д-{by}")
    name = {"teacher": f"Сидоров-{by} Иван", "room": f"{by}-9"}[by]
    if by == "teacher":
        campus.add("timetable-teachers", name=name, address="sidorov-drag", degree="")
        campus.lesson(f"Д-{by}", teachers=name)
    else:
        campus.add("timetable-rooms", name=name, building="9", capacity=60, purpose="any")
        campus.lesson(f"Д-{by}", room=name)
    person.go(f"/t/campus/timetable?by={by}&q={name}")
    card(person, MONDAY, 540).drag_to(cell(person, TUESDAY, 635))
    person.flashed("timetable.lesson_moved")
    expect(card(person, TUESDAY, 635)).to_have_count(1)
    expect(card(person, MONDAY, 540)).to_have_count(0)


def test_tt2_an_exam_is_dragged_to_another_day_of_its_week(open_browser, campus):
    person = open_browser("en")
    group = campus.group("Д-4")
    day = campus.today - datetime.timedelta(days=campus.today.weekday()) + datetime.timedelta(weeks=3)
    campus.lesson("Д-4", kind="exam", first_day=day, last_day=day)
    person.go(f"/t/campus/timetable?group={group}")
    card(person, MONDAY, 540).drag_to(cell(person, WEDNESDAY, 635))
    person.flashed("timetable.lesson_moved")
    expect(card(person, WEDNESDAY, 635)).to_have_count(1)


def test_tt2_the_key_g_asks_where_a_lesson_can_go(open_browser, campus):
    person = open_browser("en")
    group = campus.group("К-2")
    campus.lesson("К-2")
    person.go(f"/t/campus/timetable?group={group}")
    cell(person, MONDAY, 540).focus()
    person.page.keyboard.press("g")
    expect(person.page.locator("h1")).to_have_text(person.text("timetable.places"))
    # The lesson has no room: one that fits is offered.
    expect(person.page.locator("tbody tr").first).to_contain_text("201-4")


@two_ways
def test_tt2_a_lesson_is_copied_split_and_put_where_it_can_go_by_forms(person, way, campus):
    name = f"Ч-{way}"
    group = campus.group(name)
    campus.lesson(name)
    person.go(f"/t/campus/timetable?group={group}")
    only = card(person, MONDAY, 540)
    only.locator("summary").click()
    only.locator("select").select_option(f"{TUESDAY}-635")
    only.get_by_role("button", name=person.text("timetable.copy"), exact=True).click()
    person.flashed("timetable.lesson_copied")
    expect(card(person, TUESDAY, 635)).to_have_count(1)
    # Split on the lesson's page: the part of week 2 is a lesson of its own.
    card(person, MONDAY, 540).locator("h3 a").click()
    person.page.locator("[name=split]").fill("2")
    person.page.locator("form", has=person.page.locator("[name=split]")).get_by_role("button").click()
    person.flashed("timetable.lesson_split")
    person.go(f"/t/campus/timetable?group={group}")
    expect(card(person, MONDAY, 540)).to_have_count(2)
    first = card(person, MONDAY, 540).first
    first.locator("summary").click()
    first.get_by_role("link", name=person.text("timetable.places"), exact=True).click()
    person.page.locator("tbody button").first.click()
    person.flashed("timetable.lesson_moved")
    # And the one week of a view by the card's own tick.
    person.go(f"/t/campus/timetable?group={group}&week=1")
    moved = card(person, TUESDAY, 635).first
    moved.locator("summary").click()
    moved.locator("select").select_option(f"{WEDNESDAY}-745")
    moved.locator("[name=only]").check()
    moved.get_by_role("button", name=person.text("timetable.move"), exact=True).click()
    person.flashed("timetable.lesson_moved_once")
    expect(card(person, WEDNESDAY, 745)).to_have_count(1)
    person.go(f"/t/campus/timetable?group={group}&week=3")
    expect(card(person, WEDNESDAY, 745)).to_have_count(0)


def test_tt2_a_lesson_is_moved_and_copied_by_keys(open_browser, campus):
    person = open_browser("en")
    group = campus.group("К-1")
    campus.lesson("К-1")
    person.go(f"/t/campus/timetable?group={group}")
    cell(person, MONDAY, 540).focus()
    keys = person.page.keyboard
    title = card(person, MONDAY, 540).locator("h3 bdi").inner_text()
    said = person.page.locator("[data-week-said]")
    expect(said).to_have_attribute("aria-live", "polite")
    for key, words in [("Control+c", "week.copied"), ("Control+x", "week.cut")]:
        keys.press(key)
        expect(said).to_have_text(person.text(words).replace("#", title))
    for key in ("ArrowRight", "ArrowDown", "Control+v"):
        keys.press(key)
    person.flashed("timetable.lesson_moved")
    expect(card(person, TUESDAY, 635)).to_have_count(1)
    # Where the keys put it they go on.
    expect(cell(person, TUESDAY, 635)).to_be_focused()
    for key in ("Control+c", "ArrowRight", "Control+v"):
        keys.press(key)
    person.flashed("timetable.lesson_copied")
    expect(card(person, WEDNESDAY, 635)).to_have_count(1)
    expect(card(person, TUESDAY, 635)).to_have_count(1)
    expect(cell(person, WEDNESDAY, 635)).to_be_focused()
    person.page.reload()
    expect(cell(person, WEDNESDAY, 635)).not_to_be_focused()
    cell(person, MONDAY, 540).focus()
    keys.press("n")
    expect(person.page.locator("h1")).to_have_text(person.text("timetable.lesson_add"))
    expect(person.page.locator("[name=starts]")).to_have_value("09:00")


@pytest.mark.parametrize("modifier", ["Control", "Meta"])
def test_tt2_control_and_enter_save_a_lesson_from_any_field(open_browser, campus, modifier):
    person, name = open_browser("ru-operator"), f"К-3-{modifier}"
    group = campus.group(name)
    person.go(f"/t/campus/timetable-lessons/new?group={group}")
    page = person.page
    page.locator("[name=subject]").fill("ООП")
    page.locator("[name=note]").fill("Принести ноутбук")
    page.locator("[name=note]").press(f"{modifier}+Enter")
    person.flashed("timetable.lesson_added")
    # From a select and from a field whose Enter alone would choose; and an error comes back beside its field.
    card(person, MONDAY, 540).locator("h3 a").click()
    page.locator("[name=kind]").select_option("lab")
    page.locator("[name=kind]").press(f"{modifier}+Enter")
    person.flashed("timetable.lesson_saved")
    card(person, MONDAY, 540).locator("h3 a").click()
    page.locator("[name=room]").fill("нигде")
    page.locator("[name=weeks]").press(f"{modifier}+Enter")
    expect(page.locator("#room-error")).to_be_visible()
    expect(page.locator("[name=room]")).to_have_value("нигде")


def test_tt1_control_and_enter_save_a_term_and_publish_and_change_a_day(open_browser, campus):
    person = open_browser("en")
    page, group = person.page, campus.group("К-4")
    campus.lesson("К-4")
    person.go("/t/campus/timetable-holidays/new")
    page.locator("[name=name]").fill("День <города>")
    for name in ("first_day", "last_day"):
        page.locator(f"[name={name}]").fill("2031-05-09")
    page.locator("[name=name]").press("Control+Enter")
    person.flashed("timetable.saved")
    # Of several forms on a page the one in which somebody types.
    person.go(f"/t/campus/timetable?group={group}")
    card(person, MONDAY, 540).locator("h3 a").click()
    page.locator("[name=split]").fill("2")
    page.locator("[name=split]").press("Control+Enter")
    person.flashed("timetable.lesson_split")
    person.go(f"/t/campus/timetable-terms/{campus.term}/publication")
    page.locator("[name=reason]").first.fill("Ctrl+Enter")
    page.locator("[name=reason]").first.press("Control+Enter")
    person.flashed("timetable.published")


def test_tt2_the_weeks_keys_are_where_latin_letters_are_on_a_russian_keyboard(open_browser, campus):
    person = open_browser("ru-operator")
    group = campus.group("К-5")
    campus.lesson("К-5")
    keys = person.page.context.new_cdp_session(person.page)

    def press(key, code, number, control=False):
        event = {"key": key, "code": code, "windowsVirtualKeyCode": number, "modifiers": 2 if control else 0}
        keys.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", **event})
        keys.send("Input.dispatchKeyEvent", {"type": "keyUp", **event})

    person.go(f"/t/campus/timetable?group={group}")
    cell(person, MONDAY, 540).focus()
    press("ч", "KeyX", 88, control=True)
    cell(person, TUESDAY, 635).focus()
    press("м", "KeyV", 86, control=True)
    person.flashed("timetable.lesson_moved")
    expect(card(person, TUESDAY, 635)).to_have_count(1)
    expect(cell(person, TUESDAY, 635)).to_be_focused()
    press("с", "KeyC", 67, control=True)
    cell(person, WEDNESDAY, 635).focus()
    press("м", "KeyV", 86, control=True)
    person.flashed("timetable.lesson_copied")
    expect(card(person, WEDNESDAY, 635)).to_have_count(1)
    cell(person, TUESDAY, 635).focus()
    press("п", "KeyG", 71)
    expect(person.page.locator("h1")).to_have_text(person.text("timetable.places"))
    person.go(f"/t/campus/timetable?group={group}")
    cell(person, MONDAY, 540).focus()
    press("т", "KeyN", 78)
    expect(person.page.locator("h1")).to_have_text(person.text("timetable.lesson_add"))
    # The console's own keys: along the rows of a list, and to its search.
    person.go("/t/campus/timetable-lessons")
    person.page.locator("body").click(position={"x": 1, "y": 1})
    press("о", "KeyJ", 74)
    expect(person.page.locator("main table tbody th a").first).to_be_focused()
    press(".", "Slash", 191)
    expect(person.page.locator("main input[type=search]").first).to_be_focused()
    # In a field the letters are typed.
    person.page.keyboard.insert_text("тон")
    expect(person.page.locator("main input[type=search]").first).to_have_value("тон")


def test_tt3_a_form_says_what_it_clashes_with_while_it_is_filled_in(open_browser, campus):
    person = open_browser("en")
    campus.group("С-1")
    campus.lesson("С-1", room="201-4")
    person.go("/t/campus/timetable-lessons/new")
    page, said = person.page, person.page.locator("[data-checked]")
    expect(said).to_be_empty()
    page.locator("[name=groups]").fill("С-1")
    expect(said).to_contain_text("С-1")
    expect(said).to_contain_text("ООП")
    # Another time is free, and the field that was typed in keeps its focus.
    page.locator("[name=starts]").fill("10:35")
    page.locator("[name=ends]").fill("11:55")
    expect(said).to_have_text(person.text("timetable.clashes_typed_none"))
    expect(page.locator("[name=ends]")).to_be_focused()
    page.locator("[name=starts]").fill("")
    expect(said).to_be_empty()


@two_ways
def test_tt2_a_lesson_is_moved_by_the_form_on_its_card(person, way, campus):
    person.page.set_viewport_size({"width": 320, "height": 640})
    move_by_form(person, campus, f"Ф-{way}")


def test_tt2_a_lesson_is_moved_by_the_form_in_russian_on_a_phone(open_browser, campus):
    move_by_form(open_browser("ru-operator", viewport=PHONE, has_touch=True), campus, "Ф-ru")


def move_by_form(person, campus, name):
    group = campus.group(name)
    campus.lesson(name)
    person.go(f"/t/campus/timetable?group={group}")
    check_width(person)
    only = card(person, MONDAY, 540)
    only.locator("summary").click()
    only.locator("select").select_option(f"{TUESDAY}-635")
    only.get_by_role("button", name=person.text("timetable.move"), exact=True).click()
    person.flashed("timetable.lesson_moved")
    expect(card(person, TUESDAY, 635)).to_have_count(1)


@two_ways
def test_tt2_the_week_by_date_shows_a_cancelled_day_and_one_comes_back_to_it(person, way, campus):
    name = f"Н-{way}"
    group = campus.group(name)
    campus.lesson(name)
    person.page.set_viewport_size({"width": 320, "height": 640})
    person.go(f"/t/campus/timetable?group={group}")
    expect(person.page.locator(".differs")).to_have_count(0)
    by_date = person.text("timetable.by_date").split("{")[0].strip()
    person.page.get_by_role("link", name=re.compile("^" + re.escape(by_date))).click()
    person.press("timetable.next_week", role="link")
    week = person.page.url
    assert "day=" in week
    # The lesson's page knows the day, and leads back to the week.
    card(person, MONDAY, 540).locator("h3 a").click()
    form = person.page.locator("form", has=person.page.locator("[name=new_note]"))
    form.locator("[name=new_note]").fill("Болезнь")
    form.get_by_role("button").click()
    person.flashed("timetable.exception_saved")
    person.press("form.cancel", role="link")
    expect(person.page).to_have_url(week)
    only = card(person, MONDAY, 540)
    expect(only).to_contain_text(person.text("timetable.state_cancelled"))
    expect(only).to_contain_text("Болезнь")
    # Not by colour alone, and not moved by the grid: it would move what repeats.
    assert only.locator("h3").evaluate("one => getComputedStyle(one).textDecorationLine") == "line-through"
    expect(only.locator("summary")).to_have_count(0)
    check_width(person)
    person.go(f"/t/campus/timetable?group={group}")
    expect(card(person, MONDAY, 540).locator(".differs")).to_be_visible()
    person.page.locator("a.differs").click()
    expect(only).to_contain_text("Болезнь")


@two_ways
def test_tt4_the_draft_is_published_with_a_diff_and_taken_back(person, way, campus):
    name = f"П-{way}"
    group = campus.group(name)
    campus.lesson(name)
    campus.publish()
    person.go(f"/t/campus/timetable?group={group}")
    only = card(person, MONDAY, 540)
    only.locator("summary").click()
    only.locator("select").select_option(f"{TUESDAY}-635")
    only.get_by_role("button", name=person.text("timetable.move"), exact=True).click()
    person.flashed("timetable.lesson_moved")
    expect(person.page.locator(".tag").first).to_be_visible()
    person.press("timetable.publish_see", role="link")
    expect(person.page.locator("table").first).to_contain_text(name)
    person.page.locator("[name=reason]").first.fill("Room 201 is being painted")
    person.press("timetable.publish")
    person.flashed("timetable.published")
    person.sees("Room 201 is being painted")
    versions = person.page.locator("section.card").last
    versions.locator("summary").first.click()
    # All of what opens is there to be seen, at the desk and on a phone.
    for size in (person.page.viewport_size, {"width": 320, "height": 640}):
        person.page.set_viewport_size(size)
        panel, button = versions.locator("details[open] .panel"), versions.locator("details[open] button")
        inner, outer = button.bounding_box(), panel.bounding_box()
        assert outer["x"] <= inner["x"] and inner["x"] + inner["width"] <= outer["x"] + outer["width"], f"{size}: {inner} in {outer}"
        assert panel.evaluate("one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight"), f"{size}"
        check_width(person)
    versions.locator("textarea, input[name$=reason]").first.fill("Painted faster than expected")
    versions.get_by_role("button", name=person.text("timetable.return")).first.click()
    person.flashed("timetable.returned")
    person.go(f"/t/campus/timetable?group={group}")
    expect(card(person, MONDAY, 540)).to_have_count(1)
    expect(card(person, TUESDAY, 635)).to_have_count(0)


@pytest.fixture(scope="session")
def published(campus):
    """A group with lessons on every day, published; something is different today and something changed since."""
    campus.group("353501")
    for weekday in range(1, 8):
        campus.lesson("353501", weekday=weekday, teachers="Петров Олег Викторович", room="201-4")
        campus.lesson("353501", subject="Физика", weekday=weekday, starts="10:35", ends="11:55", kind="lab", subgroup=1, room="305-4",
                      note="Халаты с собой")
    last = campus.lesson("353501", subject="МАиГ", weekday=campus.today.isoweekday(), starts="12:25", ends="13:45", kind="practice")
    campus.publish()
    campus.lesson("353501", subject="МАиГ", weekday=campus.today.isoweekday(), starts="15:50", ends="17:10", kind="practice")
    campus.publish()
    page = campus.context.request.get("/t/campus/timetable-lessons?q=МАиГ").text()
    for lesson in re.findall(r"timetable-lessons/([0-9a-f-]{36})", page)[:1]:
        campus.add(f"timetable-lessons/{lesson}/exceptions", day=campus.today.isoformat(), change="cancelled", new_note="Болезнь")
    return campus


@pytest.mark.parametrize("scripts", [True, False])
def test_tt9_strangers_find_a_group_and_read_its_day_and_week(open_browser, published, scripts):
    person = open_browser(language="ru", scripts=scripts)
    person.go(PUBLIC)
    expect(person.page.locator("html")).to_have_attribute("lang", "ru")
    person.page.locator("#q").fill("3535")
    person.press("timetable.find_short")
    person.page.get_by_role("link", name="353501").click()
    expect(person.page.locator("h1")).to_have_text("353501")
    today = person.page.locator(".date").first
    expect(today).to_contain_text("Объектно-ориентированное программирование")
    expect(today).to_contain_text(person.text("timetable.state_cancelled"))
    expect(today).to_contain_text("Болезнь")
    person.press("timetable.view_week", role="link")
    expect(person.page.locator(".date")).to_have_count(7)
    person.page.get_by_role("link", name="Петров Олег Викторович").first.click()
    expect(person.page.locator("h1")).to_have_text("Петров Олег Викторович")
    expect(person.page.locator(".lesson").first).to_contain_text("353501")


def test_tt9_the_subgroup_is_remembered(open_browser, published):
    person = open_browser(language="ru")
    person.go(f"{PUBLIC}/groups/353501")
    expect(person.page.locator(".lesson", has_text="Физика")).to_have_count(1)
    person.page.locator('[data-subgroup="2"]').click()
    expect(person.page.locator(".lesson", has_text="Физика")).to_have_count(0)
    person.go(f"{PUBLIC}/groups/353501")
    expect(person.page).to_have_url(re.compile("subgroup=2"))
    expect(person.page.locator(".lesson", has_text="Физика")).to_have_count(0)
    assert "subgroup=2" in person.page.locator("#address").input_value()
    # And the whole group again.
    person.page.locator('[data-subgroup=""]').click()
    expect(person.page.locator(".lesson", has_text="Физика")).to_have_count(1)
    person.go(PUBLIC)
    expect(person.page.locator("[data-last] a")).to_have_text("353501")


def test_tt9_what_was_read_is_readable_without_a_network(open_browser, published):
    person = open_browser(language="ru")
    person.go(f"{PUBLIC}/groups/353501")
    person.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    # The worker keeps the page and the days beside it.
    person.page.wait_for_function(
        "caches.keys().then((names) => caches.open(names[0])).then((cache) => cache.keys()).then((all) => all.length > 8)")
    person.page.context.set_offline(True)
    person.page.reload()
    expect(person.page.locator("h1")).to_have_text("353501")
    expect(person.page.locator("[data-offline]")).to_be_visible()
    person.press("timetable.view_week", role="link")
    expect(person.page.locator(".date")).to_have_count(7)
    person.page.context.set_offline(False)


def test_tt9_without_a_network_a_typed_day_is_that_of_the_remembered_subgroup(open_browser, published):
    person = open_browser(language="ru")
    person.go(f"{PUBLIC}/groups/353501")
    person.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    person.page.locator('[data-subgroup="2"]').click()
    expect(person.page).to_have_url(re.compile("subgroup=2"))
    person.page.wait_for_function(
        "caches.keys().then((names) => caches.open(names[0])).then((cache) => cache.keys())"
        ".then((all) => all.filter((one) => one.url.includes('subgroup=2')).length > 8)")
    person.page.context.set_offline(True)
    person.page.goto(f"{person.page.url.split('/public/')[0]}{PUBLIC}/groups/353501?day=2027-03-01")
    expect(person.page).to_have_url(re.compile("subgroup=2"))
    expect(person.page.locator("h1")).to_have_text("353501")
    expect(person.page.locator('[data-subgroup="2"][aria-current]')).to_have_count(1)
    expect(person.page.locator(".lesson", has_text="Физика")).to_have_count(0)
    person.page.context.set_offline(False)


def test_tt9_an_app_can_be_made_of_it(open_browser, published):
    person = open_browser(language="ru")
    person.go(f"{PUBLIC}/groups/353501")
    manifest = person.page.context.new_cdp_session(person.page).send("Page.getAppManifest")
    assert manifest["errors"] == [] and manifest["url"].endswith("app.webmanifest")


LOOKS = {
    "start": "", "start-found": "?q=П", "start-none": "?q=%3Cb%3Enothing", "day": "/groups/353501", "week": "/groups/353501?view=week",
    "subgroup": "/groups/353501?view=week&subgroup=2", "teacher": "/teachers/petrov-o-v", "room": "/rooms/201-4?view=week",
}


@pytest.mark.parametrize("language", ["en", "es", "ru", "fa"])
@pytest.mark.parametrize("name", LOOKS)
def test_tt9_a_public_page_looks_right(open_browser, published, name, language):
    # axe is a script of somebody else's.
    person = open_browser(language=language, bypass_csp=language in ("en", "ru"), service_workers="block")
    person.page.set_viewport_size({"width": 1280, "height": 800})
    address = PUBLIC + LOOKS[name]
    person.go(address + ("&" if "?" in address else "?") + f"lang={language}")
    assert person.page.locator("html").get_attribute("dir") == ("rtl" if language == "fa" else "ltr")
    check_look(person, f"timetable-public-{name}", language)
    picture(person, f"timetable-public-{name}.{language}.1280")


CONSOLE = {
    "week": "/t/campus/timetable?by=group&q=353501", "week-now": "/t/campus/timetable?by=group&q=353501&week=2",
    "lesson-new": "/t/campus/timetable-lessons/new", "clashes": "/t/campus/timetable-clashes", "lessons": "/t/campus/timetable-lessons",
}


@pytest.mark.parametrize("language", ["en", "es", "ru", "fa"])
@pytest.mark.parametrize("name", [*CONSOLE, "publication", "weeks", "lesson"])
def test_tt2_the_consoles_pages_look_right(open_browser, published, name, language):
    person = open_browser({"en": "en", "fa": "fa"}.get(language, f"{language}-operator"), bypass_csp=language in ("en", "ru"))
    person.page.set_viewport_size({"width": 1280, "height": 800})
    if name in ("publication", "weeks"):
        person.go(f"/t/campus/timetable-terms/{published.term}/{name}")
    elif name == "lesson":
        person.go("/t/campus/timetable-lessons?q=МАиГ")
        person.page.locator("tbody th a").first.click()
    else:
        person.go(CONSOLE[name])
    check_look(person, f"timetable-{name}", language)
    picture(person, f"timetable-{name}.{language}.1280")
