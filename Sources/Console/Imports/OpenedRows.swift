import Postgres

/// What rows of an import contain, opened before they are asked for. Only a row with the very same sealed bytes has the content: whoever
/// changes a row meanwhile, or deletes it, is heard.
package final class OpenedRows {
    private var rows: [Int: (sealed: [UInt8], content: ImportContent)] = [:]

    package init() {}

    func forget() { rows.removeAll(keepingCapacity: true) }

    func open(_ sealed: [UInt8], _ number: Int, of id: ID, tenant: ID, _ keys: InstallationKeys) throws {
        rows[number] = (sealed, try ImportContent.open(sealed, number, of: id, tenant: tenant, keys))
    }

    func content(_ sealed: [UInt8], _ number: Int, of id: ID, tenant: ID, _ keys: InstallationKeys) throws
        -> ImportContent
    {
        if let known = rows[number], known.sealed == sealed { return known.content }
        return try ImportContent.open(sealed, number, of: id, tenant: tenant, keys)
    }
}
