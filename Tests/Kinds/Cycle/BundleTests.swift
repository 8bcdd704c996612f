import Console
import Core
import Foundation
import HTML
import JSON
import Postgres
import Support
import Templates
import Testing
import Web

@testable import Cycle

@Suite(.serialized) struct BundleTests {
    private static let made = Result { try TestInstallation() }
    private let site: CycleSite

    init() throws { site = try CycleSite(try Self.made.get()) }

    @Test func `CY3: the form opens with the standard rules, and refuses what is out of bounds in either unit`()
        async throws
    {
        var browser = try site.browser()
        let form = await browser.get("\(site.base)/cycle-rules/new")
        #expect(form.has("value=\"36.10\"") && form.has("value=\"37.20\"") && form.has("value=\"0.20\""))
        for (wrong, error) in [
            (["cycleLength": "61"], "15"), (["shortestCycle": "30"], "Cycle length when none is known"),
            (["leastTemperature": "34.99"], "from 35.00 to 36.50 °C"),
            (
                ["unit": "fahrenheit", "leastTemperature": "94", "greatestTemperature": "99", "shift": "0.36"],
                "from 95.00 to 97.70 °F"
            ),
            (["leastTemperature": "36.123"], "two decimals"), (["entryReminder": "25:00"], "06:30"),
            (["shortestLuteal": "15"], "Shortest luteal phase"),
        ] {
            let fields = CycleSite.rules(wrong).map { ($0.key, $0.value) }
            let answer = await browser.post("\(site.base)/cycle-rules", [("key", "k" + unique())] + fields)
            #expect(answer.status == 422 && answer.has(error), "\(wrong)")
        }
        let persian = CycleSite.rules(["leastTemperature": "۳۶٫۱", "cycleLength": "۲۹"])
        try await site.publish("cycle-rules", persian, &browser)
    }

    @Test func `CY3: Celsius and Fahrenheit say the same rules`() throws {
        var content = Content()
        let fahrenheit = ["unit": "fahrenheit", "leastTemperature": "97", "greatestTemperature": "99", "shift": "0.36"]
        for (name, value) in CycleSite.rules(fahrenheit) { content[name] = value }
        let rules = try #require(AppRules(content))
        #expect(rules.prediction.leastTemperature == 3611 && rules.prediction.greatestTemperature == 3722)
        #expect(rules.prediction.shift == 20)
        #expect(AppRules(rules.content)?.prediction == rules.prediction)
        content["leastTemperature"] = ""
        #expect(AppRules(content) == nil)
    }

    @Test func `CY3: what stands against a bundle is named, and nothing is published over it`() async throws {
        var browser = try site.browser()
        let page = await browser.get("\(site.base)/cycle-bundles")
        #expect(page.has(LocalText(Strings.cycle_obstacle_no_rules).resolve(in: .en)) && page.hidden("seen") == nil)
        #expect(page.has("(\u{2068}English\u{2069}, \u{2068}فارسی\u{2069})"))
        try await site.publish("cycle-rules", CycleSite.rules(), &browser)
        let rules = try site.installation.database.with(.superuser) { connection in
            try connection.send(
                "select id from catalogue_entries where tenant_id = \(site.tenant.id) and catalogue = 'cycle-rules'"
            ).rows().first?.id("id")
        }
        // Who skips the page is told the same.
        let refused = await browser.post("\(site.base)/cycle-bundles/\(rules ?? .make())", [("note", "")])
        #expect(refused.status == 409 && refused.has("(\u{2068}English\u{2069}, \u{2068}فارسی\u{2069})"))
        try await site.publishDisclaimers(&browser)
        try await site.publish("cycle-rules", CycleSite.rules(["name": "Second"]), &browser)
        #expect(await browser.get("\(site.base)/cycle-bundles").has("Several sets of prediction rules"))
        var anybody = site.console.browser()
        #expect(await anybody.get("\(site.open)/bundle/en").status == 404)
    }

