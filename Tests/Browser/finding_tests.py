import re

from playwright.sync_api import expect

from console import two_ways

LIST = "/t/orchard/users"


def search(person, text):
    person.page.locator("[name=q][type=search]").fill(text)
    person.press("list.search")
    person.page.wait_for_url(re.compile(r"[?&]q="))


def test_a_user_is_found_by_name_e_mail_and_id(person, orchard):
    wanted = orchard["user042@orchard.example"]
    for text in ("person 042", "USER042@orchard", wanted["id"], "  Plain Person 042  "):
        person.go(LIST)
        search(person, text)
        assert person.listed() == [wanted["email"]], f"searching for {text!r}"
    person.page.get_by_role("link", name=wanted["name"]).first.click()
    person.at(f"{LIST}/{wanted['id']}")
    person.sees(wanted["email"])


def test_a_search_takes_what_was_typed_as_it_stands(open_browser, orchard):
    person = open_browser("en")
    for text, found in (("100%_", 1), ("%_", 1), ("%", 1), ("_", 0), ("<script>", 1), ("نرگس", 1), ("' or 1=1 --", 0), ("\\", 1)):
        person.go(LIST)
        search(person, text)
        if found == 0 and person.listed():
            # Names that come near are shown, and said to be no match.
            person.sees(person.text("users.near"))
        else:
            assert len(person.listed()) == found, f"searching for {text!r}"
        assert person.page.locator("[name=q][type=search]").input_value() == text


@two_ways
def test_a_search_without_a_match_says_what_to_do(person, orchard):
    person.go(LIST)
    search(person, "nobody is called so")
    person.sees(person.text("users.none_match"))
    person.main().get_by_role("link", name=person.text("list.clear_all")).first.click()
    assert len(person.listed()) == 50


@two_ways
def test_filters_are_links_that_add_up_and_come_off(person, orchard):
    plain = "Plain Person"
    person.go(f"{LIST}?q=plain+person&sort=email")
    panel = person.open_menu("user.plan")
    panel.get_by_role("link", name=person.text("plan.premium"), exact=True).click()
    premium = [user["email"] for user in orchard.values() if user["plan"] == "premium" and user["name"].startswith(plain)]
    assert person.listed() == premium
    panel = person.open_menu("user.country")
    panel.locator("a[href*='country=ES']").click()
    both = [email for email in premium if orchard[email]["country"] == "ES"]
    assert both and person.listed() == both
    for part in ("q=plain", "plan=premium", "country=ES", "sort=email"):
        assert part in person.page.url

    # The address is the view: a bookmark shows the same.
    person.go(person.page.url)
    assert person.listed() == both
    label = person.text("list.remove_filter").replace("{filter}", person.text("user.country"))
    person.page.get_by_role("link", name=label).click()
    assert person.listed() == premium


@two_ways
def test_columns_sort_both_ways(person, orchard):
    emails = sorted(email for email, user in orchard.items() if user["name"].startswith("Plain Person"))
    person.go(f"{LIST}?q=plain+person")
    for expected in (emails[:50], emails[::-1][:50]):
        person.page.locator("thead").get_by_role("link", name=person.text("user.name")).click()
        expect(person.page.locator("th[aria-sort]")).to_have_count(1)
        assert person.listed() == expected


@two_ways
def test_pages_follow_each_other_and_lead_back(person, orchard):
    person.go(f"{LIST}?sort=email")
    pages = [person.listed()]
    while person.page.locator("a[rel=next]").count():
        person.page.locator("a[rel=next]").click()
        person.page.wait_for_url(re.compile("after="))
        pages.append(person.listed())
        assert len(pages) < 10
    everybody = [email for page in pages for email in page]
    assert len(everybody) == len(set(everybody)), "somebody is on two pages"
    # Other tests add and delete theirs meanwhile; these are there throughout.
    assert [email for email in everybody if email in orchard] == sorted(orchard)
    person.page.locator("a[rel=prev]").click()
    person.page.wait_for_url(re.compile("before="))
    assert person.listed() == pages[-2]


def test_the_number_of_users_is_said(open_browser, orchard):
    person = open_browser("en")
    person.go(f"{LIST}?q=plain+person")
    expect(person.page.locator(".pager")).to_contain_text("50 of 60 users")


def test_a_user_of_another_tenant_and_one_that_never_was_answer_alike(open_browser, orchard):
    person = open_browser("operator")
    there = orchard["user001@orchard.example"]["id"]
    person.go(f"{LIST}/{there}")
    bodies = []
    for path in (f"/t/empty/users/{there}", "/t/empty/users/" + "0" * 8 + "-0000-7000-8000-" + "0" * 12):
        person.go(path, status=404)
        bodies.append(re.sub(r"(Reference: )\S+", r"\1", person.page.inner_text("body")))
    assert bodies[0] == bodies[1]


def test_on_a_phone_the_first_user_is_in_sight_and_what_can_be_done_stays_there(open_browser, orchard):
    person = open_browser("en", viewport={"width": 375, "height": 667})
    person.go(LIST + "?status=active&plan=premium")
    first = person.page.locator("tbody tr").first.bounding_box()
    assert first["y"] + first["height"] < 667
    expect(person.page.locator(".fold-filters")).to_contain_text("(2)")
    person.go(f"{LIST}/{orchard['user042@orchard.example']['id']}")
    person.page.evaluate("scrollTo(0, document.scrollingElement.scrollHeight)")
    edit = person.page.locator(".head .actions .button").first
    expect(edit).to_be_in_viewport()
    assert person.page.evaluate("document.scrollingElement.scrollWidth") <= 376
