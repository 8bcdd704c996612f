import Postgres
import Secrets
import Web

/// A position in a list of the service API, oldest first: the row after which the next page starts. It stays valid if
/// that row is deleted or changed.
package struct ServiceCursor: LosslessStringConvertible, Equatable, Sendable {
    /// Times from 1970 to 8820, in microseconds, and an id: PostgreSQL can't compare times far beyond.
    package static let pattern = "^0[0-2][0-9a-f]{46}$"

    package let createdAt: Timestamp
    package let id: ID

    package init(createdAt: Timestamp, id: ID) {
        self.createdAt = createdAt
        self.id = id
    }

    package var description: String {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: createdAt.microseconds)
        return Hex.encode(bytes + id.bytes)
    }

    package init?(_ text: String) {
        guard text.utf8.count == 48, text == text.lowercased(), let bytes = Hex.decode(text), bytes.count == 24,
            bytes[0] < 3
        else { return nil }
        createdAt = Timestamp(microseconds: bytes[..<8].reduce(0) { $0 << 8 | Int64($1) })
        id = bytes[8...].withUnsafeBytes { ID(bytes: $0) }
    }

    /// Returns the condition for the rows after it, by creation time and id.
    package func behind(_ createdAt: SQL, _ id: SQL) -> SQL {
        "(\(createdAt), \(id)) > (\(self.createdAt), \(self.id))"
    }
}

extension ServiceParameter {
    /// The parameters `limit` and `cursor` of a list.
    package static func page(of rows: String, size: Int) -> [ServiceParameter] {
        [
            ServiceParameter("limit", .number(1...200, otherwise: size), "\(rows) on a page."),
            .cursor("From next_cursor of the page before."),
        ]
    }
}

extension Keyset where Mark == ServiceCursor {
    /// From the parameters of `page`.
    package init(service query: Query, size: Int) {
        self.init(
            after: query["cursor"].flatMap { ServiceCursor($0) }, size: query["limit"].flatMap { Int($0) } ?? size)
    }
}