    @Test
    func
        `CY3: anybody downloads the newest bundle and old ones by number, in each language, without saying who they are`()
        async throws
    {
        var browser = try site.browser()
        try await site.publishAll(&browser)
        var anybody = site.console.browser()
        let first = await anybody.get("\(site.open)/bundle/en")
        #expect(first.status == 200 && first.headers[.setCookie] == nil && first.headers[.eTag] != nil)
        #expect(first.has(#""bundle":1,"#) && first.has(#""title":"Fertile days""#))
        #expect(await anybody.get("\(site.open)/bundle/fa").has(#""title":"روزهای بارور""#))
        for path in ["bundle/de", "bundle/..", "bundles/2/en", "bundles/01/en", "bundles/0/en"] {
            #expect(await anybody.get("\(site.open)/\(path)").status == 404, "\(path)")
        }
        #expect(await browser.get("\(site.base)/cycle-bundles").has("Nothing that is published has changed"))
        try await site.publish("cycle-articles", CycleSite.article.merging(["name.en": "Second"]) { $1 }, &browser)
        #expect(await browser.get("\(site.base)/cycle-bundles").has("Articles: “Second” is new"))
        #expect(await site.publishBundle(&browser).status == 303)
        site.console.services.received("public \(site.tenant.id)")
        #expect(await anybody.get("\(site.open)/bundle/en").has(#""bundle":2,"#))
        #expect(await anybody.get("\(site.open)/bundles/1/en").body == first.body)
        #expect(await anybody.get("\(site.open)/bundles").has(#""newest":2,"#))
        anybody.headers[.ifNoneMatch] = try #require(first.headers[.eTag])
        #expect(await anybody.get("\(site.open)/bundles/1/en").status == 304)
    }

    @Test func `CY3: what was published after the page was opened is shown before it is signed`() async throws {
        var browser = try site.browser()
        try await site.publishAll(&browser)
        try await site.publish("cycle-articles", CycleSite.article.merging(["name.en": "Seen"]) { $1 }, &browser)
        let page = await browser.get("\(site.base)/cycle-bundles")
        let (action, seen) = (try #require(page.bundleAction), try #require(page.hidden("seen")))
        try await site.publish("cycle-articles", CycleSite.article.merging(["name.en": "Unseen"]) { $1 }, &browser)
        let answer = await browser.post(action, [("seen", seen), ("note", "Kept")])
        #expect(answer.status == 409 && answer.has("“Unseen” is new") && answer.has("Kept"))
        #expect(answer.has("has changed since you opened this page"))
    }

    @Test func `CY3: a bundle says which rules, articles and disclaimers it holds, and its settings are the library's`()
        async throws
    {
        var browser = try site.browser()
        try await site.publishAll(&browser)
        var anybody = site.console.browser()
        let statement = try #require(SignedStatement(await anybody.get("\(site.open)/bundle/en").text))
        let bundle = try JSONReader.read(Array(statement.text.utf8))
        #expect(bundle["format"]?.text == Bundle.format && bundle["workspace"]?.text == site.tenant.slug)
        let settings = try #require(bundle["rules"]?["settings"])
        for (name, value) in [("cycleLength", 28), ("leastTemperature", 3610), ("shift", 20), ("peakMucus", 3)] {
            #expect(settings[name]?.int == value, "\(name)")
        }
        #expect(bundle["rules"]?["mucus_levels"]?.elements.count == 5)
        #expect(
            bundle["disclaimers"]?.elements.compactMap { $0["about"]?.text } == [
                "device", "estimate", "entries", "bodies",
            ])
        #expect(statement.text.contains("\\u003covulation>") || statement.text.contains("<ovulation>"))
    }

    @Test func `CY3: an article is wholly in one language, and says in which`() async throws {
        var browser = try site.browser()
        var half = CycleSite.article
        half["name.fa"] = ""
        try await site.publish("cycle-articles", half, &browser)
        try await site.publishAll(&browser)
        var anybody = site.console.browser()
        let statement = try #require(SignedStatement(await anybody.get("\(site.open)/bundle/fa").text))
        let articles = try JSONReader.read(Array(statement.text.utf8))["articles"]?.elements ?? []
        #expect(articles.compactMap { $0["language"]?.text } == ["en", "fa"])
        #expect(articles.first?["text"]?.text == CycleSite.article["text.en"])
    }

    @Test func `CY3: what was typed comes back if the rules were withdrawn meanwhile`() async throws {
        var browser = try site.browser()
        try await site.publishDisclaimers(&browser)
        let rules = try await site.add("cycle-rules", CycleSite.rules(), &browser)
        #expect(await browser.post("\(rules)/publication").status == 303)
        let action = try #require(await browser.get("\(site.base)/cycle-bundles").bundleAction)
        #expect(await browser.post("\(rules)/retirement").status == 303)
        let answer = await browser.post(action, [("note", "Longer luteal phase")])
        #expect(answer.status == 409 && answer.has("Longer luteal phase"))
    }

