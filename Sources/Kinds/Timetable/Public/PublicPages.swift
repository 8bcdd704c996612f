import Console
import HTML
import JSON
import Postgres
import Templates
import Web

extension PublicTenant {
    /// `here` is the page's own address without the language, `query` its other parameters.
    func frame(
        _ title: String, here: Link, query: [(String, String)] = [], language: Language, asked: Language?,
        feed: Link? = nil,
        _ services: Services
    ) -> PublicFrame {
        // The tenant's own languages come first; the first of them needs no parameter in the address.
        let order = languages + Language.allCases.filter { !languages.contains($0) }
        return PublicFrame(
            title: title, place: name, mark: Accent.mark(name: name, slug: slug, accent: accent, icon: nil),
            assets: services.assets, homeLink: places.start.with(language: asked), home: places.start,
            worker: places.worker, manifest: places.manifest, feed: feed,
            languages: order.map { one in
                LanguageLink(
                    LanguageChoice(code: one.code, name: one.nameInItself, isCurrent: one == language),
                    link: here.with(query: query).with(language: one == order.first ? nil : one))
            })
    }
}

extension Link {
    /// nil: the tenant's own language.
    func with(language: Language?) -> Link { language.map { with(query: [("lang", $0.code)]) } ?? self }
}

/// The start page: people find a group, a teacher or a room here.
struct PublicStart: PublicReading {
    /// The most entries that a phone shows clearly.
    private static let most = 60

    private let search: String
    private let language: Language?

    init?(_ request: WebRequest) {
        search = request.query.trimmed("q") ?? ""
        guard search.columnLength <= 60 else { return nil }
        language = request.publicLanguage
    }

    var key: String { "\(language?.code ?? "") \(search.lowercased())" }

    func run(in tx: borrowing TenantTransaction, _ services: Services) throws -> PublicAnswer? {
        let tenant = try PublicTenant(in: tx)
        let spoken = tenant.language(language)
        let parts = try search.isEmpty ? faculties(tenant, spoken, in: tx) : found(tenant, spoken, in: tx)
        return .page(
            PublicStartPage(
                frame: tenant.frame(
                    LocalText(Strings.timetable_title).resolve(in: spoken), here: tenant.places.start,
                    query: search.isEmpty ? [] : [("q", search)], language: spoken, asked: language, services),
                language: language?.code ?? "", search: search,
                notFound: parts.isEmpty && !search.isEmpty ? Strings.timetable_public_none(text: search) : nil,
                parts: parts), in: spoken)
    }

    private func entry(_ owner: PublicOwner, _ tenant: PublicTenant, _ spoken: Language) -> PublicStartPage.Entry {
        let detail =
            owner.kind == .group
            ? Strings.timetable_of_course(course: owner.course).resolve(in: spoken) : owner.detail.first ?? ""
        return .init(
            name: owner.name, detail: detail.isEmpty ? nil : detail,
            link: tenant.places.page(owner).with(language: language))
    }

    private func found(
        _ tenant: PublicTenant, _ spoken: Language, in tx: borrowing TenantTransaction
    ) throws -> [PublicStartPage.Part] {
        func part(_ title: StringKey, _ owners: [PublicOwner]) -> PublicStartPage.Part? {
            owners.isEmpty
                ? nil
                : .init(
                    title: LocalText(title).resolve(in: spoken), entries: owners.map { entry($0, tenant, spoken) },
                    more: nil)
        }
        return [
            part(
                Strings.timetable_groups,
                try tx.rows(PublicQueries.groups(like: search)).map { try PublicOwner(group: $0) }),
            part(
                Strings.timetable_teachers,
                try tx.rows(PublicQueries.teachers(like: search)).map { try PublicOwner(teacher: $0) }),
            part(
                Strings.timetable_rooms,
                try tx.rows(PublicQueries.rooms(like: search)).map { try PublicOwner(room: $0) }),
        ].compactMap { $0 }
    }

    /// Returns the first groups, each below its faculty; people find the others by name.
    private func faculties(
        _ tenant: PublicTenant, _ spoken: Language, in tx: borrowing TenantTransaction
    ) throws -> [PublicStartPage.Part] {
        let all = try tx.rows(PublicQueries.groups).map { try PublicOwner(group: $0) }
        let byFaculty = Dictionary(grouping: all) { $0.detail.first ?? "" }
        let each = max(6, Self.most / max(byFaculty.count, 1))
        return byFaculty.sorted { ($0.key.isEmpty ? 1 : 0, $0.key) < ($1.key.isEmpty ? 1 : 0, $1.key) }.prefix(20).map {
            faculty, groups in
            let shown = groups.prefix(each)
            return PublicStartPage.Part(
                title: faculty.isEmpty
                    ? LocalText(byFaculty.count == 1 ? Strings.timetable_groups : Strings.timetable_no_faculty)
                        .resolve(in: spoken) : faculty,
                entries: shown.map { entry($0, tenant, spoken) },
                more: shown.count < groups.count
                    ? Strings.timetable_public_more(count: groups.count - shown.count) : nil)
        }
    }
}

/// The manifest with which the pages can be installed on a phone's home screen.
struct PublicManifest: PublicReading {
    init?(_ request: WebRequest) {}
    var key: String { "" }

    func run(in tx: borrowing TenantTransaction, _ services: Services) throws -> PublicAnswer? {
        let tenant = try PublicTenant(in: tx)
        let language = tenant.language(nil)
        let start = JSONText.string(tenant.places.start.description)
        let value = JSONText.object([
            ("name", .string("\(LocalText(Strings.timetable_title).resolve(in: language)) · \(tenant.name)")),
            ("short_name", .string(tenant.name)), ("id", start), ("start_url", start), ("scope", start),
            ("display", "standalone"), ("lang", .string(language.code)), ("dir", .string(language.direction)),
            ("background_color", "#ffffff"), ("theme_color", .string(tenant.accent)),
            (
                "icons",
                .array([
                    .object([
                        ("src", .string(services.assets.favicon.description)), ("sizes", "any"),
                        ("type", "image/svg+xml"),
                    ])
                ])
            ),
        ])
        return PublicAnswer(value.bytes, type: "application/manifest+json")
    }
}

/// The service worker: its address must be next to the pages for which it works. It loads the script that is the same
/// for all tenants.
struct PublicWorker: PublicReading {
    init?(_ request: WebRequest) {}
    var key: String { "" }

    func run(in tx: borrowing TenantTransaction, _ services: Services) throws -> PublicAnswer? {
        let files = ["timetable.css", "timetable.js", "favicon.svg"].map {
            JSONText.string(services.assets.file($0).description)
        }
        let script = JSONText.string(services.assets.file("timetable-worker.js").description)
        let start = JSONText.string(try PublicTenant(in: tx).places.start.description)
        func text(_ value: JSONText) -> String { String(decoding: value.bytes, as: UTF8.self) }
        return PublicAnswer(
            Array(
                """
                self.start = \(text(start));
                self.shell = \(text(.array(files)));
                importScripts((self.trustedTypes?.createPolicy("timetable", { createScriptURL: (address) => address })
                    ?? { createScriptURL: (address) => address }).createScriptURL(\(text(script))));

                """.utf8), type: "text/javascript; charset=utf-8")
    }
}
