import HTML
import Postgres
import Templates

/// A catalogue from a file: entries are found by their keys, and what a row gives becomes the entry's draft. Apps see nothing of
/// it until somebody publishes. For catalogues whose entries are one row each: those without groups.
package enum CatalogueImport<C: Catalogued>: ImportDeclaration {
    package static var list: String { C.catalogue.path }
    package static var title: StringKey { Strings.import_catalogue_title }
    package static var menu: StringKey { C.catalogue.title }
    package static var permission: Permission { .editCatalogue }
    package static var object: AuditEvent.ObjectKind { .entry }
    package static var isPersonal: Bool { false }
    package static var staysWhenUndone: Bool { false }

    package static func isThere(for actor: Actor) -> Bool { true }

    /// The fields with the names of their columns.
    private static func places(_ languages: [String]) -> [(name: String, field: ContentField)] { C.catalogue.places(Content(), languages) }

    package static func columns(of tenant: Tenant, _ services: Services) -> [ImportColumn] {
        let key = ImportColumn(
            name: "key", label: LocalText(Strings.catalogue_key), alsoCalled: ["id of the text", "identifier"], isRequired: true,
            examples: ["first.example", "second.example"], hint: LocalText(Strings.import_hint_key))
        return [key] + places(tenant.languages).map { name, field in
            let language = field.isLocal ? String(name.dropFirst(field.name.count + 1)) : nil
            let label = language.map { Strings.catalogue_in_language(field: LocalText(field.label), language: Languages.name(of: $0)) }
            return ImportColumn(
                name: name, label: label ?? LocalText(field.label), alsoCalled: language.map { field.name == C.catalogue.name ? [$0] : [] } ?? [],
                examples: examples(field), choices: choices(field), words: { word($0, field, $1) }, hint: hint(field))
        }
    }

    private static func choices(_ field: ContentField) -> [String] {
        switch field.form {
        case .tick: ["yes", "no"]
        case .choice(let all): all.map(\.value)
        default: []
        }
    }

    private static func word(_ choice: String, _ field: ContentField, _ language: Language) -> String {
        if case .choice(let all) = field.form, let label = all.first(where: { $0.value == choice })?.label {
            return LocalText(label).resolve(in: language)
        }
        return LocalText(choice == "yes" ? Strings.form_yes : Strings.form_no).resolve(in: language)
    }

    private static func examples(_ field: ContentField) -> [String] {
        switch field.form {
        case .line, .area: field.isRequired ? ["…", "…"] : ["", ""]
        case .tick: ["yes", "no"]
        case .choice(let all): [all.first?.value ?? "", all.last?.value ?? ""]
        default: ["", ""]
        }
    }

    private static func hint(_ field: ContentField) -> LocalText {
        if let hint = field.hint { return LocalText(hint) }
        return switch field.form {
        case .keys: LocalText(Strings.import_hint_keys)
        case .day: LocalText(Strings.import_hint_day)
        case .tick, .choice: LocalText(Strings.import_hint_choice)
        default: LocalText(Strings.import_hint_text)
        }
    }

    // MARK: Judging

    /// An entry as it is stored.
    private struct Stored {
        var id: ID
        /// The draft, or what the next one begins as.
        var newest: Content
        /// What a version's number and a draft's savings make together: whoever saves or publishes changes it.
        var version: Int
        var isDraft: Bool
        var isPublished: Bool
        /// What is published, or comes next.
        var published: Content?
        var nextNumber: Int

        init(_ row: Row) throws {
            id = try row.id("id")
            newest = Content(json: try row.textOrNil("content") ?? "")
            version = Stored.version(try row.intOrNil("number") ?? 0, try row.intOrNil("revision") ?? 0)
            isDraft = try row.textOrNil("state") == "draft"
            published = try row.textOrNil("published_content").map { Content(json: $0) }
            isPublished = published != nil
            nextNumber = (try row.intOrNil("last_number") ?? 0) + 1
        }

        static func version(_ number: Int, _ revision: Int) -> Int { number * 1_000_000 + revision }
    }

    private enum Outcome {
        case added(Content)
        case saved(Stored, Content)
        case unchanged(Stored)
        case failed([ImportFault])
    }

    package static func look(
        _ rows: [ImportItem], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> [ImportVerdict] {
        let outcomes = try judged(rows, isOnlyLooking: true, in: tx, by: actor)
        return zip(rows, outcomes).map { row, outcome in
            let key = row.values["key"]
            switch outcome {
            case .added(let content): return verdict(.new, nil, 0, content.changes(from: nil), key)
            case .saved(let stored, let content): return verdict(.changed, stored.id, stored.version, content.changes(from: stored.newest), key)
            case .unchanged(let stored): return verdict(.unchanged, stored.id, stored.version, [], key)
            case .failed(let faults): return ImportVerdict(state: .wrong, faults: faults)
            }
        }
    }

    private static func verdict(
        _ state: ImportVerdict.State, _ object: ID?, _ version: Int, _ changes: [AuditEvent.Change], _ key: String?
    ) -> ImportVerdict {
        ImportVerdict(
            state: state, object: object, version: version, changes: changes.map { ImportChange(field: $0.field, old: $0.old, new: $0.new) },
            marks: (nil, key))
    }

    private static func judged(
        _ rows: [ImportItem], isOnlyLooking: Bool, in tx: borrowing TenantTransaction, by actor: Actor
    ) throws -> [Outcome] {
        let languages = actor.tenant.languages
        let keys = rows.compactMap { $0.values["key"] }
        if !isOnlyLooking { _ = try tx.rows(CatalogueImportQueries.lock(keys: keys, of: list)) }
        var stored: [String: Stored] = [:]
        for row in try tx.rows(CatalogueImportQueries.newest(keys: keys, of: list)) { stored[try row.text("key")] = try Stored(row) }
        let known = try knownKeys(in: tx)
        return try rows.map { row in
            guard let key = row.values["key"] else { return .failed([ImportFault(field: "key", text: LocalText(Strings.error_required))]) }
            guard CatalogueEntry.isKey(key) else { return .failed([ImportFault(field: "key", text: LocalText(Strings.error_entry_key))]) }
            let old = stored[key]
            if let seen = row.seen, (old?.version ?? 0) != seen.version || seen.object != old?.id {
                return .failed([ImportFault(field: nil, text: LocalText(Strings.import_changed_since))])
            }
            let content = content(row, over: old?.newest ?? Content(), languages)
            var errors = try C.catalogue.errors(content, languages, in: tx, isOnlyLooking: isOnlyLooking)
            errors.merge(strangers(content, row, known, languages)) { $1 }
            let faults = errors.sorted { Content.isBefore($0.key, $1.key) }.map { ImportFault(field: $0.key, text: $0.value) }
            if !faults.isEmpty { return .failed(faults) }
            guard let old else { return .added(content) }
            return content == old.newest ? .unchanged(old) : .saved(old, content)
        }
    }

    /// What a row gives, over what is there: an empty cell leaves that.
    private static func content(_ row: ImportItem, over old: Content, _ languages: [String]) -> Content {
        var content = old
        for (name, field) in places(languages) {
            guard let text = row.values[name] else { continue }
            switch field.form {
            case .keys: content[list: name] = text.split { " ,;\n\t".contains($0) }.map(String.init)
            case .number, .day: content[name] = text.latinDigits
            case .tick: content[name] = text == "no" ? "" : text
            default: content[name] = text.replacing("\r\n", with: "\n")
            }
        }
        return content
    }

    /// Fields that name entries which are not there.
    private static func strangers(
        _ content: Content, _ row: ImportItem, _ known: [String: Set<String>], _ languages: [String]
    ) -> [String: LocalText] {
        var errors: [String: LocalText] = [:]
        for (name, field) in places(languages) where row.values[name] != nil {
            guard case .keys(let other) = field.form else { continue }
            let strange = content[list: name].filter { known[other]?.contains($0) != true }
            if !strange.isEmpty { errors[name] = Strings.import_unknown_keys(keys: strange.joined(separator: " ")) }
        }
        return errors
    }

    /// The keys of the entries that a field can name, by catalogue.
    private static func knownKeys(in tx: borrowing TenantTransaction) throws -> [String: Set<String>] {
        var known: [String: Set<String>] = [:]
        for field in C.catalogue.fields {
            guard case .keys(let other) = field.form, known[other] == nil else { continue }
            known[other] = Set(try tx.rows(CatalogueImportQueries.keys(of: other)).map { try $0.text("key") })
        }
        return known
    }

    // MARK: Writing

    package static func write(
        _ rows: [ImportItem], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> ([ImportVerdict], [AuditEvent]) {
        let (catalogue, languages) = (C.catalogue, actor.tenant.languages)
        var (verdicts, events): ([ImportVerdict], [AuditEvent]) = ([], [])
        for (row, outcome) in zip(rows, try judged(rows, isOnlyLooking: false, in: tx, by: actor)) {
            let key = row.values["key"] ?? ""
            switch outcome {
            case .added(let content):
                let (id, name) = (ID.make(at: actor.now), catalogue.entryName(content, languages))
                // Somebody may have added it since it was looked for.
                guard try tx.execute(CatalogueImportQueries.add(id, tenant: tx.tenant, catalogue: list, key: key, now: .now)) == 1 else {
                    throw ServiceRaced()
                }
                _ = try tx.send(
                    CatalogueQueries.addDraft(
                        id, tenant: tx.tenant, number: 1, content, name: name, languages: catalogue.complete(content, languages), by: actor))
                let changes = content.changes(from: nil)
                events.append(AuditEvent(.entryAdded, on: .entry, id, name: name, changes: [.init("key", new: key)] + changes))
                verdicts.append(verdict(.new, id, Stored.version(1, 1), changes, key))
            case .saved(let old, let content):
                let version = try save(content, over: old, in: tx, by: actor)
                let changes = content.changes(from: old.newest)
                events.append(
                    AuditEvent(.entryDraftSaved, on: .entry, old.id, name: catalogue.entryName(content, languages), changes: changes))
                verdicts.append(verdict(.changed, old.id, version, changes, key))
            case .unchanged(let stored): verdicts.append(verdict(.unchanged, stored.id, stored.version, [], key))
            case .failed(let faults): verdicts.append(ImportVerdict(state: .wrong, faults: faults))
            }
        }
        return (verdicts, events)
    }

    /// As the entry's draft, which is begun when there is none; the version that it has then.
    private static func save(_ content: Content, over old: Stored, in tx: borrowing TenantTransaction, by actor: Actor) throws -> Int {
        let wasThere = try C.catalogue.save(content, as: old.id, nextNumber: old.nextNumber, in: tx, by: actor)
        return wasThere ? old.version + 1 : Stored.version(old.nextNumber, 1)
    }

    // MARK: Taking back

    /// What was added goes; a draft gets its old texts back, or goes when it then says what is published. What somebody saved,
    /// sent to review or published since is left.
    package static func undo(
        _ rows: [ImportUndo], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> ([ID: Int], [AuditEvent]) {
        let (catalogue, languages) = (C.catalogue, actor.tenant.languages)
        var (undone, events): ([ID: Int], [AuditEvent]) = ([:], [])
        _ = try tx.rows(CatalogueImportQueries.lock(ids: rows.map(\.object).sorted()))
        var stored: [ID: (key: String, entry: Stored)] = [:]
        for row in try tx.rows(CatalogueImportQueries.newest(ids: rows.map(\.object), of: list)) {
            stored[try row.id("id")] = (try row.text("key"), try Stored(row))
        }
        for row in rows {
            guard let (key, now) = stored[row.object], now.version == row.version, now.isDraft else { continue }
            var old = now.newest
            for change in row.changes { old[change.field] = change.old ?? "" }
            let changes = old.changes(from: now.newest)
            let name = catalogue.entryName(now.newest, languages)
            if row.wasAdded, !now.isPublished {
                _ = try tx.send(CatalogueQueries.deleteDraft(row.object))
                try tx.execute(CatalogueQueries.delete(row.object))
                events.append(AuditEvent(.entryDeleted, on: .entry, row.object, name: name, changes: [.init("key", old: key)] + changes))
                undone[row.object] = 0
            } else if old == now.published {
                try tx.execute(CatalogueQueries.deleteDraft(row.object))
                events.append(AuditEvent(.entryDraftDiscarded, on: .entry, row.object, name: name, changes: changes))
                undone[row.object] = 0
            } else {
                undone[row.object] = try save(old, over: now, in: tx, by: actor)
                events.append(AuditEvent(.entryDraftSaved, on: .entry, row.object, name: catalogue.entryName(old, languages), changes: changes))
            }
        }
        return (undone, events)
    }
}
