"""Selling: providers are set up, somebody buys, and what providers tell comes true. Against stand-ins that speak their protocols."""

import re
import time
import urllib.request
import json

import pytest
from playwright.sync_api import expect

from console import fill, two_ways
from every_page_tests import check_width, check_with_axe, picture
from plans_tests import PLANS, add_plan
from service_api_tests import make_key

PROVIDERS = "/t/market/providers"


@pytest.fixture
def seller(open_browser, way):
    return open_browser(f"sells-{way.language}-{'scripts' if way.scripts else 'plain'}", scripts=way.scripts)


@pytest.fixture(scope="module")
def key(roost, chromium, sessions):
    return make_key(roost, chromium, sessions("sells-through"), "market", "checkouts.write", "entitlements.read")


def ask(roost, key, method, path, body=None):
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json", "Idempotency-Key": f"k{time.time_ns()}"}
    request = urllib.request.Request(roost.url + path, json.dumps(body).encode() if body else None, headers, method=method)
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refused:
        return refused.code, json.load(refused)


def use(person, provider, **fields):
    """Turns a provider on by its form."""
    person.go(PROVIDERS)
    card = person.page.locator(f"section#{provider}")
    for name, text in fields.items():
        card.locator(f"[name={name}]").fill(text)
    card.locator("[name=on]").set_checked(True)
    person.press("form.save", inside=card)


def begin(roost, key, user, plan, **more):
    status, begun = ask(roost, key, "POST", f"/v1/users/{user.split('/')[-1]}/checkouts", {"plan": plan, "period": "month", "currency": "EUR"} | more)
    assert status == 201, begun
    return begun


def entitlements(roost, key, user):
    return ask(roost, key, "GET", f"/v1/users/{user.split('/')[-1]}/entitlements")[1]


def stands(seller, user, state):
    seller.go(user + "/subscription")
    expect(seller.page.locator(".head .status")).to_have_text(seller.text(f"subscription.{state}"))


def plan_key(way, word):
    return f"{word}_{way.language}_{int(way.scripts)}"


@two_ways
def test_somebody_buys_in_the_sandbox_and_it_is_renewed_fails_and_is_given_back(seller, way, roost, key, open_browser):
    plan = plan_key(way, "tried")
    add_plan(seller, plan)
    use(seller, "sandbox")
    seller.flashed("providers.was_changed")
    user = seller.add_user("Bea Buyer", tenant="market")
    begun = begin(roost, key, user, plan, provider="sandbox", return_url="https://app.example.org/done?x=1")
    assert begun["amount"] == 999 and begun["url"].startswith(f"{roost.url}/shop/market/")
    buyer = open_browser(language=way.language, scripts=way.scripts)
    buyer.go(begun["url"].removeprefix(roost.url))
    expect(buyer.page.locator("main h2")).to_have_text(f"Plan <{plan}>" if way.language == "en" else "طرح")
    buyer.press("shop.pay_sandbox")
    expect(buyer.page.get_by_role("status")).to_have_text(buyer.text("shop.paid"))
    expect(buyer.page.locator("main a.button")).to_have_attribute("href", "https://app.example.org/done?x=1")
    has = entitlements(roost, key, user)
    assert (has["plan"], has["state"]) == (plan, "active")
    # A second click buys nothing more.
    assert ask(roost, key, "POST", f"/v1/users/{user.split('/')[-1]}/checkouts", {"plan": plan, "period": "month", "currency": "EUR"})[0] == 409
    for turn, state in (("renewed", "active"), ("failed", "past_due"), ("renewed", "active"), ("refunded", "refunded")):
        seller.go(user + "/subscription")
        form = seller.page.locator("form[action$='/sandbox']")
        form.locator("[name=turn]").select_option(turn)
        seller.press("sandbox.do", inside=form)
        seller.flashed("sandbox.was_turned")
        if state != "refunded":
            stands(seller, user, state)
    assert entitlements(roost, key, user)["plan"] == "free"
    expect(seller.page.locator("td .status").filter(has_text=re.compile(f"^\\s*{seller.text('payment.refund')}\\s*$"))).to_have_count(1)
    seller.go(user)
    seller.sees(seller.text("audit.payment_received"))


