"""A goal's page, and the month of its plan by mouse, by keys and by forms alone; groups, rewards, the funnel."""

import uuid

import pytest
from playwright.sync_api import expect

from bulk_tests import settled
from console import two_ways
from every_page_tests import check_look, check_width
from icon_tests import png

GOALS = "/t/meadow/fitness-goals"


class Meadow:
    """Goals as apps would have left them: what users do is behind their own sign-in."""

    def __init__(self, roost):
        self.roost = roost
        self.type = str(uuid.uuid4())
        self.sql(f"""
            insert into catalogue_entries (tenant_id, id, catalogue, key, position, created_at)
            values (current_tenant(), '{self.type}', 'goals', 'run-{self.type[:8]}', 1, now());
            insert into catalogue_versions
                (tenant_id, entry_id, number, state, content, name, languages, published_from, changed_by, changed_at)
            values (current_tenant(), '{self.type}', 1, 'published',
                '{{"name.en":"Run","fields.1.key":"proof","fields.1.kind":"file","fields.1.accepts":"photo","fields.1.label.en":"Proof"}}',
                'Run', '{{en}}', now() - interval '1 minute', 'tests', now());""")

    def sql(self, statements):
        self.roost.sql("select set_config('roost.tenant', (select id::text from tenants where slug = 'meadow'), false);" + statements)

    def user(self, name, role):
        id = str(uuid.uuid4())
        self.sql(f"""
            insert into users (tenant_id, id, email, name, status, role, created_at)
            values (current_tenant(), '{id}', '{id}@example.net', '{name}', 'active', '{role}', now());""")
        return id

    def goal(self, *sessions, state="in_progress", reward="promised"):
        """A goal of Anna's that Igor backs, with sessions by day and title."""
        made = Goal(self.user("Anna Quill", "recipient"), self.user("Igor Payer", "sponsor"))
        due = "now()" if reward in ("due", "given", "disputed") else "null"
        self.sql(f"""
            insert into fitness_goals (tenant_id, id, user_id, entry_id, entry_version, answers, state, percent, reward, created_at,
                changed_at, proposed_at, accepted_at)
            values (current_tenant(), '{made.id}', '{made.recipient}', '{self.type}', 1, '{{}}', '{state}', 20, 'New shoes', now(), now(),
                now(), now());
            insert into fitness_backings (tenant_id, id, goal_id, user_id, answer, answered_at, reward_state, due_at)
            values (current_tenant(), '{made.reward}', '{made.id}', '{made.sponsor}', 'accepted', now(), '{reward}', {due});""")
        for place, (day, title) in enumerate(sessions):
            self.sql(f"""
                insert into fitness_sessions (tenant_id, id, goal_id, user_id, day, place, title)
                values (current_tenant(), gen_random_uuid(), '{made.id}', '{made.recipient}', '{day}', {place}, '{title}');""")
        return made


class Goal:
    def __init__(self, recipient, sponsor):
        self.id, self.reward = str(uuid.uuid4()), str(uuid.uuid4())
        self.recipient, self.sponsor = recipient, sponsor

    @property
    def page(self):
        return f"{GOALS}/{self.id}"

    @property
    def plan(self):
        """June 2026 begins on a Monday; Khordad 1405, in which its first days are, goes to the 21st."""
        return f"{self.page}/plan?month=2026-06-03"


@pytest.fixture(scope="session")
def meadow(roost):
    return Meadow(roost)


def cell(person, day):
    return person.page.locator(f'td[data-slot="{day}"]')


def cards(person, day):
    return cell(person, day).locator("[data-card]")


def move(person, day, to, scope):
    """By the form on the card."""
    only = cards(person, day).first
    only.locator("summary").first.click()
    only.locator("select[name=slot]").select_option(to)
    only.locator("select[name=scope]").select_option(scope)
    only.locator("form[data-move] button.main").click()
    person.flashed("fitness.session_moved" if scope == "rest" else "fitness.session_moved_week")


