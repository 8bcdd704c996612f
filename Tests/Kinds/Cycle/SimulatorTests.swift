import Console
import HTML
import Postgres
import Support
import Templates
import Testing
import Web

@testable import Cycle

@Suite(.serialized) struct SimulatorTests {
    private static let made = Result { try TestInstallation() }
    private let site: CycleSite

    init() throws { site = try CycleSite(try Self.made.get()) }

    private var path: String { "\(site.base)/cycle-simulator" }

    /// Periods every 28 days, the last on 1 November 2026.
    private static let typed = [
        ("rules", "standard"), ("other", ""), ("today", "2026-11-20"), ("unit", "celsius"),
        ("periods", "2026-08-09 5\n2026-09-06 5\n2026-10-04 5\n2026-11-01 2026-11-05"), ("temperatures", ""),
        ("mucus", ""),
    ]

    private static func typed(_ changed: [String: String]) -> [(String, String)] {
        typed.filter { changed[$0.0] == nil } + changed.map { ($0.key, $0.value) }
    }

    @Test func `CY5: it opens with a made-up example that the library has computed, in words as well as colours`()
        async throws
    {
        var browser = try site.browser()
        let page = await browser.get(path)
        #expect(page.status == 200)
        for words in ["Fertile", "Ovulation, by signs", "Next period", "Day 14"] {
            #expect(page.has(words), "\(words)")
        }
    }

    @Test func `CY5: the month is what the rules predict for what was typed`() async throws {
        var browser = try site.browser()
        _ = await browser.get(path)
        let page = await browser.post(path, Self.typed)
        #expect(page.status == 200 && page.has("Nov 2026"))
        // By the calendar: the next period on 29 November, ovulation on 14 November.
        #expect(page.has("29 Nov") && page.has("14 Nov (11 Nov to 21 Nov)"))
        let december = await browser.post(path, Self.typed(["month": "20788"]))
        #expect(december.has("Dec 2026") && december.has(LocalText(Strings.cycle_mark_period_likely).resolve(in: .en)))
    }

    @Test func `CY5: nothing that is typed is stored, and no event says anything of it`() async throws {
        var browser = try site.browser()
        _ = await browser.get(path)
        let before = try site.installation.fingerprint()
        let page = await browser.post(
            path, Self.typed(["temperatures": "2026-11-14 36.47", "mucus": "2026-11-13 stretchy"]))
        #expect(page.status == 200 && page.has("36.47"))
        #expect(try site.installation.fingerprint() == before)
        // An address carries none of it.
        #expect(await browser.get("\(path)?periods=2031-03-03+4").has("2031-03-03") == false)
    }

    @Test func `CY5: a line that can't be read is named, and all that was typed comes back`() async throws {
        var browser = try site.browser()
        _ = await browser.get(path)
        for (field, text, words) in [
            ("periods", "2026-11-01 5\nnonsense", "Line 2:"), ("periods", "2026-11-01 15", "1 to 14"),
            ("temperatures", "2026-11-14 36.4567", "two decimals"), ("mucus", "2026-11-14 foggy", "one of the levels"),
            ("today", "yesterday", "yesterday"),
        ] {
            let page = await browser.post(path, Self.typed([field: text]))
            #expect(page.status == 422 && page.has(words), "\(text)")
            #expect(page.has("2026-08-09 5") || field == "periods", "\(text)")
        }
    }

    @Test func `CY5: all lines that can't be read are named, each by its number`() async throws {
        var browser = try site.browser()
        _ = await browser.get(path)
        let page = await browser.post(
            path, Self.typed(["periods": "nonsense\n2026-11-01 5\n2026-10-04 15\n2026-13-01 5\n2026-09-06 5"]))
        #expect(
            page.status == 422 && page.has("Lines 1, 4:") && page.has("Line 3:") && page.has("1 to 14"), "\(page.text)")
    }

    @Test func `CY5: two versions of rules stand side by side before one is published`() async throws {
        var browser = try site.browser()
        let entry = try await site.add("cycle-rules", CycleSite.rules(), &browser)
        #expect(await browser.post("\(entry)/publication").status == 303)
        let form = await browser.get("\(entry)/edit")
        let changed = CycleSite.rules(["fertileDaysBefore": "6"]).map { ($0.key, $0.value) }
        #expect(
            await browser.post(entry, changed + [("was", form.hidden("was")?.unescaped ?? "")]).status == 303)
        let id = try #require(entry.split(separator: "/").last)
        let link = "cycle-simulator?rules=\(id).1&amp;other=\(id).2"
        #expect(await browser.get(entry).has(link))
        let page = await browser.post(path, Self.typed(["rules": "\(id).1", "other": "\(id).2"]))
        #expect(page.status == 200)
        #expect(page.has("version 1 (Published)") && page.has("version 2 (Draft)"))
        #expect(page.has("days of this month are marked differently.") && page.has("Differs"))
        // One that can't be used is not replaced without a word.
        let gone = await browser.get("\(path)?rules=\(id).9&other=\(id).8")
        #expect(gone.has("The standard rules are shown.") && gone.has("Nothing is compared."))
        #expect(await !browser.get("\(path)?rules=standard").has("The standard rules are shown."))
    }

    @Test func `CY5: a Persian page counts in the Jalali calendar, from Saturday`() async throws {
        let admin = try site.installation.makeAdmin(.owner, in: site.tenant, language: "fa")
        var browser = try site.console.browser(of: admin)
        _ = await browser.get(path)
        let page = await browser.post(
            path,
            Self.typed([
                "today": "۱۴۰۵/۰۸/۲۹", "periods": "۱۴۰۵/۰۷/۱۲ ۵\n۱۴۰۵/۰۸/۱۰ ۵", "mucus": "۱۴۰۵/۰۸/۲۲ کشسان",
            ]))
        #expect(page.status == 200 && page.has("آبان ۱۴۰۵") && page.has("قاعدگی"))
        let first = try #require(page.text.range(of: "شنبه"))
        #expect(!page.text[..<first.lowerBound].contains("دوشنبه"))
    }

    @Test func `CY5: who may not see the content may not simulate`() async throws {
        var stranger = site.console.browser()
        #expect(await stranger.post(path, Self.typed).status == 303)
    }
}
