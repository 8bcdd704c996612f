import Console
import Foundation
import Postgres
import Support
import Testing

@testable import roost

/// The features' declarations of personal data, compared with the schema and applied to a user with every kind of data.
@Suite struct PersonalDataTests {
    private static let made = Result { try TestInstallation() }
    private let installation: TestInstallation
    private let declared = ConsoleApplication.declarations.personalData

    @Test func `G1: a table with a currency says which of its columns are sums, and has them`() {
        for table in declared {
            let names = table.columns.map(\.name)
            #expect(!names.contains { $0.hasSuffix("currency") } || table.sums != nil, "\(table.table.name)")
            guard let sums = table.sums else { continue }
            #expect(names.contains(sums.currency.name) && !sums.columns.isEmpty, "\(table.table.name)")
            #expect(Set(names).isSuperset(of: sums.columns.map(\.name)), "\(table.table.name)")
        }
    }

    init() throws { installation = try Self.made.get() }

    private func name(_ sql: SQL) -> String { sql.rendered.text }

    private func columns() throws -> [String: Set<String>] {
        var columns: [String: Set<String>] = [:]
        for table in try installation.database.connection(.superuser).tenantTables() {
            columns[table.name] = Set(table.columns.map(\.name))
        }
        return columns
    }

    @Test func `12.1: every table with a user's id declares what it holds`() throws {
        let found = try installation.database.connection(.superuser).send(
            """
            select pg_class.relname::text as name from pg_class
            where pg_class.relnamespace = 'roost'::regnamespace and pg_class.relkind in ('r', 'p')
                and not pg_class.relispartition and (
                pg_class.relname = 'users'
                or exists (select from pg_constraint where pg_constraint.conrelid = pg_class.oid
                    and pg_constraint.confrelid = 'roost.users'::regclass)
                or exists (select from pg_attribute where pg_attribute.attrelid = pg_class.oid and pg_attribute.attnum > 0
                    and not pg_attribute.attisdropped and pg_attribute.attname ~ '(^|_)(user|subject|person)(_id)?$'
                    and pg_attribute.atttypid = 'uuid'::regtype
                    -- The subject of a lesson is what is taught: its key, or the column's comment, says that it is nobody.
                    and coalesce(col_description(pg_class.oid, pg_attribute.attnum), '')
                        not in ('names nobody: what is taught', 'names rows of timetable_subjects')
                    and not exists (select from pg_constraint where pg_constraint.conrelid = pg_class.oid
                        and pg_constraint.contype = 'f' and pg_attribute.attnum = any(pg_constraint.conkey)
                        and pg_constraint.confrelid <> 'roost.users'::regclass)))
            order by 1
            """
        ).rows().map { try $0.text("name") }
        #expect(found.count >= 12)
        let names = Set(declared.map { name($0.table) })
        #expect(found.filter { !names.contains($0) } == [])
    }

    @Test func `12.1: what is declared is there, once`() throws {
        let columns = try columns()
        for table in declared {
            let there = try #require(columns[name(table.table)], "no table \(name(table.table))")
            var wanted = [table.user] + table.columns
            if case .emptied(let values) = table.erased { wanted += values.map(\.column) }
            #expect(Set(wanted.map(name)).subtracting(there).sorted() == [], "\(name(table.table))")
        }
        #expect(Set(declared.map { name($0.table) }).count == declared.count)
    }

