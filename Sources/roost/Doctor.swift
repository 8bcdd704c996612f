import ArgumentParser
import Console
import Core
import Foundation
import Postgres

struct Doctor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say what is wrong with this installation and what to do.",
        discussion: "Exit status 1 when something is.")

    func run() async throws {
        var sound = true
        func good(_ text: String) { Terminal.say("ok    \(text)") }
        func bad(_ text: String) {
            sound = false
            Terminal.say("WRONG \(text)")
        }
        let installation: Installation
        do {
            installation = try Installation.open()
        } catch {
            bad("\(error)")
            throw ExitCode(1)
        }
        defer { installation.close() }
        good(
            installation.settings.databaseURL == nil
                ? "private PostgreSQL in \(installation.settings.data)" : "PostgreSQL of DATABASE_URL answers")
        good("schema is current, master key opens what it should")
        let connection = try installation.connection()
        let version = connection.serverVersion
        if version >= 150014 {
            good("PostgreSQL \(version / 10000).\(version % 10000)")
        } else {
            bad("PostgreSQL \(version / 10000).\(version % 10000) has known faults; use 15.14 or later")
        }
        let login = try ApplicationLogin(connection)
        if let fault = login.fault {
            bad("the server signs in to PostgreSQL as \(login.name), which \(fault): \(ApplicationLogin.remedy)")
        } else {
            good("the server signs in to PostgreSQL as \(login.name), which can become nothing but roost_app")
        }
        for check in try DoctorChecks.all(connection) {
            if let remedy = check.remedy { bad("\(check.what): \(remedy)") } else { good(check.what) }
        }
        let keys = TenantKeys.check(try TenantKeys.all(connection))
        if let remedy = keys.remedy { bad("\(keys.what): \(remedy)") } else { good(keys.what) }
        let returned = ReturnedPeopleCheck.run(installation.replay(), connection, installation.settings.erased.path)
        if let remedy = returned.remedy { bad("\(returned.what): \(remedy)") } else { good(returned.what) }
        let traces = try ErasureTraceCheck.run(connection, isPrivate: installation.settings.databaseURL == nil)
        if let remedy = traces.remedy { bad("\(traces.what): \(remedy)") } else { good(traces.what) }
        for unknown in SettingNames.unknown() { bad(unknown.words) }
        do { _ = try Settings.logLevel() } catch { bad("\(error)") }
        for check in EdgeChecks.all(installation.settings) {
            if let remedy = check.remedy { bad("\(check.what): \(remedy)") } else { good(check.what) }
        }
        let checkpoints = try await CheckpointCheck.run(installation)
        if let remedy = checkpoints.remedy { bad("\(checkpoints.what): \(remedy)") } else { good(checkpoints.what) }
        for check in try await ImageStoreCheck.run(installation.settings.imageStore, installation.connection()) {
            if let remedy = check.remedy { bad("\(check.what): \(remedy)") } else { good(check.what) }
        }
        if let free = try? FileManager.default.attributesOfFileSystem(forPath: installation.settings.data)[
            .systemFreeSize] as? Int
        {
            if free < 1 << 30 {
                bad("only \(free >> 20) MiB are free where \(installation.settings.data) lies; make room")
            } else {
                good("\(free >> 30) GiB free for data")
            }
        }
        if !sound { throw ExitCode(1) }
        Terminal.say("nothing is wrong")
    }
}

/// The checks that the database can answer itself.
enum DoctorChecks {
    struct Check {
        var what: String
        /// nil if all is well.
        var remedy: String?
    }