def test_FC2_a_session_is_dragged_and_the_rest_of_the_plan_goes_with_it(open_browser, meadow):
    person = open_browser("en")
    goal = meadow.goal(("2026-06-01", "Run"), ("2026-06-03", "Swim"), ("2026-06-10", "Ride"))
    person.go(goal.plan)
    cards(person, "2026-06-03").first.drag_to(cell(person, "2026-06-05"))
    person.flashed("fitness.session_moved")
    expect(cards(person, "2026-06-05")).to_contain_text("Swim")
    expect(cards(person, "2026-06-12")).to_contain_text("Ride")
    expect(cards(person, "2026-06-01")).to_contain_text("Run")
    expect(cards(person, "2026-06-03")).to_have_count(0)


def test_FC2_a_session_is_dragged_to_an_earlier_day_with_what_comes_after_it_and_alone_with_shift(open_browser, meadow):
    person = open_browser("en")
    goal = meadow.goal(("2026-06-01", "Run"), ("2026-06-03", "Swim"), ("2026-06-05", "Ride"), ("2026-06-12", "Row"))
    person.go(goal.plan)
    cards(person, "2026-06-05").first.drag_to(cell(person, "2026-06-02"))
    person.flashed("fitness.session_moved")
    for day, title in [("2026-06-01", "Run"), ("2026-06-02", "Ride"), ("2026-06-03", "Swim"), ("2026-06-09", "Row")]:
        expect(cards(person, day)).to_contain_text(title)
    person.press("frame.undo")
    person.flashed("fitness.session_move_undone")
    for day, title in [("2026-06-01", "Run"), ("2026-06-03", "Swim"), ("2026-06-05", "Ride"), ("2026-06-12", "Row")]:
        expect(cards(person, day)).to_contain_text(title)
    cell(person, "2026-06-05").focus()
    for key in ("Control+x", "ArrowLeft", "ArrowLeft", "Control+Shift+v"):
        person.page.keyboard.press(key)
    person.flashed("fitness.session_moved_one")
    expect(cards(person, "2026-06-03")).to_contain_text(["Swim", "Ride"])
    expect(cards(person, "2026-06-12")).to_contain_text("Row")


def test_FC2_a_session_is_moved_and_added_by_keys(open_browser, meadow):
    person = open_browser("en")
    goal = meadow.goal(("2026-06-02", "Run"))
    person.go(goal.plan)
    cell(person, "2026-06-02").focus()
    keys = person.page.keyboard
    for key in ("Control+x", "ArrowRight", "ArrowDown", "Control+v"):
        keys.press(key)
    person.flashed("fitness.session_moved")
    expect(cards(person, "2026-06-10")).to_contain_text("Run")
    # A plan is not copied session by session.
    cell(person, "2026-06-10").focus()
    for key in ("Control+c", "ArrowRight", "Control+v"):
        keys.press(key)
    expect(cards(person, "2026-06-10")).to_have_count(1)
    cell(person, "2026-06-04").focus()
    keys.press("n")
    expect(person.page.locator("section.card form [name=title]").last).to_be_visible()
    person.at(r"plan\?month=2026-06-01&day=2026-06-04#title")


def test_FC2_keys_and_drag_go_from_right_to_left_on_a_persian_page(open_browser, meadow):
    person = open_browser("fa")
    goal = meadow.goal(("2026-06-02", "Run"), ("2026-06-03", "Swim"))
    person.go(goal.plan)
    expect(person.page.locator("html")).to_have_attribute("dir", "rtl")
    # The next day is on the left.
    assert cell(person, "2026-06-03").bounding_box()["x"] < cell(person, "2026-06-02").bounding_box()["x"]
    cell(person, "2026-06-03").focus()
    keys = person.page.keyboard
    for key in ("Control+x", "ArrowLeft", "ArrowDown", "Control+v"):
        keys.press(key)
    person.flashed("fitness.session_moved")
    expect(cards(person, "2026-06-11")).to_contain_text("Swim")
    cards(person, "2026-06-02").first.drag_to(cell(person, "2026-06-05"))
    person.flashed("fitness.session_moved")
    expect(cards(person, "2026-06-05")).to_contain_text("Run")
    expect(cards(person, "2026-06-14")).to_contain_text("Swim")


