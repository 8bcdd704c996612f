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

/// The start page: people find a faculty, a group, a teacher or a room here. `?q=` is a part of a name; `?faculty=` is the id of a
/// faculty, all of whose groups are shown, or `none` for the groups without one.
struct PublicStart: PublicReading {
    /// The most entries that a phone shows clearly.
    private static let most = 60
    /// The most groups of one faculty: the page stays light.
    private static let mostOfFaculty = 120
    private static let none = "none"

    private enum Faculty: Sendable, Hashable {
        case one(ID)
        case none
    }

    private let search: String
    private let faculty: Faculty?
    private let language: Language?

    init?(_ request: WebRequest) {
        search = request.query.trimmed("q") ?? ""
        guard search.columnLength <= 60 else { return nil }
        language = request.publicLanguage
        switch request.query.trimmed("faculty") {
        case nil: faculty = nil
        case Self.none: faculty = Faculty.none
        case let text?:
            guard let id = ID(text) else { return nil }
            faculty = .one(id)
        }
    }

    var key: String { "\(language?.code ?? "") \(facultyValue ?? "") \(search.lowercased())" }

    private var facultyValue: String? {
        switch faculty {
        case nil: nil
        case Faculty.none?: Self.none
        case .one(let id)?: id.description
        }
    }

    func run(in tx: borrowing TenantTransaction, _ services: Services) throws -> PublicAnswer? {
        let tenant = try PublicTenant(in: tx)
        let view = StartView(tenant: tenant, spoken: tenant.language(language), asked: language)
        var parts: [PublicStartPage.Part]
        if !search.isEmpty {
            parts = try found(view, in: tx)
        } else if let faculty {
            parts = try groups(of: faculty, view, in: tx)
            guard !parts.isEmpty else { return nil }
        } else {
            parts = try faculties(view, in: tx)
        }
        let query =
            search.isEmpty ? facultyValue.map { [("faculty", $0)] } ?? [] : [("q", search)]
        return .page(
            PublicStartPage(
                frame: tenant.frame(
                    LocalText(Strings.timetable_title).resolve(in: view.spoken), here: tenant.places.start,
                    query: query, language: view.spoken, asked: language, services),
                language: language?.code ?? "", search: search,
                notFound: parts.isEmpty && !search.isEmpty ? Strings.timetable_public_none(text: search) : nil,
                all: search.isEmpty && faculty == nil ? nil : tenant.places.start.with(language: language),
                parts: parts), in: view.spoken)
    }

    private func found(_ view: StartView, in tx: borrowing TenantTransaction) throws -> [PublicStartPage.Part] {
        let most = Self.most
        // One more than is shown tells that there are more.
        func part(_ title: StringKey, _ query: SQL, _ entry: (Row) throws -> PublicStartPage.Entry) throws
            -> PublicStartPage.Part?
        {
            let rows = Array(try tx.rows(query))
            guard !rows.isEmpty else { return nil }
            return .init(
                title: view.words(title), entries: try rows.prefix(most).map(entry),
                more: rows.count > most ? LocalText(Strings.timetable_public_many) : nil)
        }
        return [
            try part(Strings.timetable_faculties, PublicQueries.faculties(like: search, most: most + 1)) {
                try FacultyGroups($0).entry(view)
            },
            try part(Strings.timetable_groups, PublicQueries.groups(like: search, most: most + 1)) {
                view.entry(try PublicOwner(group: $0))
            },
            try part(Strings.timetable_teachers, PublicQueries.teachers(like: search, most: most + 1)) {
                view.entry(try PublicOwner(teacher: $0))
            },
            try part(Strings.timetable_rooms, PublicQueries.rooms(like: search, most: most + 1)) {
                view.entry(try PublicOwner(room: $0))
            },
        ].compactMap { $0 }
    }

