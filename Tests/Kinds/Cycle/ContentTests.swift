import Console
import Core
import HTML
import JSON
import Postgres
import Support
import Templates
import Testing
import Web

@testable import Cycle

@Suite(.serialized) struct ContentTests {
    private static let made = Result { try TestInstallation() }
    private let site: CycleSite

    init() throws { site = try CycleSite(try Self.made.get()) }

    private static let release = [
        "platform": "ios", "app_version": "2.4.0", "minimum": "2.1.0", "text.en": "Larger type.",
        "text.fa": "حروف درشت‌تر",
        "notice.en": "Update the app.",
    ]

    @Test
    func `CY2: articles and disclaimers have drafts, reviews and versions by language, and are this kind's alone`()
        async throws
    {
        var browser = try site.browser()
        let entry = try await site.add("cycle-articles", CycleSite.article, &browser)
        #expect(await browser.post("\(entry)/review").status == 303)
        #expect(await browser.post("\(entry)/publication").status == 303)
        let page = await browser.get(entry)
        #expect(page.has("Fertile days") && page.has("روزهای بارور"))
        let other = try site.installation.makeTenant()
        var elsewhere = try site.console.browser(of: site.installation.makeAdmin(.owner, in: other))
        for path in [
            "cycle-articles", "cycle-disclaimers", "cycle-rules", "cycle-releases", "cycle-bundles", "cycle-simulator",
        ] {
            #expect(await browser.get("\(site.base)/\(path)").status == 200, "\(path)")
            #expect(await elsewhere.get("/t/\(other.slug)/\(path)").status == 404, "\(path)")
        }
    }

    @Test
    func `CY2: no release is published before each required disclaimer is, in every language, and what lacks is named`()
        async throws
    {
        var browser = try site.browser()
        let release = try await site.add("cycle-releases", Self.release, &browser)
        try await site.publishDisclaimers(&browser, ["en"])
        let refused = await browser.post("\(release)/publication")
        #expect(refused.status == 409)
        for subject in Disclaimers.Subject.required {
            #expect(refused.has("\(LocalText(subject.label).resolve(in: .en)) (\u{2068}فارسی\u{2069})"), "\(subject)")
        }
        #expect(!refused.has("\u{2068}English\u{2069}"))
        // The page of the draft says it as well, before anybody tries.
        #expect(await browser.get(release).has("(\u{2068}فارسی\u{2069})"))
        try await site.publishDisclaimers(&browser)
        #expect(await browser.post("\(release)/publication").status == 303)
    }

    @Test func `CY6: whoever writes reads how hard the text is, by the language's own formula, and none for Persian`()
        async throws
    {
        var browser = try site.browser()
        var article = CycleSite.article
        article["text.en"] = String(repeating: "The cat sat on the mat. ", count: 5)
        article["text.fa"] = String(repeating: "این یک متن ساده و کوتاه است. ", count: 5)
        let entry = try await site.add("cycle-articles", article, &browser)
        let page = await browser.get("\(entry)/edit")
        #expect(page.has("Reading ease 100 of 100: plain."))
        #expect(page.has("There is no proven reading formula for this language."))
        #expect(page.has("aria-describedby=\"text.en-hint text.en-advice\""))
        // Saved, the form comes again with what is now said of it.
        article["text.en"] = String(
            repeating:
                "Physiological considerations necessitate individualised interpretation of ovulatory indicators. ",
            count: 5)
        let fields = article.map { ($0.key, $0.value) } + [("was", page.hidden("was")?.unescaped ?? ""), ("more", "-")]
        let saved = await browser.post(entry, fields)
        #expect(saved.status == 303 && saved.location?.contains("/edit?more=-") == true)
        #expect(await browser.get("\(entry)/edit?more=-").has("Reading ease 0 of 100: hard."))
    }