    static func all(_ connection: Connection) throws -> [Check] {
        let rows = try connection.send(
            """
            select
                array(select pg_class.relname::text from pg_class
                    where pg_class.relnamespace = 'roost'::regnamespace and pg_class.relkind = 'r'
                    and exists (select from pg_attribute where pg_attribute.attrelid = pg_class.oid and pg_attribute.attname = 'tenant_id')
                    and not (pg_class.relrowsecurity and pg_class.relforcerowsecurity) order by 1) as unwalled,
                array(select distinct pg_class.relname::text from pg_trigger join pg_class on pg_class.oid = pg_trigger.tgrelid
                    where pg_class.relnamespace = 'roost'::regnamespace and pg_trigger.tgenabled not in ('O', 'A')
                    order by 1) as off,
                array(select distinct writer.name || ' may write ' || trail.name
                    from (values ('roost_app'), (session_user::text)) as writer (name),
                        (values ('audit_events'), ('audit_heads'), ('audit_archives')) as trail (name)
                    where has_table_privilege(writer.name, 'roost.' || trail.name, 'insert, update, delete, truncate')
                        or has_any_column_privilege(writer.name, 'roost.' || trail.name, 'insert, update') order by 1)
                    || array(select 'the trigger ' || guard.name || ' is gone'
                        from (values ('audit_events_append_only'), ('audit_events_leave'), ('audit_events_no_truncate'),
                            ('audit_archives_append_only'), ('audit_archives_no_truncate')) as guard (name)
                        where not exists (select from pg_trigger where pg_trigger.tgname = guard.name) order by 1) as unguarded,
                current_setting('server_encoding') as encoding,
                'жа' similar to '[[:alpha:]]+' as letters,
                current_setting('fsync') = 'on' and current_setting('full_page_writes') = 'on' as durable,
                current_setting('data_checksums') = 'on' as checksums,
                (select count(*) from pg_stat_activity where pg_stat_activity.state = 'idle in transaction'
                    and pg_stat_activity.state_change < now() - interval '5 minutes') as stuck,
                (select count(*) from admins where admins.is_operator and admins.disabled_at is null) as operators
            """
        ).rows()
        guard let row = rows.first else { return [] }
        let operators = try row.int("operators")
        let (unwalled, off, unguarded) = (
            try row.texts("unwalled"), try row.texts("off"), try row.texts("unguarded")
        )
        return [
            Check(
                what: "every tenant table is behind row-level security",
                remedy: unwalled.isEmpty
                    ? nil
                    : "not so \(listed(unwalled)); as their owner say `alter table roost.NAME enable row level security, force row level security`, and find out who turned it off"
            ),
            Check(
                what: "every trigger is on",
                remedy: off.isEmpty
                    ? nil
                    : "some are off on \(listed(off)); as a superuser say `alter table roost.NAME enable trigger all`, then run `roost audit verify`, and find out who turned them off"
            ),
            Check(
                what: "the server can only add to the audit log",
                remedy: unguarded.isEmpty
                    ? nil
                    : "\(listed(unguarded)); revoke the right, or restore the trigger from a dump of the schema, then run `roost audit verify`"
            ),
            Check(
                what: "encoding is UTF-8",
                remedy: try row.text("encoding") == "UTF8" ? nil : "make the database with encoding UTF8"),
            Check(
                what: "search knows letters of all scripts",
                remedy: try row.bool("letters")
                    ? nil
                    : "make the database with a UTF-8 locale, such as C.UTF-8; with C, names in Cyrillic or Persian are found slowly"
            ),
            Check(
                what: "what is committed is on the disk",
                remedy: try row.bool("durable") ? nil : "turn fsync and full_page_writes on"),
            Check(
                what: "pages have checksums",
                remedy: try row.bool("checksums") ? nil : "stop PostgreSQL and run pg_checksums --enable"),
            Check(
                what: "no transaction was left open",
                remedy: try row.int("stuck") == 0
                    ? nil : "\(try row.int("stuck")) are open for minutes; see pg_stat_activity"),
            Check(
                what: Terminal.counted(operators, "operator"),
                remedy: operators > 0 ? nil : "nobody can manage tenants; run `roost admin create --role operator …`"),
        ]
    }

    private static func listed(_ names: [String]) -> String {
        names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and \(names.count - 3) more" : "")
    }
}
