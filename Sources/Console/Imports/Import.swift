import HTML
import JSON
import Postgres
import Secrets
import Sheets
import Templates

/// An uploaded file, and the progress of its import.
package struct Import: Sendable {
    package enum State: String, Sendable {
        case matching, checking, checked, running, stopped, done, undoing, undone, unreadable

        /// True while a job works on it.
        package var isMoving: Bool { self == .checking || self == .running || self == .undoing }

        package var badge: StatusBadge {
            switch self {
            case .matching: StatusBadge(LocalText(Strings.import_state_matching), tone: .warn)
            case .checking: StatusBadge(LocalText(Strings.import_state_checking), tone: .warn)
            case .checked: StatusBadge(LocalText(Strings.import_state_checked), tone: .warn)
            case .running: StatusBadge(LocalText(Strings.import_state_running), tone: .warn)
            case .stopped: StatusBadge(LocalText(Strings.import_state_stopped), tone: .bad)
            case .done: StatusBadge(LocalText(Strings.import_state_done), tone: .good)
            case .undoing: StatusBadge(LocalText(Strings.import_state_undoing), tone: .warn)
            case .undone: StatusBadge(LocalText(Strings.import_state_undone), tone: .off)
            case .unreadable: StatusBadge(LocalText(Strings.import_state_unreadable), tone: .bad)
            }
        }
    }

    /// The file's name, and its first row with a few rows below it.
    package struct Head: Sendable {
        package var fileName: String
        package var titles: [String]
        /// The number of the row with the titles: rows above it contain no data.
        package var titleRow: Int
        package var samples: [[String]]
    }

    package var id: ID
    package var list: String
    package var state: State
    package var format: SheetFormat
    package var dialect: CSVDialect
    package var bytes: Int
    package var chunks: Int
    package var head: Head
    /// By column of the file; empty for a column that is left out.
    package var columns: [String]
    /// The names of the chosen options.
    package var options: Set<String>
    /// Rows are written as soon as all are checked, without a preview.
    package var runsAtOnce: Bool
    package var position: Int
    package var total: Int
    package var problem: SheetProblem?
    package var createdName: String
    package var createdAt: Timestamp
    package var requester: Requester
    package var expiresAt: Timestamp

    package init(_ row: Row, tenant: ID, _ keys: InstallationKeys) throws {
        id = try row.id("id")
        list = try row.text("list")
        state = State(rawValue: try row.text("state")) ?? .unreadable
        format = SheetFormat(rawValue: try row.text("format")) ?? .csv
        dialect = CSVDialect(
            encoding: CSVDialect.Encoding(rawValue: try row.text("encoding")) ?? .utf8,
            separator: try row.text("separator").utf8.first ?? UInt8(ascii: ","),
            hasSeparatorLine: try row.bool("has_separator_line"))
        bytes = try row.int("bytes")
        chunks = try row.int("chunks")
        head = try Head(
            keys.data.open(try row.bytes("head"), ImportContent.place("imports", "head", 0, of: id, tenant)))
        columns = try row.texts("columns")
        options = Set(try row.texts("options"))
        runsAtOnce = try row.bool("runs_at_once")
        position = try row.int("position")
        total = try row.int("total")
        problem = SheetProblem.Reason(rawValue: try row.text("problem")).map {
            SheetProblem($0, row: (try? row.int("problem_row")) ?? 0, column: (try? row.int("problem_column")) ?? 0)
        }
        createdName = try row.text("created_name")
        createdAt = try row.time("created_at")
        requester = try Requester(row)
        expiresAt = try row.time("expires_at")
    }

    /// Returns the import with that id, if it belongs to that list.
    package static func one(
        _ id: ID, of list: String, locked: Bool = false, in tx: borrowing TenantTransaction, _ services: Services
    ) throws -> Import {
        guard let row = try tx.first(locked ? ImportQueries.lock(id) : ImportQueries.one(id)) else {
            throw Refusal.notFound
        }
        let found = try Import(row, tenant: tx.tenant, services.keys)
        guard found.list == list else { throw Refusal.notFound }
        return found
    }

    /// Returns the items of the rows: each row on its own, or all rows of an entry together.
    package func items(_ rows: [SheetRow], of declaration: any ImportDeclaration.Type, _ declared: [ImportColumn])
        -> [ImportItem]
    {
        var items: [ImportItem] = []
        var top: SheetRow?
        let mapped = columns.map { name in declared.first { $0.name == name } }
        for row in rows {
            if let top, goesOn(row, below: top, of: declaration) {
                items[items.count - 1].rows.append(given(row, mapped))
            } else {
                items.append(ImportItem(rows: [given(row, mapped)], options: options))
                top = row
            }
        }
        return items
    }

    /// True if the row belongs to the entry that begins with the other. So does a row without a key, so that its
    /// error is shown and corrected together with the entry.
    package func goesOn(_ row: SheetRow, below top: SheetRow, of declaration: any ImportDeclaration.Type) -> Bool {
        guard let column = declaration.entryColumn.flatMap({ columns.firstIndex(of: $0) }) else { return false }
        let keys = [row, top].map { $0.cells.indices.contains(column) ? $0.cells[column].trimmingSpaces : "" }
        return keys[0].isEmpty || keys[0] == keys[1]
    }

    /// Returns the row's values by the mapped columns.
    private func given(_ row: SheetRow, _ mapped: [ImportColumn?]) -> ImportItem.Row {
        var values: [String: String] = [:]
        for (index, cell) in row.cells.prefix(columns.count).enumerated() where !columns[index].isEmpty {
            let text = cell.trimmingSpaces
            if !text.isEmpty { values[columns[index]] = mapped[index]?.meant(text) ?? text }
        }
        return ImportItem.Row(number: row.number, values: values)
    }
}

