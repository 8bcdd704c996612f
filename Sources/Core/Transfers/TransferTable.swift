import Console
import Crypto
import Postgres
import Secrets

/// A row in COPY's binary format: the number of fields, and each field after its length, −1 for null.
struct TransferRow {
    var fields: [ArraySlice<UInt8>?] = []

    /// Removes one row from the front. Returns nil if there is no row.
    init?(_ bytes: inout ArraySlice<UInt8>) {
        func number(_ size: Int) -> Int? {
            guard bytes.count >= size else { return nil }
            defer { bytes = bytes.dropFirst(size) }
            return bytes.prefix(size).reduce(0) { $0 << 8 | Int($1) }
        }
        guard let count = number(2), count < 0x8000 else { return nil }
        fields.reserveCapacity(count)
        for _ in 0..<count {
            guard let size = number(4) else { return nil }
            if size == 0xFFFF_FFFF {
                fields.append(nil)
            } else {
                guard bytes.count >= size else { return nil }
                fields.append(bytes.prefix(size))
                bytes = bytes.dropFirst(size)
            }
        }
    }

    func write(to out: inout [UInt8]) {
        out.append(bigEndian: UInt16(fields.count))
        for field in fields {
            out.append(bigEndian: Int32(field?.count ?? -1))
            if let field { out += field }
        }
    }
}

/// The keys that seal values: those of an installation, or those of a file between two installations.
struct TransferSeals {
    let keyring: Keyring
    let data: any ValueSealing

    init(keyring: Keyring, data: any ValueSealing) {
        self.keyring = keyring
        self.data = data
    }

    init(_ key: SymmetricKey, file: ID) throws {
        keyring = Keyring(current: MAC.hkdf(key, salt: file.bytes, info: "roost/1/tenant-keys"))
        data = try DataKey(
            version: 1,
            bytes: MAC.hkdf(key, salt: file.bytes, info: "roost/1/tenant-values").withUnsafeBytes { Array($0) })
    }
}

/// A table during a transfer: it knows the columns that mean something else in another installation.
struct TransferTable {
    /// The schema's description of a column of bytes; migrations/core/0031_tenant_transfers.sql has the words.
    private enum Seal {
        case value([Part])
        case key([Part])
    }

    /// A part of a seal's place besides tenant, table and column.
    private enum Part {
        case column(Int)
        case number(Int64)
    }

    let table: TenantTable
    private var seals: [(column: Int, seal: Seal)] = []
    /// The columns that refer to admins.
    let admins: [Int]

    init(_ table: TenantTable) throws {
        self.table = table
        admins = table.columns.indices.filter { table.columns[$0].isAdmin }
        for (index, column) in table.columns.enumerated() where column.type == "bytea" || column.type == "bytea[]" {
            if ["open", "sealed by the subject"].contains(column.comment) { continue }
            guard let seal = Self.seal(column.comment, table) else {
                throw TransferProblem.unexplained("\(table.name).\(column.name)")
            }
            seals.append((index, seal))
        }
    }

    private static func seal(_ comment: String, _ table: TenantTable) -> Seal? {
        let words = comment.split(separator: ", for ", maxSplits: 1)
        guard words.count == 2 else { return nil }
        var parts: [Part] = []
        for word in words[1].split(separator: " ") {
            if let number = Int64(word) {
                parts.append(.number(number))
            } else {
                guard let index = table.columns.firstIndex(where: { $0.name == word }) else { return nil }
                parts.append(.column(index))
            }
        }
        return switch words[0] {
        case "sealed by the installation": .value(parts)
        case "wrapped by the master key": .key(parts)
        default: nil
        }
    }

    /// True if rows are transferred unchanged.
    var isPlain: Bool { seals.isEmpty }

    /// Returns the position of a column; nil if the table has none of that name.
    func index(of column: String) -> Int? { table.columns.firstIndex { $0.name == column } }

    /// Opens the values sealed with the old keys, and seals them with the new ones.
    func reseal(_ row: inout TransferRow, of tenant: ID, from old: TransferSeals, to new: TransferSeals) throws {
        for (index, seal) in seals {
            guard let sealed = row.fields[index] else { continue }
            do {
                row.fields[index] = try resealed(Array(sealed), seal, table.columns[index].name, row, tenant, old, new)[
                    ...]
            } catch let error as SealError {
                throw TransferProblem.unopened("\(table.name).\(table.columns[index].name)", why: "\(error)")
            }
        }
    }

    private func resealed(
        _ sealed: [UInt8], _ seal: Seal, _ column: String, _ row: TransferRow, _ tenant: ID, _ old: TransferSeals,
        _ new: TransferSeals
    ) throws -> [UInt8] {
        var random = SystemRandomNumberGenerator()
        switch seal {
        case .value(let parts):
            let place = place(column, parts, row, tenant)
            return try new.data.seal(try old.data.open(sealed, place), place)
        case .key(let parts):
            let place = place(column, parts, row, tenant)
            return try new.keyring.wrap(try old.keyring.unwrap(sealed, place), place, using: &random)
        }
    }

    private func place(_ column: String, _ parts: [Part], _ row: TransferRow, _ tenant: ID) -> AssociatedData {
        var bytes: [UInt8] = []
        for part in parts {
            switch part {
            case .column(let index): bytes += row.fields[index] ?? []
            case .number(let number): bytes.append(bigEndian: number)
            }
        }
        return AssociatedData(tenant: tenant.bytes, table: table.name, column: column, row: bytes)
    }
}