@two_ways
def test_a_payment_that_fails_buys_nothing(seller, way, roost, key, open_browser):
    plan = plan_key(way, "declined")
    add_plan(seller, plan)
    use(seller, "sandbox")
    user = seller.add_user("Dan Declined", tenant="market")
    begun = begin(roost, key, user, plan, provider="sandbox")
    buyer = open_browser(language=way.language, scripts=way.scripts)
    buyer.go(begun["url"].removeprefix(roost.url))
    buyer.press("shop.decline")
    expect(buyer.page.get_by_role("status")).to_have_text(buyer.text("shop.declined"))
    assert entitlements(roost, key, user)["plan"] == "free"
    # An address with one other character is none.
    other = begun["url"].removeprefix(roost.url)
    buyer.go(other[:-1] + ("0" if other[-1] != "0" else "1"), status=404)


@two_ways
def test_cards_are_set_up_with_what_is_wrong_said_and_a_purchase_comes_true_when_it_is_told(seller, way, roost, key, open_browser, cards):
    plan = plan_key(way, "carded")
    add_plan(seller, plan)
    use(seller, "card", secret_key="pk_test_public", signing_secret=cards.signing_secret)
    expect(seller.page.locator("#card-secret_key-error")).to_have_text(seller.text("error.secret_key"))
    use(seller, "card", secret_key=cards.secret_key, signing_secret=cards.signing_secret)
    seller.flashed("providers.was_changed")
    assert cards.secret_key not in seller.page.content() and cards.signing_secret not in seller.page.content()
    hook = seller.page.locator("#card-hook").inner_text()
    user = seller.add_user("Cem Carded", tenant="market")
    begun = begin(roost, key, user, plan)
    buyer = open_browser(language=way.language, scripts=way.scripts)
    buyer.go(begun["url"].removeprefix(roost.url))
    buyer.press("shop.pay")
    buyer.page.wait_for_url(re.compile(re.escape(cards.url) + "/pay/"))
    session = buyer.page.url.rsplit("/", 1)[1]
    form = cards.form(session)
    assert form["mode"] == "subscription" and form["line_items[0][price_data][unit_amount]"] == "999"
    metadata = {name[len("subscription_data[metadata]["):-1]: value for name, value in form.items() if name.startswith("subscription_data[metadata]")}
    now = int(time.time())
    held = {
        "id": cards.name("sub"), "status": "active", "cancel_at_period_end": False, "current_period_end": now + 86400, "metadata": metadata,
        "items": {"data": [{"price": {"unit_amount": 999, "currency": "eur"}}]}}
    invoice = {
        "id": cards.name("in"), "subscription": held["id"], "payment_intent": cards.name("pi"), "amount_paid": 999, "tax": 160, "currency": "eur",
        "customer_address": {"country": "ES"}, "subscription_details": {"metadata": metadata}, "lines": {"data": [{"period": {"end": now + 86400}}]}}
    assert cards.tell(hook, "customer.subscription.created", held, secret="whsec_" + "x" * 32) == 400
    assert cards.tell(hook, "customer.subscription.created", held, age=400) == 400
    # Out of order, and twice.
    assert cards.tell(hook, "charge.refunded", {"id": "ch", "payment_intent": invoice["payment_intent"], "amount_refunded": 99, "currency": "eur"}) == 200
    for _ in range(2):
        assert cards.tell(hook, "invoice.paid", invoice, event=f"evt_{invoice['id']}") == 200
    assert cards.tell(hook, "customer.subscription.created", held, at=now - 5) == 200
    assert cards.tell(hook, "checkout.session.completed", {"id": session, "mode": "subscription", "metadata": metadata}) == 200
    has = entitlements(roost, key, user)
    assert (has["plan"], has["state"]) == (plan, "active")
    stands(seller, user, "active")
    expect(seller.page.locator("section").filter(has=seller.page.get_by_role("heading", name=seller.text("payments.title"))).locator("tbody tr")).to_have_count(2)
    buyer.go(begun["url"].removeprefix(roost.url))
    expect(buyer.page.get_by_role("status")).to_have_text(buyer.text("shop.paid"))
    assert cards.tell(hook, "customer.subscription.deleted", held | {"status": "canceled", "ended_at": now}, at=now + 1) == 200
    assert entitlements(roost, key, user)["plan"] == "free"
    seller.go("/t/market/provider-events?outcome=applied")
    seller.sees("invoice.paid")


