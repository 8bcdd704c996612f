import Console
import Postgres

/// All SQL on parents' links. Row-level security adds the tenant, and restricts a teacher to their own classes.
enum ReportLinkQueries {
    static let isAllowed: SQL = "select gradebook_settings.allows_report_links as allowed from gradebook_settings"

    static func allow(_ isAllowed: Bool, tenant: ID) -> SQL {
        """
        insert into gradebook_settings (tenant_id, allows_report_links) values (\(tenant), \(isAllowed))
        on conflict (tenant_id) do update set allows_report_links = excluded.allows_report_links
            where gradebook_settings.allows_report_links <> excluded.allows_report_links
        """
    }

    private static let columns: SQL = """
        gradebook_report_links.id, gradebook_report_links.class_id, gradebook_report_links.student_id,
            gradebook_report_links.recipient, gradebook_report_links.made_by, gradebook_report_links.language,
            gradebook_report_links.expires_at at time zone
                (select tenants.zone from tenants where tenants.id = current_tenant()) as expires,
            gradebook_report_links.opened_at at time zone
                (select tenants.zone from tenants where tenants.id = current_tenant()) as opened,
            gradebook_report_links.ended_at is not null as is_ended, gradebook_report_links.expires_at <= now() as is_over,
            gradebook_students.name as student, gradebook_classes.name as class
        """
    private static let from: SQL = """
        from gradebook_report_links
        join gradebook_students on gradebook_students.id = gradebook_report_links.student_id
        join gradebook_classes on gradebook_classes.id = gradebook_report_links.class_id
        """

    static func links(of student: ID, in schoolClass: ID) -> SQL {
        """
        select \(columns) \(from)
        where gradebook_report_links.class_id = \(schoolClass) and gradebook_report_links.student_id = \(student)
        order by gradebook_report_links.made_at desc limit 100
        """
    }

    static let mostOpen = 200

    /// Returns the valid links of a class, student by student: one more than a page shows, if there are more.
    static func valid(in schoolClass: ID) -> SQL {
        """
        select \(columns) \(from)
        where gradebook_report_links.class_id = \(schoolClass) and gradebook_report_links.ended_at is null
            and gradebook_report_links.expires_at > now()
        order by gradebook_students.name collate "und-x-icu", gradebook_students.id, gradebook_report_links.made_at desc
        limit \(mostOpen + 1)
        """
    }

    static func valid(of student: ID, in schoolClass: ID) -> SQL {
        """
        select \(columns) \(from)
        where gradebook_report_links.class_id = \(schoolClass) and gradebook_report_links.student_id = \(student)
            and gradebook_report_links.ended_at is null and gradebook_report_links.expires_at > now()
        order by gradebook_report_links.made_at desc limit 20
        """
    }

    /// Stores when links were last opened. An older time never replaces a newer one.
    static func opened(_ hashes: [[UInt8]], at times: [Timestamp]) -> SQL {
        """
        update gradebook_report_links set opened_at = greatest(gradebook_report_links.opened_at, given.at)
        from unnest(\(hashes.map { hexadecimal($0) })::text[], \(times)) as given (hash, at)
        where gradebook_report_links.token_hash = decode(given.hash, 'hex')
        """
    }

    /// Returns valid links, the newest first: one more than a page shows, if there are more.
    static let open: SQL = """
        select \(columns) \(from)
        where gradebook_report_links.ended_at is null and gradebook_report_links.expires_at > now()
        order by gradebook_report_links.made_at desc limit \(mostOpen + 1)
        """

    static func add(
        _ id: ID, _ hash: [UInt8], of student: ID, in schoolClass: ID, tenant: ID, recipient: String, language: String,
        days: Int, by actor: Actor
    ) -> SQL {
        """
        insert into gradebook_report_links
            (tenant_id, id, class_id, student_id, token_hash, recipient, language, made_by, made_at, expires_at)
        values (\(tenant), \(id), \(schoolClass), \(student), \(hash), \(recipient), \(language), \(actor.name),
            \(actor.now), \(actor.now.adding(seconds: Int64(days) * 86_400)))
        """
    }

    static func end(_ id: ID, of student: ID, in schoolClass: ID, at time: Timestamp) -> SQL {
        """
        update gradebook_report_links set ended_at = \(time)
        where gradebook_report_links.id = \(id) and gradebook_report_links.class_id = \(schoolClass)
            and gradebook_report_links.student_id = \(student) and gradebook_report_links.ended_at is null
        returning gradebook_report_links.recipient
        """
    }

    /// Returns the report of a token: no row if the link has ended, the school allows none, or the student is no
    /// longer in the class.
    static func opened(by hash: [UInt8]) -> SQL {
        """
        select gradebook_report_links.class_id, gradebook_report_links.student_id, gradebook_report_links.language,
            gradebook_report_links.made_by, tenants.name as school,
            gradebook_report_links.expires_at at time zone tenants.zone as expires
        from gradebook_report_links
        join gradebook_settings on gradebook_settings.allows_report_links
        join tenants on tenants.id = current_tenant()
        join gradebook_enrolments on gradebook_enrolments.class_id = gradebook_report_links.class_id
            and gradebook_enrolments.student_id = gradebook_report_links.student_id
        where gradebook_report_links.token_hash = \(hash) and gradebook_report_links.ended_at is null
            and gradebook_report_links.expires_at > now() and gradebook_enrolments.left_at is null
        """
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
