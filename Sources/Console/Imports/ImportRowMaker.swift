import HTML
import Postgres
import Templates

/// Makes the display of a stored row.
package struct ImportRowMaker<Declared: ImportDeclaration> {
    package struct State {
        package var state: String
        package var badge: StatusBadge
        package var tab: (Int) -> LocalText
    }

    /// In the order of the tabs: rows that need attention first.
    package static var states: [State] {
        func one(_ state: String, _ label: StringKey, _ tone: StatusBadge.Tone, _ tab: @escaping (Int) -> LocalText)
            -> State
        {
            State(state: state, badge: StatusBadge(LocalText(label), tone: tone), tab: tab)
        }
        return [
            one("wrong", Strings.import_row_wrong, .bad) { Strings.import_tab_wrong(rows: $0) },
            one("failed", Strings.import_row_failed, .bad) { Strings.import_tab_failed(rows: $0) },
            one("kept", Strings.import_row_kept, .warn) { Strings.import_tab_kept(rows: $0) },
            one("new", Strings.import_row_new, .good) { Strings.import_tab_new(rows: $0) },
            one("changed", Strings.import_row_changed, .warn) { Strings.import_tab_changed(rows: $0) },
            one("added", Strings.import_row_added, .good) { Strings.import_tab_added(rows: $0) },
            one("updated", Strings.import_row_updated, .good) { Strings.import_tab_updated(rows: $0) },
            one("undone", Strings.import_row_undone, .off) { Strings.import_tab_undone(rows: $0) },
            one("unchanged", Strings.import_row_unchanged, .off) { Strings.import_tab_unchanged(rows: $0) },
        ]
    }

    private let found: Import
    private let actor: Actor
    private let services: Services
    private let words: AuditWords
    /// The names of the list's columns.
    private let columns: [String]

    package init(found: Import, actor: Actor, services: Services) {
        (self.found, self.actor, self.services) = (found, actor, services)
        words = AuditWords(kind: Declared.object.id, language: actor.language)
        columns = Declared.columns(of: actor.tenant, services).map(\.name)
    }

    package func row(_ row: Row, tenant: ID) throws -> WorkRow {
        let number = try row.int("number")
        let state = try row.text("state")
        let content = try ImportContent.open(
            try row.bytes("content"), number, of: found.id, tenant: tenant, services.keys)
        let object = try row.idOrNil("object_id")
        let badge =
            Self.states.first { $0.state == state }?.badge
            ?? StatusBadge(LocalText(Strings.import_row_wrong), tone: .bad)
        // A new object has no page before the row is written.
        return WorkRow(
            name: name(content.cells),
            link: state == "new" || state == "undone" && !Declared.staysWhenUndone
                ? nil : object.map { actor.link("\(Declared.list)/\($0)") },
            detail: Strings.import_row_number(row: number).resolve(in: actor.language), state: badge,
            changes: content.changes.map { words.change(AuditEvent.Change($0.field, old: $0.old, new: $0.new)) },
            faults: content.faults.map { WorkRow.Fault(place: place($0.field), text: $0.text) })
    }

    /// The first of the list's columns in which the row has a value; a cell may contain a whole letter.
    private func name(_ cells: [String]) -> String { String(whole(cells).prefix(200)) }

    private func whole(_ cells: [String]) -> String {
        for column in columns {
            if let index = found.columns.firstIndex(of: column), cells.indices.contains(index), !cells[index].isEmpty {
                return cells[index]
            }
        }
        return cells.first { !$0.isEmpty } ?? ""
    }

    /// The position in the file: the column as people see it there.
    package func place(_ field: String?) -> LocalText? {
        guard let field, let index = found.columns.firstIndex(of: field) else { return nil }
        return Strings.import_place(
            column: index + 1, title: found.head.titles.indices.contains(index) ? found.head.titles[index] : "")
    }
}
