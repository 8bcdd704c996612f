import Console
import Foundation
import Postgres
import Support
import Testing
import Web

@testable import Cycle
@testable import roost

/// A cycle tracker in English and Persian, and who writes for it.
struct CycleSite {
    let installation: TestInstallation
    let tenant: Tenant
    let console: TestConsole
    let owner: TestAdmin

    init(_ installation: TestInstallation) throws {
        self.installation = installation
        var tenant = try installation.makeTenant(kind: CycleKind().id, holdsPeople: false)
        try installation.set("update tenants set languages = '{en,fa}' where id = \(tenant.id)")
        tenant.languages = ["en", "fa"]
        self.tenant = tenant
        console = TestConsole(installation, declarations: ConsoleApplication.declarations, kinds: Kinds.all)
        owner = try installation.makeAdmin(.owner, in: tenant)
    }

    var base: String { "/t/\(tenant.slug)" }
    var open: String { "/public/\(tenant.slug)" }
    func browser() throws -> TestBrowser { try console.browser(of: owner) }

    /// Adds an entry with its form; returns where its page is.
    func add(_ catalogue: String, _ fields: [String: String], _ browser: inout TestBrowser) async throws -> String {
        let answer = await browser.post(
            "\(base)/\(catalogue)", [("key", "k" + unique())] + fields.sorted { $0.key < $1.key })
        #expect(answer.status == 303, "\(catalogue)")
        return try #require(answer.location.map { String($0.prefix { $0 != "?" }) })
    }

    func publish(_ catalogue: String, _ fields: [String: String], _ browser: inout TestBrowser) async throws {
        let entry = try await add(catalogue, fields, &browser)
        #expect(await browser.post("\(entry)/publication").status == 303, "\(catalogue)")
    }

    func publishDisclaimers(_ browser: inout TestBrowser, _ languages: [String] = ["en", "fa"]) async throws {
        for subject in Disclaimers.Subject.required {
            var fields = ["about": subject.rawValue]
            for language in languages { fields["text.\(language)"] = "About \(subject.rawValue) in \(language)" }
            try await publish("cycle-disclaimers", fields, &browser)
        }
    }

    static func rules(_ changed: [String: String] = [:]) -> [String: String] {
        AppRules().content.values.merging(["name": "Standard"]) { $1 }.merging(changed) { $1 }
    }

    static let article = [
        "topic": "fertility", "name.en": "Fertile days", "text.en": "The five days before <ovulation> & the day.",
        "name.fa": "روزهای بارور", "text.fa": "پنج روز پیش از تخمک‌گذاری",
    ]

    /// With the note that stands in the form.
    func publishBundle(_ browser: inout TestBrowser) async -> Answer {
        let page = await browser.get("\(base)/cycle-bundles")
        return await browser.post(
            page.bundleAction ?? "\(base)/cycle-bundles/\(ID.make())",
            [("seen", page.hidden("seen") ?? ""), ("note", "For a test")])
    }

    /// Everything that a bundle needs, and the bundle.
    func publishAll(_ browser: inout TestBrowser) async throws {
        try await publishDisclaimers(&browser)
        try await publish("cycle-rules", Self.rules(), &browser)
        try await publish("cycle-articles", Self.article, &browser)
        #expect(await publishBundle(&browser).status == 303)
    }
}

extension Answer {
    /// Where the form of the next bundle goes.
    var bundleAction: String? {
        text.firstRange(of: "/cycle-bundles/").map { found in
            let start = text[..<found.lowerBound].lastIndex(of: "\"").map { text.index(after: $0) } ?? text.startIndex
            return String(text[start...].prefix { $0 != "\"" })
        }
    }
}