    @Test func `CY7: anybody reads the versions of the app, the oldest that may be used, what is new and the notice`()
        async throws
    {
        var browser = try site.browser()
        try await site.publishDisclaimers(&browser)
        try await site.publish("cycle-releases", Self.release, &browser)
        var old = Self.release
        (old["app_version"], old["minimum"], old["notice.en"]) = ("2.10.0", nil, nil)
        try await site.publish("cycle-releases", old, &browser)
        var anybody = site.console.browser()
        let answer = await anybody.get("\(site.open)/releases")
        #expect(answer.status == 200 && answer.headers[.setCookie] == nil)
        // Numbers are compared as numbers: 2.10 is newer than 2.4.
        // What the earlier version required still holds, with its notice.
        #expect(answer.has(#""platform":"ios","version":"2.10.0","minimum":"2.1.0","notice":{"en":"Update the app.""#))
        #expect(answer.has(#""version":"2.4.0""#) && answer.has(#""fa":"حروف درشت‌تر""#))
    }

    /// Publishes a draft and returns its page.
    private func publish(_ release: [String: String], _ browser: inout TestBrowser) async throws -> String {
        let entry = try await site.add("cycle-releases", release, &browser)
        #expect(await browser.post("\(entry)/publication").status == 303)
        return entry
    }

    private func forget() { site.console.services.received("public \(site.tenant.id)") }

    @Test
    func
        `CY3, CY7: a bundle and the public list have the releases that are out: none that comes later, none that went`()
        async throws
    {
        var browser = try site.browser()
        try await site.publishDisclaimers(&browser)
        try await site.publish("cycle-rules", CycleSite.rules(), &browser)
        let first = try await publish(Self.release, &browser)
        let coming = try await site.add(
            "cycle-releases",
            Self.release.merging(["app_version": "3.0.0", "minimum": "2.4.0", "text.en": "Tomorrow's."]) { $1 },
            &browser)
        #expect(await browser.post("\(coming)/publication", [("from", "2027-05-04T18:05")]).status == 303)
        var anybody = site.console.browser()
        /// What the newest bundle says of releases, in English and in Persian, after one is made.
        func bundled() async throws -> (en: JSONText, fa: JSONText) {
            #expect(await site.publishBundle(&browser).status == 303)
            forget()
            func releases(_ language: String) async throws -> JSONText {
                let file = await anybody.get("\(site.open)/bundle/\(language)").text
                let statement = try #require(SignedStatement(file))
                let bundle = try JSONReader.read(Array(statement.text.utf8))
                return try #require(bundle["releases"])
            }
            return (try await releases("en"), try await releases("fa"))
        }
        func text(_ value: JSONText) -> String { String(decoding: value.bytes, as: UTF8.self) }
        let before = try await bundled()
        #expect(
            text(before.en).contains(
                #""platform":"ios","version":"2.4.0","minimum":"2.1.0","notice":"Update the app.""#),
            "\(text(before.en))")
        // What is not translated is in the first language.
        #expect(text(before.fa).contains("حروف درشت‌تر") && text(before.fa).contains("Update the app."))
        #expect(!text(before.en).contains("3.0.0") && !text(before.en).contains("Tomorrow's."))
        #expect(await anybody.get("\(site.open)/releases").has("3.0.0") == false)
        // Its time comes.
        let id = try #require(ID(String(coming.split(separator: "/").last ?? "")))
        try site.installation.set(
            "update catalogue_versions set published_from = now() - interval '1 minute' where entry_id = \(id)")
        forget()
        #expect(await anybody.get("\(site.open)/releases").has(#""version":"3.0.0","minimum":"2.4.0""#))
        let after = try await bundled()
        #expect(text(after.en).contains(#""version":"3.0.0","minimum":"2.4.0""#) && text(after.en).contains("2.4.0"))
        // Retired it is gone, for new bundles as well; restored it is back.
        #expect(await browser.post("\(coming)/retirement").status == 303)
        #expect(try await text(bundled().en).contains("3.0.0") == false)
        #expect(await anybody.get("\(site.open)/releases").has("3.0.0") == false)
        #expect(await browser.post("\(coming)/retirement/end").status == 303)
        #expect(try await text(bundled().en).contains("3.0.0"))
        #expect(await anybody.get("\(site.open)/releases").has("3.0.0"))
        // Old bundles stay as they were signed.
        #expect(await anybody.get("\(site.open)/bundles/1/en").has("3.0.0") == false)
        #expect(await browser.get(first).status == 200)
    }