    @Test func `CY3: openssl and Python alone find a bundle genuine with the public key, and one changed byte not`()
        async throws
    {
        var browser = try site.browser()
        try await site.publishAll(&browser)
        var anybody = site.console.browser()
        let bundle = await anybody.get("\(site.open)/bundle/en").text
        let key = await anybody.get("/statements.pem").text
        #expect(key == PublicKeyFile.text(site.installation.keys.statements.publicKey))
        let folder = FileManager.default.temporaryDirectory.appending(path: "bundle-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(key.utf8).write(to: folder.appending(path: "statements.pem"))
        for (text, isGood) in [(bundle, true), (bundle.replacing("\"bundle\":1", with: "\"bundle\":9"), false)] {
            try Data(text.utf8).write(to: folder.appending(path: "bundle.txt"))
            #expect(try run(Self.shell, in: folder) == isGood)
            if try run("python3 -c 'import cryptography'", in: folder) {
                #expect(try run(Self.python, in: folder) == isGood)
            }
        }
    }

    /// As deploy/api.md has it.
    private static let shell = """
        sed '/^-----BEGIN ROOST SIGNATURE-----$/,$d' bundle.txt > bundle.json
        sed '1,/^-----BEGIN ROOST SIGNATURE-----$/d; /^-----END/d' bundle.txt | base64 -d > bundle.sig
        openssl pkeyutl -verify -pubin -inkey statements.pem -rawin -in bundle.json -sigfile bundle.sig
        """

    private static let python = """
        python3 - <<'END'
        import base64, json
        from cryptography.hazmat.primitives.serialization import load_pem_public_key
        text, _, rest = open("bundle.txt", "rb").read().partition(b"-----BEGIN ROOST SIGNATURE-----\\n")
        signature = base64.b64decode(rest.split(b"-----END")[0])
        load_pem_public_key(open("statements.pem", "rb").read()).verify(signature, text)
        print(json.loads(text)["bundle"])
        END
        """

    private func run(_ script: String, in folder: URL) throws -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.currentDirectoryURL = folder
        process.arguments = ["-ec", script]
        (process.standardOutput, process.standardError) = (Pipe(), Pipe())
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    @Test func `CY8: downloads are counted by day and language, checks apart, and no address is kept anywhere`()
        async throws
    {
        var browser = try site.browser()
        try await site.publishAll(&browser)
        var anybody = site.console.browser()
        anybody.address = "198.51.100.77"
        let tag = try #require(await anybody.get("\(site.open)/bundle/en").headers[.eTag])
        _ = await anybody.get("\(site.open)/bundle/fa")
        _ = await anybody.get("\(site.open)/bundle/en")
        _ = await anybody.get("\(site.open)/bundle/de")
        anybody.headers[.ifNoneMatch] = tag
        _ = await anybody.get("\(site.open)/bundle/en")
        await site.console.services[DownloadCounts.self].flush()
        let sums = try site.installation.database.with(.superuser) { connection in
            try connection.send(
                """
                select array(select language || ' ' || downloads || ' ' || checks from cycle_downloads
                    where tenant_id = \(site.tenant.id) order by 1) as v
                """
            ).rows().first?.texts("v")
        }
        #expect(sums == ["en 2 1", "fa 1 0"])
        let columns = try site.installation.number(
            "select count(*) as n from pg_attribute where attrelid = 'roost.cycle_downloads'::regclass and attnum > 0")
        #expect(columns == 5)
        // Every table as text, searched for the address.
        let found = try site.installation.number(
            """
            select count(*) as n from pg_tables, xpath('//row/v/text()', query_to_xml(format(
                'select 1 as v from roost.%I as t where t::text like ''%%198.51.100.77%%''', tablename), false, false, '')) as hit
            where schemaname = 'roost' and cardinality(hit) > 0
            """)
        #expect(found == 0)
        let report = await browser.get("\(site.base)/reports/cycle-downloads?by=language")
        #expect(report.status == 200 && report.has("English") && report.has("3 downloads and 1 checks"))
        let home = await browser.get(site.base)
        #expect(home.has(LocalText(Strings.cycle_home_downloads).resolve(in: .en)))
    }

    @Test func `CY8: a day's sum is added to, and the file has it`() async throws {
        var browser = try site.browser()
        try await site.publishAll(&browser)
        var anybody = site.console.browser()
        for _ in 1...3 {
            _ = await anybody.get("\(site.open)/bundle/en")
            await site.console.services[DownloadCounts.self].flush()
        }
        let report = await browser.get("\(site.base)/reports/cycle-downloads?by=day")
        #expect(report.has("3 downloads and 0 checks"))
        let file = await browser.get("\(site.base)/reports/cycle-downloads.csv?by=language&reason=why")
        #expect(file.status == 200 && file.has("3"))
    }
}
