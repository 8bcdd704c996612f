import Postgres
import Support
import Web

@testable import Console
@testable import Core

/// Catalogues that an editor fills from files, in a tenant of two languages.
struct TestCatalogueImport {
    let installation: TestInstallation
    let tenant: Tenant
    let console: TestConsole
    private let editor: TestAdmin

    init() throws {
        installation = try TestInstallation()
        tenant = try installation.makeTenant()
        try installation.set("update tenants set languages = '{en,fa}' where id = \(tenant.id)")
        console = installation.console()
        editor = try installation.makeAdmin(.editor, in: tenant, name: "Eda Editor")
    }

    func base(_ list: String) -> String { "/t/\(tenant.slug)/\(list)/import" }

    func browser() async throws -> TestBrowser { try console.browser(of: editor) }

    /// Rows of an import by state.
    func counts(_ id: String) throws -> [String: Int] {
        try installation.database.with(.superuser) { connection in
            let rows = try connection.send(
                "select state, count(*) as n from import_rows where import_id = \(ID(id) ?? .make()) group by state"
            ).rows()
            return Dictionary(uniqueKeysWithValues: try rows.map { (try $0.text("state"), try $0.int("n")) })
        }
    }

    /// Key, number, state and content of every version, by key and number.
    func versions(_ list: String = "texts") throws -> [String] {
        try installation.database.with(.superuser) { connection in
            try connection.send(
                """
                select array(select entry.key || ' ' || held.number || ' ' || held.state || ' ' || held.content from catalogue_entries as entry
                    join catalogue_versions as held on held.entry_id = entry.id
                    where entry.tenant_id = \(tenant.id) and entry.catalogue = \(list) order by entry.key, held.number) as v
                """
            ).rows().first?.texts("v") ?? []
        }
    }

    /// What the trail says of entries.
    func actions() throws -> [String] {
        try installation.database.with(.superuser) { connection in
            try connection.send(
                "select array(select action from audit_events where tenant_id = \(tenant.id) and action like 'entry.%' order by sequence) as v"
            ).rows().first?.texts("v") ?? []
        }
    }

    /// Brings rows, or a workbook, matches the columns as guessed, and has all checked. The id is
    /// empty when the file was refused.
    func checked(
        _ rows: String, _ list: String = "texts", workbook: [UInt8]? = nil
    ) async throws -> (id: String, browser: TestBrowser) {
        var browser = try await browser()
        let files = workbook.map { ["file": UploadedFile(name: "brought.xlsx", bytes: $0)] } ?? [:]
        let matching = await browser.post(base(list), [("pasted", rows)], files: files).location ?? ""
        let page = await browser.get(matching)
        await browser.post(matching, page.form(matching))
        try await console.work()
        return (String(matching.split(separator: "/").dropLast().last ?? ""), browser)
    }

    /// Runs it, or takes it back; whether that could be asked for.
    func act(_ act: String = "run", _ id: String, _ browser: inout TestBrowser, _ list: String = "texts") async throws
        -> Bool
    {
        let answer = await browser.post("\(base(list))/\(id)/\(act)")
        try await console.work()
        return answer.status == 303
    }

    /// An entry with a published version that says this.
    func publish(_ key: String, _ content: String, _ list: String = "texts") throws {
        let id = try installation.makeEntry(list, ["published"], in: tenant, content: content)
        try installation.set("update catalogue_entries set key = \(key) where id = \(id)")
    }
}