    /// Returns the groups of one faculty; nothing if it has none.
    private func groups(of faculty: Faculty, _ view: StartView, in tx: borrowing TenantTransaction) throws
        -> [PublicStartPage.Part]
    {
        let id: ID? = if case .one(let id) = faculty { id } else { nil }
        let groups = try tx.rows(PublicQueries.groups(ofFaculty: id, most: Self.mostOfFaculty + 1)).map {
            try PublicOwner(group: $0)
        }
        guard let first = groups.first else { return [] }
        return [
            .init(
                title: id == nil ? view.words(Strings.timetable_no_faculty) : first.detail.first ?? "",
                entries: groups.prefix(Self.mostOfFaculty).map(view.entry),
                more: groups.count > Self.mostOfFaculty ? LocalText(Strings.timetable_public_many) : nil)
        ]
    }

    /// Returns the first groups, each below its faculty, which leads to all of its groups; of many faculties a list of them.
    private func faculties(_ view: StartView, in tx: borrowing TenantTransaction) throws -> [PublicStartPage.Part] {
        let rows = try tx.rows(PublicQueries.faculties(like: nil, most: Self.most))
        guard let row = rows.first else { return [] }
        let (count, all) = (try row.int("faculties"), try row.int("all_groups"))
        let faculties = try rows.map { try FacultyGroups($0) }
        // Below each heading as many as fit on the page together.
        let each = all <= Self.most ? all : Self.most / count
        guard each >= 3 || all <= Self.most else {
            return [
                .init(
                    title: view.words(Strings.timetable_faculties), entries: faculties.map { $0.entry(view) },
                    more: count > faculties.count
                        ? Strings.timetable_public_more(count: count - faculties.count) : nil)
            ]
        }
        var groups: [ID?: [PublicOwner]] = [:]
        for row in try tx.rows(PublicQueries.groups(ofEachFaculty: each)) {
            groups[try row.idOrNil("faculty_id"), default: []].append(try PublicOwner(group: row))
        }
        return faculties.map { faculty in
            let shown = groups[faculty.id] ?? []
            var part = PublicStartPage.Part(
                title: faculty.id == nil && count == 1
                    ? view.words(Strings.timetable_groups) : faculty.title(view),
                entries: shown.map(view.entry), more: nil)
            if shown.count < faculty.count {
                part.rest = .init(
                    name: Strings.timetable_all_of_faculty(count: faculty.count).resolve(in: view.spoken), detail: nil,
                    link: faculty.link(view))
            }
            return part
        }
    }

    /// A faculty that has groups, or the groups without one.
    private struct FacultyGroups {
        /// nil: those without a faculty.
        let id: ID?
        private let name: String
        let count: Int

        /// `row` as `PublicQueries.faculties(like:most:)` selects it.
        init(_ row: Row) throws {
            (id, name, count) = (try row.idOrNil("id"), try row.text("name"), try row.int("groups"))
        }

        func title(_ view: StartView) -> String { id == nil ? view.words(Strings.timetable_no_faculty) : name }

        func link(_ view: StartView) -> Link {
            view.tenant.places.start.with(query: [("faculty", id?.description ?? PublicStart.none)])
                .with(language: view.asked)
        }

        func entry(_ view: StartView) -> PublicStartPage.Entry {
            .init(
                name: title(view), detail: Strings.timetable_groups_count(count: count).resolve(in: view.spoken),
                link: link(view))
        }
    }

    /// The language and the addresses of the page.
    private struct StartView {
        let tenant: PublicTenant
        let spoken: Language
        let asked: Language?

        func words(_ key: StringKey) -> String { LocalText(key).resolve(in: spoken) }

        func entry(_ owner: PublicOwner) -> PublicStartPage.Entry {
            let detail =
                owner.kind == .group
                ? Strings.timetable_of_course(course: owner.course).resolve(in: spoken) : owner.detail.first ?? ""
            return .init(
                name: owner.name, detail: detail.isEmpty ? nil : detail,
                link: tenant.places.page(owner).with(language: asked))
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