@pytest.mark.parametrize("who", ["es-operator", "ru-operator"])
def test_FC1_FC2_FI8_goal_plan_reward_and_statement_in_spanish_and_russian(open_browser, meadow, who):
    person = open_browser(who)
    goal = meadow.goal(("2026-06-02", "Run"))
    person.go(goal.page)
    person.page.locator("[name=percent]").fill("100")
    person.page.locator("[name=note]").fill("Vale, да")
    person.press("fitness.percent_set")
    person.flashed("fitness.percent_saved")
    expect(person.page.locator("ol.trail").first).to_contain_text("Vale, да")
    person.go(f"/t/meadow/fitness-statements?sponsor={goal.sponsor}")
    person.sees(person.text("fitness.statement_totals"))
    person.sees(person.text("fitness.money_outside"))
    person.go(f"/t/meadow/fitness-rewards?sponsor={goal.sponsor}")
    person.page.locator("table tbody th a").first.click()
    person.press("fitness.reward_give")
    person.flashed("fitness.reward_saved")
    other = meadow.goal(("2026-06-02", "Run"))
    person.go(other.plan)
    only = cards(person, "2026-06-02").first
    only.locator("summary").first.click()
    only.locator("[name=other]").fill("2026-07-14")
    only.locator("form[data-move] button.main").click()
    person.flashed("fitness.session_moved")
    expect(cards(person, "2026-07-14")).to_contain_text("Run")


@two_ways
def test_FI8_a_statement_is_chosen_and_read(person, way, meadow):
    goal = meadow.goal(state="done", reward="due")
    person.go("/t/meadow/fitness-rewards")
    person.press("fitness.statements", role="link")
    check_look(person, "fitness-statement-choice", way.language)
    person.page.locator("[name=sponsor]").select_option(goal.sponsor)
    person.press("finance.show")
    person.at(f"sponsor={goal.sponsor}&period=.*")
    expect(person.page.locator("table tbody tr").first).to_contain_text("New shoes")
    check_look(person, "fitness-statement", way.language)


@two_ways
def test_FC2_a_moved_session_is_moved_back_and_the_page_leads_to_all_goals(person, way, meadow):
    goal = meadow.goal(("2026-06-02", "Run"), ("2026-06-09", "Ride"))
    person.go(goal.plan)
    move(person, "2026-06-02", "2026-06-04", "rest")
    expect(cards(person, "2026-06-11")).to_contain_text("Ride")
    person.press("frame.undo")
    person.flashed("fitness.session_move_undone")
    expect(cards(person, "2026-06-02")).to_contain_text("Run")
    expect(cards(person, "2026-06-09")).to_contain_text("Ride")
    expect(person.page.locator(".crumbs a").nth(1)).to_have_attribute("href", GOALS)


def test_FC2_a_plan_with_what_is_done_is_as_wide_as_a_phone(open_browser, meadow):
    person = open_browser("en")
    goal = meadow.goal(("2026-06-07", "Run"))
    meadow.sql(f"update fitness_sessions set ticked_at = now() where goal_id = '{goal.id}';")
    person.page.set_viewport_size({"width": 320, "height": 640})
    person.go(goal.plan)
    expect(cards(person, "2026-06-07")).to_contain_text("Run")
    check_width(person)


