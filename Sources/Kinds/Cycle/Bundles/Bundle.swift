import Console
import Core
import Crypto
import HTML
import JSON
import Postgres
import Templates

/// The contents of a bundle: everything published at this moment.
struct BundleContents: Sendable {
    let rules: PublishedEntry
    let appRules: AppRules
    let articles: [PublishedEntry]
    let disclaimers: [PublishedEntry]
    let releases: [PublishedEntry]

    /// Uses this published set of rules; nil if `obstacles` has a reason against it.
    init?(_ rules: PublishedEntry?, in tx: borrowing TenantTransaction) throws {
        guard let rules, let read = AppRules(rules.content) else { return nil }
        self.rules = rules
        appRules = read
        articles = try PublishedEntry.all(of: Articles.catalogue, in: tx)
        disclaimers = try PublishedEntry.all(of: Disclaimers.catalogue, in: tx)
        releases = try PublishedEntry.all(of: Releases.catalogue, in: tx)
    }

    var versions: EntryVersions { EntryVersions([rules] + disclaimers + articles + releases) }

    /// Returns the reasons against publishing; empty if there are none.
    static func obstacles(_ rules: PublishedEntry?, in tx: borrowing TenantTransaction, by actor: Actor) throws
        -> [LocalText]
    {
        var obstacles: [LocalText] = []
        if let rules {
            if AppRules(rules.content) == nil { obstacles.append(Strings.cycle_obstacle_wrong_rules(name: rules.name)) }
        } else {
            obstacles.append(LocalText(Strings.cycle_obstacle_no_rules))
        }
        if let missing = try Disclaimers.obstacle(in: tx, by: actor) { obstacles.append(missing) }
        return obstacles
    }
}

/// A bundle to be published: a signed file for each language.
struct Bundle: Sendable {
    static let format = "roost cycle bundle 1"

    let id: ID
    let number: Int
    let made: Timestamp
    let note: String
    let languages: [String]
    let contents: EntryVersions
    private(set) var files: [(language: String, text: String)] = []

    init(
        _ contents: BundleContents, number: Int, note: String, tenant: Tenant, at now: Timestamp,
        signedBy key: Curve25519.Signing.PrivateKey
    ) throws {
        id = .make(at: now)
        (self.number, self.note, made, languages) = (number, note, now, tenant.languages)
        self.contents = contents.versions
        files = try tenant.languages.map { language in
            let json = Self.json(contents, language, number: number, tenant: tenant, at: now)
            return (
                language,
                try SignedStatement(String(decoding: json.bytes, as: UTF8.self) + "\n", signedBy: key).printed
            )
        }
    }

    /// An article or a disclaimer is in one language: that of the bundle if all of it is translated, else the first that
    /// has all of it, and it says which. What is said of releases falls back text by text.
    private static func json(
        _ contents: BundleContents, _ language: String, number: Int, tenant: Tenant, at now: Timestamp
    ) -> JSONText {
        let languages = tenant.languages
        func local(_ entry: PublishedEntry, _ field: String, in language: String = language) -> JSONText {
            let text = entry.content.text(field, language, languages)
            return text.isEmpty ? .null : .string(text)
        }
        func spoken(_ entry: PublishedEntry, _ fields: String...) -> String {
            ([language] + languages).first { one in fields.allSatisfy { !entry.content["\($0).\(one)"].isEmpty } }
                ?? language
        }
        return .object([
            ("format", .string(format)), ("workspace", .string(tenant.slug)), ("bundle", .int(number)),
            ("made", .string(now.iso)), ("language", .string(language)),
            ("languages", .array(languages.map { .string($0) })),
            ("rules_version", .int(contents.rules.version)), ("rules", contents.appRules.json),
            (
                "disclaimers",
                .array(
                    contents.disclaimers.map { entry in
                        let spoken = spoken(entry, "text")
                        return .object([
                            ("key", .string(entry.key)), ("version", .int(entry.version)),
                            ("about", .string(entry.content["about"])), ("language", .string(spoken)),
                            ("text", local(entry, "text", in: spoken)),
                        ])
                    })
            ),
            (
                "articles",
                .array(
                    contents.articles.map { entry in
                        let spoken = spoken(entry, "name", "text")
                        return .object([
                            ("key", .string(entry.key)), ("version", .int(entry.version)),
                            ("topic", .string(entry.content["topic"])), ("language", .string(spoken)),
                            ("title", local(entry, "name", in: spoken)), ("text", local(entry, "text", in: spoken)),
                        ])
                    })
            ),
            ("releases", Releases.json(contents.releases) { local($0, $1) }),
        ])
    }

    func add(in tx: borrowing TenantTransaction, by name: String) throws {
        try tx.execute(BundleQueries.add(self, tenant: tx.tenant, by: name))
        for (language, text) in files {
            try tx.execute(BundleQueries.addFile(id, tenant: tx.tenant, language: language, file: text))
        }
        try tx.execute(PublicAnswers.changed(tx.tenant))
    }
}

/// The versions of all entries in a bundle, so that the changes of the next one can be listed.
struct EntryVersions: Sendable, Equatable {
    struct Held: Sendable, Equatable {
        var version: Int
        var name: String
    }

    /// By catalogue and key: `cycle-articles/fertile-days`.
    private(set) var held: [String: Held] = [:]

    init() {}

    init(_ entries: [PublishedEntry]) {
        for entry in entries {
            held["\(entry.catalogue)/\(entry.key)"] = Held(version: entry.version, name: entry.name)
        }
    }

    /// From the stored form; invalid JSON gives no entries.
    init(json: String) {
        guard case .object(let members) = try? JSONReader.read(Array(json.utf8)) else { return }
        for (name, value) in members {
            guard let version = value["version"]?.int else { continue }
            held[name] = Held(version: version, name: value["name"]?.text ?? "")
        }
    }

    var json: String {
        String(
            decoding: JSONText.object(
                held.sorted { $0.key < $1.key }.map { name, one in
                    (name, .object([("version", .int(one.version)), ("name", .string(one.name))]))
                }
            ).bytes, as: UTF8.self)
    }

    func count(of catalogue: CatalogueDeclaration) -> Int { held.keys.count { $0.hasPrefix(catalogue.path + "/") } }

    /// The version of the rules.
    var rules: Int? { held.first { $0.key.hasPrefix(RuleSets.catalogue.path + "/") }?.value.version }

    /// Returns the differences from `old` that an app gets, in words and in order.
    func changes(from old: EntryVersions) -> [LocalText] {
        Set(held.keys).union(old.held.keys).sorted().compactMap { key in
            guard
                let catalogue = Declarations.current.catalogue(String(key.prefix { $0 != "/" }))
            else { return nil }
            switch (old.held[key], held[key]) {
            case (nil, let new?): return Strings.cycle_change_added(list: catalogue.title, name: new.name)
            case (let gone?, nil): return Strings.cycle_change_removed(list: catalogue.title, name: gone.name)
            case (let before?, let now?) where before.version != now.version:
                return Strings.cycle_change_changed(
                    list: catalogue.title, name: now.name, new: now.version, old: before.version)
            default: return nil
            }
        }
    }
}