    @Test func `CY2, CY7: a release that comes back goes out with every disclaimer, or not at all`() async throws {
        var browser = try site.browser()
        var device = ""
        for subject in Disclaimers.Subject.required {
            let texts = ["about": subject.rawValue, "text.en": "About \(subject)", "text.fa": "دربارهٔ \(subject)"]
            let entry = try await site.add("cycle-disclaimers", texts, &browser)
            #expect(await browser.post("\(entry)/publication").status == 303)
            if subject == .device { device = entry }
        }
        let release = try await publish(Self.release, &browser)
        let form = await browser.get("\(release)/edit")
        let changed = Self.release.merging(["text.en": "Larger type, and faster."]) { $1 }.map { ($0.key, $0.value) }
        #expect(await browser.post(release, changed + [("was", form.hidden("was")?.unescaped ?? "")]).status == 303)
        #expect(await browser.post("\(release)/publication").status == 303)
        // Without a release a disclaimer may go; then no way leads back without it.
        #expect(await browser.post("\(release)/retirement").status == 303)
        #expect(await browser.post("\(device)/retirement").status == 303)
        let name = LocalText(Disclaimers.Subject.device.label).resolve(in: .en)
        for path in ["retirement/end", "versions/1/return", "publication/withdrawal"] {
            let refused = await browser.post("\(release)/\(path)")
            #expect(refused.status == 409, "\(path)")
            if path == "retirement/end" { #expect(refused.has("\(name) (")) }
        }
        var anybody = site.console.browser()
        #expect(await anybody.get("\(site.open)/releases").has("2.4.0") == false)
        #expect(await browser.post("\(device)/retirement/end").status == 303)
        #expect(await browser.post("\(release)/retirement/end").status == 303)
        forget()
        #expect(await anybody.get("\(site.open)/releases").has("Larger type, and faster."))
        #expect(await browser.post("\(release)/versions/1/return").status == 303)
        forget()
        #expect(await anybody.get("\(site.open)/releases").has(#""en":"Larger type.""#))
    }

    @Test func `CY2: while apps have a release, no disclaimer that it needs is taken from them`() async throws {
        var browser = try site.browser()
        let fields = ["about": "device", "text.en": "No medical device", "text.fa": "دستگاه پزشکی نیست"]
        let device = try await site.add("cycle-disclaimers", fields, &browser)
        #expect(await browser.post("\(device)/publication").status == 303)
        for subject in Disclaimers.Subject.required.dropFirst() {
            let texts = ["about": subject.rawValue, "text.en": "About \(subject)", "text.fa": "دربارهٔ \(subject)"]
            try await site.publish("cycle-disclaimers", texts, &browser)
        }
        // Without a release it may go and come back.
        #expect(await browser.post("\(device)/retirement").status == 303)
        #expect(await browser.post("\(device)/retirement/end").status == 303)
        // A release that goes out tomorrow.
        let release = try await site.add("cycle-releases", Self.release, &browser)
        #expect(await browser.post("\(release)/publication", [("from", "2027-05-04T18:05")]).status == 303)
        func change(_ changed: [String: String]) async throws {
            let form = await browser.get("\(device)/edit")
            let sent = fields.merging(changed) { $1 }.map { ($0.key, $0.value) }
            #expect(await browser.post(device, sent + [("was", form.hidden("was")?.unescaped ?? "")]).status == 303)
        }
        func isRefused(_ answer: Answer, _ languages: String) -> Bool {
            answer.status == 409 && answer.has("may not be without this disclaimer") && answer.has(languages)
        }
        let both = "(\u{2068}English\u{2069}, \u{2068}فارسی\u{2069})"
        #expect(isRefused(await browser.post("\(device)/retirement"), both))
        try await change(["text.fa": ""])
        for from in ["", "2027-05-04T18:05"] {
            #expect(isRefused(await browser.post("\(device)/publication", [("from", from)]), "(\u{2068}فارسی\u{2069})"))
        }
        try await change(["about": "other"])
        #expect(isRefused(await browser.post("\(device)/publication"), both))
        // The page shows what apps still have, and not what was refused.
        #expect(await browser.get(device).has("دستگاه پزشکی نیست"))
        // Another one on the same subject takes its place.
        try await site.publish("cycle-disclaimers", fields, &browser)
        #expect(await browser.post("\(device)/publication").status == 303)
    }

    @Test func `CY1: a file with a column that the list does not have is not even stored`() async throws {
        var browser = try site.browser()
        let path = "\(site.base)/cycle-articles/import"
        let text = "key,topic,name.en,E-mail,\nk,fertility,Days,canary@example.net,x\n"
        let refused = await browser.post(path, [("pasted", text)])
        #expect(refused.status == 422 && refused.has("\u{2068}E-mail\u{2069}") && refused.has("canary@example.net"))
        #expect(
            try site.installation.number("select count(*) as n from imports where tenant_id = \(site.tenant.id)") == 0)
        #expect(await browser.post(path, [("pasted", "key,topic,name.en\nk,fertility,Days\n")]).status == 303)
    }