def test_FC2_a_month_is_a_list_of_days_on_a_phone(open_browser, meadow):
    person = open_browser("en")
    goal = meadow.goal(("2026-06-07", "Run"))
    person.page.set_viewport_size({"width": 390, "height": 844})
    person.go(goal.plan)
    assert person.page.locator("table.month").bounding_box()["width"] <= 390
    expect(cards(person, "2026-06-07")).to_be_visible()
    expect(cell(person, "2026-06-07")).to_contain_text("Sunday")
    # Days of the months around it have pages of their own.
    expect(cell(person, "2026-07-01")).to_be_hidden()
    # What a day holds doesn't stand over the day below.
    assert person.page.evaluate(
        "[...document.querySelectorAll('table.month td')].filter((day) => day.scrollHeight > day.clientHeight + 1).length") == 0
    check_width(person)


@two_ways
def test_FC2_a_session_is_deleted_after_a_question(person, way, meadow):
    goal = meadow.goal(("2026-06-03", "Run"))
    person.go(goal.plan)
    card = cards(person, "2026-06-03").first
    card.locator("details:has(button[formaction]) > summary").first.click()
    deletion = card.locator('button[formaction$="/deletion"]')
    expect(deletion).to_be_hidden()
    card.locator('details:has(> button[formaction$="/deletion"]) > summary').click()
    deletion.click()
    person.flashed("fitness.session_deleted")
    expect(cards(person, "2026-06-03")).to_have_count(0)


@two_ways
def test_FC2_a_plan_is_made_by_plain_forms(person, way, meadow):
    goal = meadow.goal(("2026-06-03", "Run"), ("2026-06-04", "Swim"))
    person.page.set_viewport_size({"width": 320, "height": 640})
    person.go(goal.plan)
    check_width(person)
    move(person, "2026-06-03", "2026-06-05", "week")
    expect(cards(person, "2026-06-05")).to_contain_text("Run")
    expect(cards(person, "2026-06-06")).to_contain_text("Swim")
    form = person.page.locator(f'form[action$="{goal.id}/plan"]')
    form.locator("[name=title]").fill("")
    form.locator("[name=minutes]").fill("45")
    form.locator("button").click()
    expect(person.page.locator("form [name=title][aria-invalid=true]")).to_have_count(1)
    form.locator("[name=title]").fill("Stretch")
    form.locator("button").click()
    person.flashed("fitness.session_added")
    person.sees("Stretch")


@two_ways
def test_FC2_a_month_is_kept_as_a_template_and_used_for_another_goal(person, way, meadow):
    name = f"Beginners {way}"
    first, second = meadow.goal(("2026-06-03", "Run"), ("2026-06-05", "Swim")), meadow.goal()
    person.go(first.plan)
    saving = person.page.locator('form[action$="/plan/templates"]')
    saving.locator("[name=name]").fill(name)
    saving.locator("button").click()
    person.flashed("fitness.template_saved")
    person.go(second.plan)
    using = person.page.locator('form[action$="/plan/template"]')
    chosen = using.locator("option", has_text=name).get_attribute("value")
    using.locator("select").select_option(chosen)
    using.locator("button").click()
    person.flashed("fitness.template_applied")
    person.go("/t/meadow/fitness-templates")
    person.sees(name)


@two_ways
def test_FC2_a_template_is_applied_to_many_goals_and_undone(person, way, meadow):
    name = f"For many {way}"
    first, second = meadow.goal(("2026-06-03", "Run"), ("2026-06-05", "Swim")), meadow.goal()
    person.go(first.plan)
    saving = person.page.locator('form[action$="/plan/templates"]')
    saving.locator("[name=name]").fill(name)
    saving.locator("button").click()
    person.flashed("fitness.template_saved")
    person.go("/t/meadow/fitness-templates")
    person.page.locator("tr", has_text=name).locator('a[href$="/application"]').click()
    check_width(person)
    person.press("fitness.run_preview")
    person.sees("Anna Quill")
    check_look(person, "fitness-plan-run", way.language)
    person.press("fitness.run_start")
    settled(person, "work.done")
    person.press("bulk.undo")
    settled(person, "work.undone")
    person.go(second.plan)
    expect(person.page.locator("[data-card]")).to_have_count(0)


