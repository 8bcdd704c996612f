/// The place of a sealed value. It can be opened only there, so that an attacker with write access to the database
/// can't move one tenant's secret into another tenant's row.
package struct AssociatedData: Sendable, Equatable {
    /// The 16 bytes of the tenant's id; empty for values of the installation.
    package var tenant: [UInt8]
    package var table: String
    package var column: String
    /// The primary key's bytes without the tenant.
    package var row: [UInt8]

    package init(tenant: [UInt8], table: String, column: String, row: [UInt8]) {
        self.tenant = tenant
        self.table = table
        self.column = column
        self.row = row
    }

    /// Encodes each field after its length in four bytes: ("ab", "c") and ("a", "bc") differ. The key version is the
    /// fifth field; the sealing code adds it, so that it can't be forgotten.
    func encoded(keyVersion: UInt32) -> [UInt8] {
        let fields = [tenant, Array(table.utf8), Array(column.utf8), row, keyVersion.bigEndianBytes]
        return fields.reduce(into: Array("roost/1/sealed".utf8)) { bytes, field in
            bytes += UInt32(truncatingIfNeeded: field.count).bigEndianBytes + field
        }
    }
}
