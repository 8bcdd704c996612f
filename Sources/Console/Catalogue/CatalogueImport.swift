import HTML
import Postgres
import Templates

/// Imports a catalogue from a file: entries are found by their keys, and the values of their rows become their draft.
/// Apps see nothing of it until an admin publishes it.
package enum CatalogueImport<C: Catalogued>: ImportDeclaration {
    package static var list: String { C.catalogue.path }
    package static var title: StringKey { Strings.import_catalogue_title }
    package static var menu: StringKey { C.catalogue.title }
    package static var permission: Permission { .editCatalogue }
    package static var object: ObjectKind { .entry }
    package static var isPersonal: Bool { false }
    package static var staysWhenUndone: Bool { false }
    package static var entryColumn: String? { C.catalogue.groups.isEmpty ? nil : "key" }

    package static func columns(of tenant: Tenant, _ services: Services) -> [ImportColumn] {
        C.catalogue.importColumns(tenant.languages)
    }

    // MARK: Checking

    /// An entry as it is stored.
    private struct Stored {
        var id: ID
        /// The draft, or the start of the next one.
        var newest: Content
        /// Combines the version's number and the draft's revision: every save and every publication changes it.
        var version: Int
        var isDraft: Bool
        var isPublished: Bool
        /// The published content, or the scheduled one.
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

    package static func preview(
        _ rows: [ImportItem], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> [ImportVerdict] {
        try validated(rows, isPreview: true, in: tx, by: actor).map { entry, outcome in
            switch outcome {
            case .added(let content): verdict(.new, nil, 0, content.changes(from: nil), entry)
            case .saved(let stored, let content):
                verdict(.changed, stored.id, stored.version, content.changes(from: stored.newest), entry)
            case .unchanged(let stored): verdict(.unchanged, stored.id, stored.version, [], entry)
            case .failed(let faults): ImportVerdict(state: .wrong, faults: faults)
            }
        }
    }

    private static func verdict(
        _ state: ImportVerdict.State, _ object: ID?, _ version: Int, _ changes: [AuditEvent.Change], _ entry: EntryRows
    ) -> ImportVerdict {
        ImportVerdict(
            state: state, object: object, version: version, changes: entry.placed(changes), marks: (nil, entry.key))
    }

    private static func validated(
        _ rows: [ImportItem], isPreview: Bool, in tx: borrowing TenantTransaction, by actor: Actor
    ) throws -> [(entry: EntryRows, outcome: Outcome)] {
        let languages = actor.tenant.languages
        let keys = rows.compactMap { $0.values["key"] }
        if !isPreview { _ = try tx.rows(CatalogueImportQueries.lock(keys: keys, of: list)) }
        var stored: [String: Stored] = [:]
        for row in try tx.rows(CatalogueImportQueries.newest(keys: keys, of: list)) {
            stored[try row.text("key")] = try Stored(row)
        }
        let known = try knownKeys(in: tx)
        return try rows.map { row in
            let entry = EntryRows(row, of: C.catalogue, languages)
            let old = entry.key.flatMap { stored[$0] }
            if let seen = row.seen, (old?.version ?? 0) != seen.version || seen.object != old?.id {
                return (entry, .failed([ImportFault(field: nil, text: LocalText(Strings.import_changed_since))]))
            }
            let content = entry.content(over: old?.newest ?? Content())
            var errors = try C.catalogue.errors(content, languages, in: tx, isPreview: isPreview)
            errors.merge(strangers(content, entry, known)) { $1 }
            let faults =
                entry.faults + errors.sorted { Content.isBefore($0.key, $1.key) }.map { entry.fault($0.key, $0.value) }
            if !faults.isEmpty { return (entry, .failed(faults)) }
            guard let old else { return (entry, .added(content)) }
            return (entry, content == old.newest ? .unchanged(old) : .saved(old, content))
        }
    }

    /// Returns errors in fields that name entries which do not exist.
    private static func strangers(_ content: Content, _ entry: EntryRows, _ known: [String: Set<String>]) -> [String:
        LocalText]
    {
        var errors: [String: LocalText] = [:]
        for field in C.catalogue.fields where entry.gives(field.name) {
            guard case .keys(let other) = field.form else { continue }
            let strange = content[list: field.name].filter { known[other]?.contains($0) != true }
            if !strange.isEmpty {
                errors[field.name] = Strings.import_unknown_keys(keys: strange.joined(separator: " "))
            }
        }
        return errors
    }

    /// Returns the keys of the entries that a field can name, by catalogue.
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
        for (entry, outcome) in try validated(rows, isPreview: false, in: tx, by: actor) {
            let key = entry.key ?? ""
            switch outcome {
            case .added(let content):
                let (id, name) = (ID.make(at: actor.now), catalogue.entryName(content, languages))
                // Another transaction may have added it since the search.
                guard
                    try tx.execute(
                        CatalogueImportQueries.add(id, tenant: tx.tenant, catalogue: list, key: key, now: .now)) == 1
                else {
                    throw ServiceConflict()
                }
                _ = try tx.send(
                    CatalogueQueries.addDraft(
                        id, tenant: tx.tenant, number: 1, content, name: name,
                        languages: catalogue.complete(content, languages), by: actor))
                let changes = content.changes(from: nil)
                events.append(
                    AuditEvent(.entryAdded, on: .entry, id, name: name, changes: [.init("key", new: key)] + changes))
                verdicts.append(verdict(.new, id, Stored.version(1, 1), changes, entry))
            case .saved(let old, let content):
                let version = try save(content, over: old, in: tx, by: actor)
                let changes = content.changes(from: old.newest)
                events.append(
                    AuditEvent(
                        .entryDraftSaved, on: .entry, old.id, name: catalogue.entryName(content, languages),
                        changes: changes))
                verdicts.append(verdict(.changed, old.id, version, changes, entry))
            case .unchanged(let stored): verdicts.append(verdict(.unchanged, stored.id, stored.version, [], entry))
            case .failed(let faults): verdicts.append(ImportVerdict(state: .wrong, faults: faults))
            }
        }
        return (verdicts, events)
    }

    /// Saves the content as the entry's draft, and starts one if there is none. Returns its version.
    private static func save(_ content: Content, over old: Stored, in tx: borrowing TenantTransaction, by actor: Actor)
        throws -> Int
    {
        let wasThere = try C.catalogue.save(content, as: old.id, nextNumber: old.nextNumber, in: tx, by: actor)
        return wasThere ? old.version + 1 : Stored.version(old.nextNumber, 1)
    }

    // MARK: Undo

    /// Deletes added entries. Gives drafts their old texts back, or deletes them if they then equal the published
    /// content. Entries that were saved, sent to review or published since are left unchanged.
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
                events.append(
                    AuditEvent(
                        .entryDeleted, on: .entry, row.object, name: name, changes: [.init("key", old: key)] + changes))
                undone[row.object] = 0
            } else if old == now.published {
                try tx.execute(CatalogueQueries.deleteDraft(row.object))
                events.append(AuditEvent(.entryDraftDiscarded, on: .entry, row.object, name: name, changes: changes))
                undone[row.object] = 0
            } else {
                undone[row.object] = try save(old, over: now, in: tx, by: actor)
                events.append(
                    AuditEvent(
                        .entryDraftSaved, on: .entry, row.object, name: catalogue.entryName(old, languages),
                        changes: changes))
            }
        }
        return (undone, events)
    }
}
