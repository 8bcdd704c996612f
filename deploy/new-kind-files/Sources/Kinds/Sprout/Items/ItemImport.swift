import Console
import HTML
import Postgres
import Templates

/// Items from a file, found by their names; what is not found is added.
package enum ItemImport: ImportDeclaration {
    package static let list = ItemList.list.path
    package static let title = Strings.sprout_import_title
    package static let menu = Strings.sprout_items
    package static let permission = Permission.editItems
    package static let object = ObjectKind.item
    package static let isPersonal = false
    package static let staysWhenUndone = false
    package static let entryColumn: String? = nil

    package static func columns(of tenant: Tenant, _ services: Services) -> [ImportColumn] {
        [
            ImportColumn(
                name: "name", label: Strings.sprout_item_name, isRequired: true, examples: ["First", "Second"],
                hint: Strings.sprout_name_hint),
            ImportColumn(
                name: "state", label: Strings.sprout_item_state, examples: ["open", "done"],
                choices: ItemState.allCases.map(\.rawValue),
                words: { value, language in
                    ItemState(rawValue: value).map { LocalText($0.label).resolve(in: language) } ?? value
                }, hint: Strings.import_hint_choice),
            ImportColumn(
                name: "note", label: Strings.sprout_item_note, examples: ["", ""], hint: Strings.sprout_note_hint),
        ]
    }

    private struct Judged {
        var verdict: ImportVerdict
        var item: Item
        var old: Item?
    }

    private static func judge(_ rows: [ImportItem], in tx: borrowing TenantTransaction) throws -> [Judged] {
        var stored: [String: (id: ID, version: Int, item: Item)] = [:]
        for row in try tx.rows(ItemQueries.named(rows.compactMap { $0.values["name"] })) {
            let item = try Item(row)
            stored[item.name.lowercased()] = (try row.id("id"), try row.int("version"), item)
        }
        return rows.map { row in
            let name = row.values["name"] ?? ""
            let found = stored[name.lowercased()]
            var item = found?.item ?? Item()
            item.name = name
            item.note = row.values["note"] ?? item.note
            var faults: [ImportFault] = []
            if let state = row.values["state"] {
                if let known = ItemState(rawValue: state) {
                    item.state = known
                } else {
                    faults.append(ImportFault(field: "state", text: LocalText(Strings.error_choice)))
                }
            }
            faults += item.errors.sorted { $0.key < $1.key }.map { ImportFault(field: $0.key, text: $0.value) }
            if let seen = row.seen, seen.version != found?.version ?? 0 || seen.object != found?.id {
                faults.append(ImportFault(text: LocalText(Strings.import_changed_since)))
            }
            let changes = item.changes(from: found?.item)
            return Judged(
                verdict: ImportVerdict(
                    state: !faults.isEmpty ? .wrong : found == nil ? .new : changes.isEmpty ? .unchanged : .changed,
                    object: found?.id, version: found?.version ?? 0,
                    changes: changes.map { ImportChange(field: $0.field, old: $0.old, new: $0.new) }, faults: faults,
                    marks: (found?.id.description, name.lowercased())),
                item: item, old: found?.item)
        }
    }

    package static func preview(
        _ rows: [ImportItem], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> [ImportVerdict] { try judge(rows, in: tx).map(\.verdict) }

    package static func write(
        _ rows: [ImportItem], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> ([ImportVerdict], [AuditEvent]) {
        var (verdicts, events): ([ImportVerdict], [AuditEvent]) = ([], [])
        for var judged in try judge(rows, in: tx) {
            let changes = judged.item.changes(from: judged.old)
            switch judged.verdict.state {
            case .new:
                let id = ID.make(at: actor.now)
                try tx.execute(ItemQueries.add(id, tenant: tx.tenant, judged.item, now: actor.now))
                (judged.verdict.object, judged.verdict.version) = (id, 1)
                events.append(AuditEvent(.itemAdded, on: .item, id, name: judged.item.name, changes: changes))
            case .changed:
                guard let id = judged.verdict.object else { break }
                judged.verdict.version =
                    try tx.first(ItemQueries.save(id, judged.item, now: actor.now))?.int("version") ?? 0
                events.append(AuditEvent(.itemChanged, on: .item, id, name: judged.item.name, changes: changes))
            case .unchanged, .wrong: break
            }
            verdicts.append(judged.verdict)
        }
        return (verdicts, events)
    }

    package static func undo(
        _ rows: [ImportUndo], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> ([ID: Int], [AuditEvent]) {
        var (done, events): ([ID: Int], [AuditEvent]) = ([:], [])
        for row in rows {
            guard let stored = try tx.first(ItemQueries.lock(row.object)), try stored.int("version") == row.version else {
                continue
            }
            let item = try Item(stored)
            if row.wasAdded {
                try tx.execute(ItemQueries.delete(row.object))
                events.append(AuditEvent(.itemDeleted, on: .item, row.object, name: item.name))
                done[row.object] = 0
            } else {
                var old = item
                for change in row.changes {
                    switch change.field {
                    case "name": old.name = change.old ?? ""
                    case "state": old.state = change.old.flatMap { ItemState(rawValue: $0) } ?? .open
                    default: old.note = change.old ?? ""
                    }
                }
                done[row.object] = try tx.first(ItemQueries.save(row.object, old, now: actor.now))?.int("version") ?? 0
                events.append(
                    AuditEvent(.itemChanged, on: .item, row.object, name: old.name, changes: old.changes(from: item)))
            }
        }
        return (done, events)
    }
}