def broken_words(person):
    """Words of the crumbs and of the figures on a page that go on in the next line."""
    return person.page.evaluate(
        """() => {
            const found = [], range = document.createRange();
            for (const box of document.querySelectorAll(".crumbs li, .number dt, .number b")) {
                const words = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
                while (words.nextNode())
                    for (const word of words.currentNode.data.matchAll(/\\S+/g)) {
                        range.setStart(words.currentNode, word.index);
                        range.setEnd(words.currentNode, word.index + word[0].length);
                        if (new Set([...range.getClientRects()].map(one => Math.round(one.top))).size > 1) found.push(word[0]);
                    }
            }
            return found;
        }""")


def test_FC1_words_of_crumbs_and_figures_stay_whole(open_browser, meadow):
    person = open_browser("ru-operator")
    goal = meadow.goal()
    for width, path in [(1280, "/t/meadow"), (320, "/t/meadow"), (320, f"{goal.page}/food"), (320, goal.plan)]:
        person.page.set_viewport_size({"width": width, "height": 640})
        person.go(path)
        assert broken_words(person) == [], f"{path} at {width}"
        check_width(person)


@two_ways
def test_FC1_food_is_written_for_a_goal(person, way, meadow):
    goal = meadow.goal()
    person.go(f"{goal.page}/food")
    check_look(person, "fitness-food", way.language)
    form = person.page.locator(f'form[action$="{goal.id}/food"]')
    form.locator("button").click()
    expect(form.locator("[name=text]")).to_have_attribute("aria-invalid", "true")
    form.locator("[name=text]").fill("Porridge <b>")
    form.locator("button").click()
    person.flashed("fitness.food_added")
    person.sees("Porridge <b>")


@two_ways
def test_FC1_the_percent_is_set_with_a_note_and_stands_in_the_feed(person, way, meadow):
    goal = meadow.goal()
    person.go(goal.page)
    check_look(person, "fitness-goal", way.language)
    person.page.locator("[name=percent]").fill("101")
    person.page.locator("[name=note]").fill("Half way")
    person.press("fitness.percent_set")
    expect(person.page.locator("[name=percent]")).to_have_attribute("aria-invalid", "true")
    expect(person.page.locator("[name=note]")).to_have_value("Half way")
    person.page.locator("[name=percent]").fill("50")
    person.press("fitness.percent_set")
    person.flashed("fitness.percent_saved")
    expect(person.page.locator("ol.trail").first).to_contain_text("Half way")
    expect(person.page.locator("progress")).to_have_attribute("value", "50")


@two_ways
def test_FI8_a_reward_is_given_from_its_page_which_says_where_money_is(person, way, meadow):
    goal = meadow.goal(state="done", reward="due")
    person.go(f"/t/meadow/fitness-rewards?state=due&sponsor={goal.sponsor}")
    person.page.locator("table tbody th a").first.click()
    person.at(goal.reward)
    person.sees(person.text("fitness.money_outside"))
    person.page.locator("[name=note]").fill("By transfer")
    person.press("fitness.reward_give")
    person.flashed("fitness.reward_saved")
    person.sees("By transfer")
    person.go(f"/t/meadow/fitness-rewards?state=due&sponsor={goal.sponsor}")
    expect(person.page.locator("table tbody th a")).to_have_count(0)


def test_FC7_the_funnel_is_drawn_and_told(open_browser, meadow):
    person = open_browser("fa")
    meadow.goal()
    person.go("/t/meadow/reports/fitness-funnel")
    check_width(person)
    person.sees(person.text("fitness.funnel"))
    expect(person.page.locator("#page svg").first).to_be_visible()