extension Import.Head {
    package init(_ bytes: [UInt8]) throws {
        guard let parts = (try? JSONReader.read(bytes))?.elements, parts.count == 4, case .int(let row) = parts[2]
        else {
            throw SealError.tampered
        }
        fileName = parts[0].text ?? ""
        titles = parts[1].elements.map { $0.text ?? "" }
        titleRow = row
        samples = parts[3].elements.map { $0.elements.map { $0.text ?? "" } }
    }

    package func sealed(of id: ID, tenant: ID, _ keys: InstallationKeys) throws -> [UInt8] {
        func texts(_ texts: [String]) -> JSONText { .array(texts.map { .string($0) }) }
        let json = JSONText.array([.string(fileName), texts(titles), .int(titleRow), .array(samples.map(texts))])
        return try keys.data.seal(json.bytes, ImportContent.place("imports", "head", 0, of: id, tenant))
    }

    /// Stores as much of it as is shown: a cell may contain a whole letter.
    package init(fileName: String, reader: any SheetReader) throws {
        func short(_ row: SheetRow) -> [String] { row.cells.map { String($0.prefix(120)) } }
        self.fileName = String(fileName.prefix(200))
        guard let first = try reader.next() else { throw SheetProblem(.noSheet) }
        titles = short(first)
        titleRow = first.number
        samples = []
        while samples.count < 3, let row = try reader.next() { samples.append(short(row)) }
    }
}

extension Import {
    /// Deletes the sample rows, which were shown while columns were mapped, of all imports that no longer need them.
    /// Returns the number of these imports.
    package static func forgetSamples(in tx: borrowing TenantTransaction, _ keys: InstallationKeys) throws -> Int {
        let rows = try tx.rows(ImportQueries.heads)
        for row in rows {
            let id = try row.id("id")
            let place = ImportContent.place("imports", "head", 0, of: id, tx.tenant)
            do {
                var head = try Head(keys.data.open(try row.bytes("head"), place))
                head.samples = []
                try tx.execute(ImportQueries.set(id, head: try head.sealed(of: id, tenant: tx.tenant, keys)))
            } catch is SealError {
                // The key is gone, so nobody can read it any more.
                try tx.execute(ImportQueries.delete(id))
            }
        }
        return rows.count
    }
}