    /// What an archive has is what is declared, so a column that is on neither list would be kept about a person and told
    /// to nobody.
    @Test
    func `G4: each column of a table about users is declared as personal, or is on the list of those that aren't`()
        throws
    {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "impersonal-columns.txt")
        var listed: [String: Set<String>] = [:]
        for line in try String(contentsOf: path, encoding: .utf8).split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: ":", maxSplits: 1)
            listed[String(parts[0])] = Set((parts.last ?? "").split(separator: " ").map(String.init))
        }
        let columns = try columns()
        var wrong: [String] = []
        for table in declared {
            let name = name(table.table)
            let personal = Set((table.columns + [table.user]).map(self.name))
            let other = listed.removeValue(forKey: name) ?? []
            let left = (columns[name] ?? []).subtracting(personal).subtracting(other).subtracting(["tenant_id"])
            if !left.isEmpty { wrong.append("\(name):\(left.sorted().map { " " + $0 }.joined())") }
            let twice = other.intersection(personal).union(other.subtracting(columns[name] ?? []))
            if !twice.isEmpty { wrong.append("\(name), on the list: \(twice.sorted())") }
        }
        #expect(wrong.sorted().joined(separator: "\n") == "")
        #expect(listed.keys.sorted() == [])
    }

    @Test func `12.1: rows that go by themselves with a user are declared to go`() throws {
        let cascading = try installation.database.connection(.superuser).send(
            """
            select pg_constraint.conrelid::regclass::text as name from pg_constraint
            where pg_constraint.confrelid = 'roost.users'::regclass and pg_constraint.confdeltype = 'c'
            """
        ).rows().map { try $0.text("name") }
        for table in cascading {
            let declaration = declared.first { "roost." + name($0.table) == table || name($0.table) == table }
            guard case .deleted? = declaration?.erased else {
                Issue.record("\(table)")
                continue
            }
        }
        #expect(!cascading.isEmpty)
    }

    @Test func `17.6: what an erasure deletes comes back for nobody who was erased`() throws {
        let guarded = try installation.database.connection(.superuser).send(
            """
            select pg_class.relname::text || ' ' || split_part(encode(pg_trigger.tgargs, 'escape'), '\\000', 1) as text
            from pg_trigger join pg_class on pg_class.oid = pg_trigger.tgrelid
            join pg_proc on pg_proc.oid = pg_trigger.tgfoid and pg_proc.proname = 'refuse_erased'
            """
        ).rows().map { try $0.text("text") }
        for table in declared {
            guard case .deleted = table.erased else { continue }
            // Rows of an import that was not run yet are deleted with it, and no others are added.
            if name(table.table) == "import_rows" { continue }
            #expect(
                guarded.contains("\(name(table.table)) \(name(table.user))"),
                "create trigger \(name(table.table))_erased: see migrations/core/0111_walls_of_users.sql")
        }
    }

    /// An erasure runs as the application. It may delete only rows of people who are being erased, as restrictive
    /// policies require (migrations/core/0095_privacy_requests.sql).
    @Test func `17.6: the application may do to each table what an erasure wants`() throws {
        let connection = try installation.database.connection(.superuser)
        var refused: [String] = []
        for table in declared {
            let name = "roost." + name(table.table)
            switch table.erased {
            case .deleted:
                let may = try connection.send("select has_table_privilege('roost_app', \(name), 'delete') as v").rows()
                    .first
                if try may?.bool("v") != true { refused.append("delete from \(name)") }
            case .emptied(let values):
                for column in values.map({ self.name($0.column) }) {
                    let may = try connection.send(
                        "select has_column_privilege('roost_app', \(name), \(column), 'update') as v"
                    ).rows().first
                    if try may?.bool("v") != true { refused.append("update \(name).\(column)") }
                }
            case .kept: break
            }
        }
        #expect(refused == [])
    }

    @Test func `17.6: carried out as declared, an erasure leaves no personal value of the user, and all of others`()
        throws
    {
        let tenant = try installation.makeTenant()
        let owner = try installation.makeAdmin(.owner, in: tenant)
        let user = try installation.fill(tenant, by: owner)
        let other = try installation.addWholeUser("Irène Joliot", to: tenant)
        let connection = try installation.database.connection(.superuser)
        func count(_ table: PersonalTable, of user: ID) throws -> Int {
            let counted: SQL = """
                select count(*) as n from \(table.table) where tenant_id = \(tenant.id) and \(table.user) = \(user)
                """
            return try connection.send(counted).rows().first?.int("n") ?? 0
        }
        let before = try declared.map { (try count($0, of: user.id), try count($0, of: other.id)) }
        // Rows that other rows refer to are deleted last.
        for table in declared.reversed() {
            let mine: SQL = "where tenant_id = \(tenant.id) and \(table.user) = \(user.id)"
            switch table.erased {
            case .deleted: _ = try connection.send("delete from \(table.table) \(mine)").rows()
            case .emptied(let values):
                let changes: [SQL] = values.map { "\($0.column) = \($0.value)" }
                _ = try connection.send("update \(table.table) set \(SQL.joined(changes, by: ", ")) \(mine)").rows()
            case .kept: break
            }
        }
        for (table, counts) in zip(declared, before) {
            switch table.erased {
            case .deleted: #expect(try count(table, of: user.id) == 0, "\(name(table.table))")
            case .emptied: break
            case .kept: #expect(try count(table, of: user.id) == counts.0, "\(name(table.table))")
            }
            #expect(try count(table, of: other.id) == counts.1, "\(name(table.table))")
        }
        let left = try connection.send("select users::text as row from users where users.id = \(user.id)").rows().first
        let row = try #require(try left?.text("row"))
        #expect(!row.contains("Marie") && !row.contains("Curie") && !row.lowercased().contains("curie"))
    }
}
