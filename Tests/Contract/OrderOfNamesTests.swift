import Console
import Postgres
import Support
import Testing

@testable import roost

/// The order of names (deploy/decisions/order-of-names.md) in the lists of all features.
@Suite struct OrderOfNamesTests {
    private static let made = Result { try TestInstallation() }
    private let installation: TestInstallation

    init() throws { installation = try Self.made.get() }

    /// Codes, whose order is that of their characters.
    private static let codes: Set = ["students number"]

    @Test func `12: every declared list that sorts by words sorts by the order of names`() throws {
        let all = ConsoleApplication.declarations
        let lists = all.lists + all.catalogues.map(\.list)
        var checked = 0
        let tenant = try installation.makeTenant()
        for list in lists {
            for column in list.sortable where !Self.codes.contains("\(list.path) \(column.name)") {
                guard let sort = column.sort else { continue }
                let found: SQL =
                    "(select 1) as one left join lateral (select \(sort) as value from \(list.from) limit 1) as found on true"
                try installation.inTenant(tenant) { tx in
                    let type = try tx.first("select pg_typeof(found.value)::text as type from \(found)")?.text("type")
                    guard type == "text" else { return }
                    let order = try tx.first("select coalesce(collation for (found.value), '') as name from \(found)")
                    #expect(try order?.text("name") == "\"und-x-icu\"", "\(list.path) \(column.name)")
                    checked += 1
                }
            }
        }
        #expect(checked > 20)
    }

    @Test func `12: letters stand where readers of the language look for them`() async throws {
        let tenant = try installation.makeTenant()
        var browser = try installation.console().browser(of: try installation.makeAdmin(.owner, in: tenant))
        let ordered = [
            "anna", "Boris", "Nadal", "Ñandú", "Nuñez", "Ortega", "Елисеев", "Ёлкин", "Жуков", "بابک", "پرویز", "جواد",
            "چنگیز",
            "زهرا", "ژاله", "کاوه", "گیتی",
        ]
        for name in ordered.shuffled() { _ = try installation.makeKey(in: tenant, name) }
        let page = await browser.get("/t/\(tenant.slug)/keys?sort=name")
        let shown = page.text.matches(of: /<th class="who" scope="row"><a href="[^"]*"><bdi>([^<]*)<\/bdi>/)
        #expect(shown.map { String($0.output.1) } == ordered)
    }

    @Test func `12: tenants are listed in that order too, page after page`() async throws {
        let word = unique()
        let names = ["Ёлка \(word)", "Елка \(word) 2", "Жар \(word)", "nina \(word)", "Ñu \(word)", "Oslo \(word)"]
        for name in names.shuffled() { _ = try installation.makeTenant(name: name) }
        var browser = try installation.console().browser(of: try installation.makeAdmin())
        let page = await browser.get("/tenants?q=\(word)")
        let places = names.map { page.text.firstRange(of: $0)?.lowerBound }
        #expect(places.allSatisfy { $0 != nil })
        let order = zip(names, places).sorted { ($0.1 ?? page.text.endIndex) < ($1.1 ?? page.text.endIndex) }.map(\.0)
        #expect(
            order == ["nina \(word)", "Ñu \(word)", "Oslo \(word)", "Ёлка \(word)", "Елка \(word) 2", "Жар \(word)"])
    }
}
