import HTML
import JSON
import Postgres
import Secrets
import Templates

/// The sealed content of a row: its cells and the results of the check.
package struct ImportContent: Sendable {
    package var cells: [String]
    package var changes: [ImportChange] = []
    package var faults: [ImportFault] = []

    package init(cells: [String], changes: [ImportChange] = [], faults: [ImportFault] = []) {
        self.cells = cells
        self.changes = changes
        self.faults = faults
    }

    private var bytes: [UInt8] {
        func text(_ value: String?) -> JSONText { value.map { .string($0) } ?? .null }
        return JSONText.array([
            .array(cells.map { .string($0) }),
            .array(changes.map { .array([.string($0.field), text($0.old), text($0.new)]) }),
            .array(faults.map { .array([text($0.field), Self.stored($0.text)]) }),
        ]).bytes
    }

    private init?(_ bytes: [UInt8]) {
        guard let parts = (try? JSONReader.read(bytes))?.elements, parts.count == 3 else { return nil }
        cells = parts[0].elements.map { $0.text ?? "" }
        changes = parts[1].elements.compactMap { change in
            guard change.elements.count == 3, let field = change.elements[0].text else { return nil }
            return ImportChange(field: field, old: change.elements[1].text, new: change.elements[2].text)
        }
        faults = parts[2].elements.compactMap { fault in
            guard fault.elements.count == 2, let text = Self.text(fault.elements[1]) else { return nil }
            return ImportFault(field: fault.elements[0].text, text: text)
        }
    }

    // MARK: Sealing

    package func sealed(_ number: Int, of id: ID, tenant: ID, _ keys: InstallationKeys) throws -> [UInt8] {
        return try keys.data.seal(bytes, Self.place("import_rows", "content", number, of: id, tenant))
    }

    package static func open(_ sealed: [UInt8], _ number: Int, of id: ID, tenant: ID, _ keys: InstallationKeys) throws
        -> ImportContent
    {
        let bytes = try keys.data.open(sealed, place("import_rows", "content", number, of: id, tenant))
        guard let content = ImportContent(bytes) else { throw SealError.tampered }
        return content
    }

    /// The place of an import's value: it can't be opened in another row.
    package static func place(_ table: String, _ column: String, _ number: Int, of id: ID, _ tenant: ID)
        -> AssociatedData
    {
        var row = id.bytes
        row.append(bigEndian: Int64(number))
        return AssociatedData(tenant: tenant.bytes, table: table, column: column, row: row)
    }

    // MARK: Texts, whose language is decided when they are read

    private static let keys = Dictionary(Strings.all.map { ($0.name.description, $0) }) { first, _ in first }

    private static func stored(_ text: LocalText) -> JSONText {
        .array(
            [.string(text.key.name.description)]
                + text.arguments.map { argument in
                    switch argument {
                    case .number(let number): .int(number)
                    case .text(let text): .string(text)
                    case .local(let text): stored(text)
                    case .formatted(let value): .string(value.string(in: .en))
                    }
                })
    }

    private static func text(_ json: JSONText) -> LocalText? {
        guard let name = json.elements.first?.text, let key = keys[name] else { return nil }
        return LocalText(
            key,
            json.elements.dropFirst().compactMap { argument in
                if case .int(let number) = argument { return .number(number) }
                return argument.text.map { .text($0) } ?? text(argument).map { .local($0) }
            })
    }
}