@two_ways
def test_14_a_part_of_a_cards_payment_is_refunded_and_the_subscription_ended_with_it(seller, way, roost, key, open_browser, cards):
    plan = plan_key(way, "regretted")
    add_plan(seller, plan)
    use(seller, "card", secret_key=cards.secret_key, signing_secret=cards.signing_secret)
    hook = seller.page.locator("#card-hook").inner_text()
    user = seller.add_user("Rea Regretting", tenant="market")
    begun = begin(roost, key, user, plan)
    buyer = open_browser(language=way.language, scripts=way.scripts)
    buyer.go(begun["url"].removeprefix(roost.url))
    buyer.press("shop.pay")
    buyer.page.wait_for_url(re.compile(re.escape(cards.url) + "/pay/"))
    form = cards.form(buyer.page.url.rsplit("/", 1)[1])
    metadata = {name[len("subscription_data[metadata]["):-1]: value for name, value in form.items() if name.startswith("subscription_data[metadata]")}
    now = int(time.time())
    held = {
        "id": cards.name("sub"), "status": "active", "cancel_at_period_end": False, "current_period_end": now + 86400, "metadata": metadata,
        "items": {"data": [{"price": {"unit_amount": 999, "currency": "eur"}}]}}
    invoice = {
        "id": cards.name("in"), "subscription": held["id"], "payment_intent": cards.name("pi"), "amount_paid": 999, "tax": 160, "currency": "eur",
        "customer_address": {"country": "ES"}, "subscription_details": {"metadata": metadata}, "lines": {"data": [{"period": {"end": now + 86400}}]}}
    cards.invoices[invoice["payment_intent"]] = invoice["id"]
    assert cards.tell(hook, "customer.subscription.created", held, at=now - 5) == 200
    assert cards.tell(hook, "invoice.paid", invoice) == 200
    refunds, ended = len(cards.refunds), len(cards.ended)

    seller.go(user)
    seller.page.get_by_role("link", name=seller.text("refund.open")).first.click()
    seller.page.locator("[name=part][value=some]").check()
    seller.page.locator("[name=amount]").fill("4,50" if way.language == "en" else "۴٫۵۰")
    seller.page.locator("[name=ends]").check()
    seller.page.locator("[name=reason]").fill("Ordered by a child")
    seller.press("refund.now")
    seller.flashed("refund.was_sent")
    for _ in range(100):
        if len(cards.refunds) > refunds and len(cards.ended) > ended:
            break
        time.sleep(0.1)
    asked = cards.refunds[refunds:]
    assert [(one["payment_intent"], one["amount"]) for one in asked] == [(invoice["payment_intent"], "450")]
    assert cards.ended[ended:] == [held["id"]]
    seller.go(user)
    seller.sees(seller.text("refund.sent"))
    # It is done when the provider says so.
    assert cards.tell(hook, "charge.refunded", {
        "id": "ch", "payment_intent": invoice["payment_intent"], "amount_refunded": 450, "currency": "eur"}, at=now + 1) == 200
    assert cards.tell(hook, "customer.subscription.deleted", held | {"status": "canceled", "ended_at": now + 1}, at=now + 2) == 200
    seller.go(user)
    seller.sees(seller.text("refund.confirmed"))
    assert entitlements(roost, key, user)["plan"] == "free"


