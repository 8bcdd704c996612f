import Console
import JSON
import Postgres

/// A file's description of itself, in its first piece.
struct TransferManifest: Equatable {
    var tenant: ID
    var slug: String
    var name: String
    var kind: String
    /// The schema that its rows match: the newest migration, and a hash of all.
    var schema: Schema

    struct Schema: Equatable {
        var newest: String
        var digest: String

        /// Reads this database's schema.
        init(in tx: borrowing TenantTransaction) throws {
            guard let row = try tx.first(TransferQueriesAcrossTenants.schema) else {
                throw DatabaseError.unavailable("no migration was applied")
            }
            newest = try row.text("newest")
            digest = try row.text("digest")
        }

        fileprivate init(newest: String, digest: String) {
            self.newest = newest
            self.digest = digest
        }

        /// Different schemas may have the same newest migration: then the digest distinguishes them.
        var words: String { "\(newest) (\(digest.prefix(8)))" }
    }

    init(tenant: ID, slug: String, name: String, kind: String, schema: Schema) {
        (self.tenant, self.slug, self.name, self.kind, self.schema) = (tenant, slug, name, kind, schema)
    }

    var bytes: [UInt8] {
        JSONText.object([
            ("tenant", .string(tenant.description)), ("slug", .string(slug)), ("name", .string(name)),
            ("kind", .string(kind)),
            ("newest", .string(schema.newest)), ("schema", .string(schema.digest)),
        ]).bytes
    }

    init?(_ bytes: ArraySlice<UInt8>) {
        guard let json = try? JSONReader.read(Array(bytes)), let tenant = json["tenant"]?.text.flatMap({ ID($0) }),
            let slug = json["slug"]?.text,
            let name = json["name"]?.text, let kind = json["kind"]?.text, let newest = json["newest"]?.text,
            let digest = json["schema"]?.text
        else { return nil }
        self.init(tenant: tenant, slug: slug, name: name, kind: kind, schema: Schema(newest: newest, digest: digest))
    }
}

/// An admin to whom a tenant's rows refer. Credentials stay in the old installation: the file contains only the
/// identity.
struct TransferAdmin: Equatable {
    var id: ID
    var email: String
    var name: String
    var language: String

    static func bytes(_ admins: [TransferAdmin]) -> [UInt8] {
        JSONText.array(
            admins.map {
                .array([.string($0.id.description), .string($0.email), .string($0.name), .string($0.language)])
            }
        ).bytes
    }

    static func list(_ bytes: ArraySlice<UInt8>) -> [TransferAdmin]? {
        guard let json = try? JSONReader.read(Array(bytes)) else { return nil }
        let admins = json.elements.compactMap { one -> TransferAdmin? in
            let texts = one.elements.compactMap(\.text)
            guard texts.count == 4, let id = ID(texts[0]) else { return nil }
            return TransferAdmin(id: id, email: texts[1], name: texts[2], language: texts[3])
        }
        return admins.count == json.elements.count ? admins : nil
    }
}

/// The number of rows of each table in a file.
enum TransferCounts {
    static func bytes(_ counts: [(table: String, rows: Int)]) -> [UInt8] {
        JSONText.object(counts.map { ($0.table, .int($0.rows)) }).bytes
    }

    static func read(_ bytes: ArraySlice<UInt8>) -> [String: Int]? {
        guard case .object(let members)? = try? JSONReader.read(Array(bytes)) else { return nil }
        var counts: [String: Int] = [:]
        for member in members {
            guard case .int(let count) = member.1 else { return nil }
            counts[member.0] = count
        }
        return counts
    }
}