@two_ways
def test_FC1_a_photo_is_attached_to_an_answer_and_opened(person, way, meadow):
    goal = meadow.goal()
    person.go(goal.page)
    for content, key in ((b"%PDF-1.4 no photo", "error.file_damaged"), (png(40, 40)[:-30], "error.image_damaged")):
        person.page.locator("#file-proof").set_input_files({"name": "a.png", "mimeType": "image/png", "buffer": content})
        person.press("fitness.file_attach")
        expect(person.page.locator("#file-proof-error")).to_contain_text(person.text(key))
    person.page.locator("#file-proof").set_input_files({"name": "a.png", "mimeType": "image/png", "buffer": png(300, 200)})
    person.press("fitness.file_attach")
    person.flashed("fitness.file_attached")
    check_look(person, "fitness-goal-file", way.language)
    link = person.page.locator(f'a[href*="{goal.id}/files/"]')
    answer = person.page.request.get(link.get_attribute("href"))
    assert answer.headers["content-type"] == "image/png" and "sandbox" in answer.headers["content-security-policy"]


@two_ways
def test_FI11_what_a_tracker_ticked_says_so_and_is_taken_back(person, way, meadow):
    goal = meadow.goal(("2026-06-03", "Run"))
    meadow.sql(f"""
        update fitness_sessions set ticked_at = now(), tracker = 'strava' where goal_id = '{goal.id}';
        insert into fitness_activities (tenant_id, id, user_id, source, source_key, kind, started_at, seconds, day, metres, session_id,
            matched_at, created_at)
        select current_tenant(), gen_random_uuid(), '{goal.recipient}', 'strava', 'one', 'run', '2026-06-03 06:00:00Z', 1800, '2026-06-03',
            5200, sessions.id, now(), now() from fitness_sessions as sessions where sessions.goal_id = '{goal.id}';""")
    person.go(goal.plan)
    expect(cards(person, "2026-06-03")).to_contain_text("Strava")
    person.go(goal.page)
    check_look(person, "fitness-goal-activities", way.language)
    person.press("fitness.activity_unmatch")
    person.flashed("fitness.activity_unmatched")
    expect(person.page.locator('form[action$="/unmatching"]')).to_have_count(0)
    person.go(goal.plan)
    expect(cards(person, "2026-06-03")).not_to_contain_text("Strava")


@pytest.mark.parametrize("width", [320, 1280])
def test_18_a_sum_on_the_home_page_stays_within_its_tile(open_browser, meadow, width):
    someone = open_browser("en", viewport={"width": width, "height": 800})
    someone.go("/t/meadow")
    tiles = someone.page.locator(".number")
    expect(tiles.first).to_be_visible()
    # Nobody has paid so much yet: the sum of a good day, where a figure is.
    outside = tiles.evaluate_all("""tiles => {
        for (const tile of tiles) tile.querySelector("b").textContent = "RUB 1,299,000.00"
        return tiles.filter(tile => tile.querySelector("b").getBoundingClientRect().right > tile.getBoundingClientRect().right)
            .map(tile => tile.innerText)
    }""")
    assert outside == []
    check_width(someone)


def test_FI8_on_a_phone_a_row_names_no_day_that_it_has_not(open_browser, meadow):
    person = open_browser("operator")
    goal = meadow.goal(reward="promised")
    person.page.set_viewport_size({"width": 390, "height": 800})
    for page in (f"/t/meadow/fitness-statements?sponsor={goal.sponsor}", f"/t/meadow/fitness-rewards?sponsor={goal.sponsor}"):
        person.go(page)
        row = person.page.locator("table.folds tbody tr", has_text="Anna Quill").first
        expect(row).to_be_visible()
        empty = row.evaluate("""(row) => [...row.querySelectorAll("td")].filter((cell) => {
            const label = cell.querySelector(".fold");
            return label && label.checkVisibility() && cell.innerText.trim() === label.innerText.trim();
        }).map((cell) => cell.innerText)""")
        assert empty == [], page