def test_google_is_asked_how_a_purchase_stands(open_browser, roost, key, google):
    seller = open_browser("sells-through")
    plan = "played"
    seller.go(f"{PLANS}/new")
    fill(seller, key=plan, name__en="Played")
    seller.press("plans.add_price")
    fill(seller, prices__1__amount="4.50", prices__1__currency="EUR")
    seller.page.locator('[name="prices.1.period"]').select_option("month")
    seller.press("plans.add_product")
    fill(seller, products__1__name="premium.monthly")
    seller.page.locator('[name="products.1.store"]').select_option("google_play")
    seller.page.locator('[name="products.1.period"]').select_option("month")
    seller.press("catalogue.save_draft")
    seller.publish()
    seller.flashed("catalogue.was_published")
    use(seller, "google_play", package=google.package, pusher=google.pusher, account="{}")
    expect(seller.page.locator("#google_play-account-error")).to_be_visible()
    expect(seller.page.locator("#google_play-package")).to_have_value(google.package)
    use(seller, "google_play", package=google.package, pusher=google.pusher, account=google.account)
    seller.flashed("providers.was_changed")
    hook = seller.page.locator("#google_play-hook").inner_text()
    user = seller.add_user("Gus Google", tenant="market")
    google.purchases["token/1"] = {
        "subscriptionState": "SUBSCRIPTION_STATE_ACTIVE", "latestOrderId": "GPA.1", "regionCode": "DE",
        "externalAccountIdentifiers": {"obfuscatedExternalAccountId": user.split("/")[-1]},
        "lineItems": [{
            "productId": "premium.monthly", "expiryTime": "2099-01-01T00:00:00.123Z",
            "autoRenewingPlan": {"autoRenewEnabled": True, "recurringPrice": {"currencyCode": "EUR", "units": "4", "nanos": 500000000}}}]}
    # The first month at an introductory price: what the order says was paid, not the price of later months.
    google.purchases["token/1"]["lineItems"][0]["offerDetails"] = {"basePlanId": "monthly", "offerId": "intro"}
    google.orders["GPA.1"] = {
        "orderId": "GPA.1", "state": "PROCESSED", "createTime": "2026-11-01T10:00:00Z", "total": {"currencyCode": "EUR", "units": "1", "nanos": 990000000},
        "tax": {"currencyCode": "EUR", "nanos": 320000000}, "buyerAddress": {"buyerCountry": "DE"}}
    bought = {"subscriptionNotification": {"version": "1.0", "notificationType": 4, "purchaseToken": "token/1", "subscriptionId": "premium.monthly"}}
    for bad in (google.token(hook, email="other@project.iam.gserviceaccount.com"), google.token("https://other.example"), google.token(hook, ends=-60)):
        assert google.tell(hook, "m0", bought, token=bad) == 400
    assert google.tell(hook, "m1", bought) == 200
    assert google.tell(hook, "m1", bought) == 200
    has = entitlements(roost, key, user)
    assert (has["plan"], has["state"], has["until"]) == (plan, "active", "2099-01-01T00:00:00Z")
    seller.go(user + "/subscription")
    seller.sees("1.99")
    google.purchases["token/1"]["subscriptionState"] = "SUBSCRIPTION_STATE_IN_GRACE_PERIOD"
    assert google.tell(hook, "m2", {"subscriptionNotification": {"notificationType": 6, "purchaseToken": "token/1"}}) == 200
    assert entitlements(roost, key, user)["state"] == "past_due"
    # What Google can't be asked about is told again later, and not lost.
    assert google.tell(hook, "m3", {"subscriptionNotification": {"notificationType": 4, "purchaseToken": "unknown"}}) == 503
    assert google.tell(hook, "m4", {"voidedPurchaseNotification": {"purchaseToken": "token/1", "orderId": "GPA.1", "productType": 1, "refundType": 1}}) == 200
    assert entitlements(roost, key, user)["plan"] == "free"
    assert google.tokens == 1


def test_an_app_store_notification_without_apples_signature_is_refused(open_browser, roost):
    seller = open_browser("sells-through")
    use(seller, "app_store", bundle="not a bundle")
    expect(seller.page.locator("#app_store-bundle-error")).to_be_visible()
    use(seller, "app_store", bundle="com.example.market")
    seller.flashed("providers.was_changed")
    hook = seller.page.locator("#app_store-hook").inner_text()
    request = urllib.request.Request(hook, b'{"signedPayload":"a.b.c"}', {"content-type": "application/json"})
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request)
    assert refused.value.code == 400