    @Test func `CY7: a version is numbers with points, and who must update is told why`() async throws {
        var browser = try site.browser()
        for (wrong, error) in [
            (["app_version": "two"], Strings.cycle_error_version), (["minimum": "2.10"], Strings.cycle_error_minimum),
            (["notice.en": ""], Strings.cycle_error_notice),
        ] {
            let fields = Self.release.merging(wrong) { $1 }.map { ($0.key, $0.value) }
            let answer = await browser.post("\(site.base)/cycle-releases", [("key", "k" + unique())] + fields)
            #expect(answer.status == 422 && answer.has(LocalText(error).resolve(in: .en)), "\(wrong)")
        }
    }
}

@Suite struct ReadingLevelTests {
    private func level(_ text: String, _ language: String) throws -> ReadingLevel {
        try #require(ReadingLevel(text, language))
    }

    @Test func `CY6: sentences end at their marks and at lines, and a decimal point ends none`() throws {
        let text =
            "A title\nIt rose by 36.5 degrees today. Did it? Yes… it did, she said: “so be it.” And then it fell again for a while."
        let level = try level(text, "en")
        #expect(level.sentences == 6)
        #expect(level.words == 25)
        #expect(ReadingLevel("Too short to judge.", "en") == nil)
    }

    @Test(
        arguments: [
            ("cat", 1), ("table", 2), ("make", 1), ("maker", 2), ("ovulation", 4), ("wanted", 2), ("stopped", 1),
            ("days", 1), ("times", 1), ("boxes", 2), ("cycle", 2), ("temperature", 4), ("pregnancy", 3), ("the", 1),
        ])
    func `CY6: English syllables`(word: String, count: Int) { #expect(Syllables.english(Substring(word)) == count) }

    @Test(
        arguments: [
            ("ciclo", 2), ("ovulación", 4), ("regla", 2), ("día", 2), ("fértiles", 3), ("guerra", 2), ("que", 1),
            ("pingüino", 3), ("embarazo", 4), ("leer", 2), ("ruido", 2), ("país", 2), ("muy", 1), ("y", 1),
            ("huevo", 2),
        ])
    func `CY6: Spanish syllables`(word: String, count: Int) { #expect(Syllables.spanish(Substring(word)) == count) }

    @Test func `CY6: each formula by hand`() throws {
        // 22 words in 2 sentences; table, window, paper and basket have two syllables.
        let english = try level(
            "The dog ran to the tree and sat down there. A table and a window and a paper and a basket fell.", "en")
        #expect(english.words == 22 && english.sentences == 2 && english.syllables == 26)
        #expect(english.ease == Int(206.835 - 1.015 * 11 - 84.6 * (26.0 / 22) + 0.5))
        let russian = try level(String(repeating: "Мама мыла раму. ", count: 7), "ru")
        #expect(russian.syllables == 42 && russian.ease == Int(206.835 - 1.3 * 3 - 60.1 * 2 + 0.5))
        let spanish = try level(String(repeating: "La casa roja tiene gato. ", count: 4), "es")
        #expect(spanish.syllables == 36 && spanish.ease == Int(206.835 - 5 - 62.3 * 1.8 + 0.5))
        let persian = try level(String(repeating: "این یک متن می‌خواهد. ", count: 5), "fa")
        #expect(persian.ease == nil && persian.words == 20 && persian.sentences == 5)
    }
}

extension String {
    /// As a browser reads an attribute.
    var unescaped: String {
        replacing("&quot;", with: "\"").replacing("&#34;", with: "\"").replacing("&lt;", with: "<")
            .replacing("&gt;", with: ">").replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }
}