def test_a_purchase_that_matches_nothing_waits_in_view_and_is_matched_by_hand(open_browser, roost, key, cards):
    seller = open_browser("sells-through")
    add_plan(seller, "matched_by_hand")
    use(seller, "card", secret_key=cards.secret_key, signing_secret=cards.signing_secret)
    hook = seller.page.locator("#card-hook").inner_text()
    user = seller.add_user("Hal Hand", tenant="market")
    now = int(time.time())
    # Sold in Stripe's dashboard, by a version of its API that puts the period on the items and names no payment in invoices.
    sub, invoice, payment = cards.name("sub"), cards.name("in"), cards.name("pi")
    held = {
        "id": sub, "status": "active", "cancel_at": None, "cancel_at_period_end": False, "metadata": {}, "ended_at": None, "canceled_at": None,
        "items": {"data": [{"current_period_end": now + 86400, "quantity": 1, "price": {
            "unit_amount": 999, "currency": "eur", "product": "prod_dash", "recurring": {"interval": "month", "interval_count": 1}}}]}}
    paid = {
        "id": invoice, "amount_paid": 999, "currency": "eur", "total_taxes": [{"amount": 160}], "subscription_details": None,
        "parent": {"subscription_details": {"subscription": sub, "metadata": {}}}, "customer_address": None, "lines": {"data": []}}
    assert cards.tell(hook, "invoice.paid", paid) == 200
    assert cards.tell(hook, "customer.subscription.created", held) == 200
    assert entitlements(roost, key, user)["plan"] == "free"
    seller.go("/t/market/provider-events?outcome=unmatched")
    seller.page.locator("tr").filter(has_text="customer.subscription.created").locator("a").first.click()
    form = seller.page.locator("form[action$='/match']")
    form.locator("[name=user]").fill("nobody@example.org")
    seller.press("provider_events.match_now", inside=form)
    expect(seller.page.locator("#user-error")).to_have_text(seller.text("error.no_such_user"))
    form.locator("[name=user]").fill(user.split("/")[-1])
    form.locator("[name=plan]").select_option("matched_by_hand")
    form.locator("[name=period]").select_option("month")
    seller.press("provider_events.match_now", inside=form)
    seller.flashed("provider_events.was_matched")
    assert entitlements(roost, key, user)["plan"] == "matched_by_hand"
    # The refund names only the payment: which invoice it settled is asked.
    cards.invoices[payment] = invoice
    assert cards.tell(hook, "charge.refunded", {"id": "ch", "payment_intent": payment, "amount_refunded": 999, "currency": "eur"}) == 200
    seller.go(user + "/subscription")
    expect(seller.page.locator("td .status").filter(has_text=re.compile(f"^\\s*{seller.text('payment.refund')}\\s*$"))).to_have_count(1)
    check_with_axe(seller, "light")


def looks_right(person, scheme):
    check_with_axe(person, scheme)
    size = person.page.viewport_size
    person.page.set_viewport_size({"width": 320, "height": 640})
    check_width(person)
    person.page.set_viewport_size(size)


@pytest.mark.parametrize("language", ["en", "fa"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_of_selling_look_right(open_browser, roost, key, language, scheme):
    person = open_browser("sells-through", color_scheme=scheme)
    plan = f"looked_{language}_{scheme}"
    add_plan(person, plan)
    use(person, "sandbox")
    user = person.add_user("Lou <b>Looks</b>", tenant="market")
    begun = begin(roost, key, user, plan, provider="sandbox")
    for path in (PROVIDERS, "/t/market/provider-events", user + "/subscription"):
        person.go(path)
        looks_right(person, scheme)
    buyer = open_browser(language=language, color_scheme=scheme)
    buyer.go(begun["url"].removeprefix(roost.url) + f"?lang={language}")
    looks_right(buyer, scheme)
    picture(buyer, f"checkout-{language}-{scheme}")
    person.go(PROVIDERS)
    picture(person, f"providers-{scheme}")
