import Console
import HTML
import Postgres

/// SQL on users' consents. Row-level security adds the tenant.
enum ConsentQueries {
    /// A text of the catalogue by its key, with the named version, or else the live one; `number` is NULL if that
    /// version is not published.
    static func text(_ key: String, version: Int?) -> SQL {
        """
        select live.number as live_number, asked.number
        from \(CatalogueQueries.all)
        left join catalogue_versions as asked on asked.entry_id = entry.id and asked.published_from <= now()
            and asked.number = coalesce(\(version), live.number)
        where entry.catalogue = \(Texts.catalogue.path) and entry.key = \(key)
        """
    }

    /// The newest published versions of the texts with these keys.
    static func texts(_ keys: [String]) -> SQL {
        """
        select entry.key, live.number, live.content from \(CatalogueQueries.all)
        where entry.catalogue = \(Texts.catalogue.path) and entry.key = any (\(keys)) and live.number is not null
            and entry.retired_at is null
        order by entry.position, entry.key
        """
    }

    static func language(of user: ID) -> SQL { "select users.language from users where users.id = \(user)" }

    /// The last answer for each purpose.
    static func current(of user: ID) -> SQL {
        """
        select distinct on (user_consents.purpose) user_consents.purpose, user_consents.text_version, user_consents.source,
            user_consents.granted, user_consents.at
        from user_consents where user_consents.user_id = \(user)
        order by user_consents.purpose, user_consents.at desc, user_consents.id desc limit 500
        """
    }

    static func last(_ purpose: String, of user: ID) -> SQL {
        """
        select user_consents.granted, user_consents.text_version from user_consents
        where user_consents.user_id = \(user) and user_consents.purpose = \(purpose)
        order by user_consents.at desc, user_consents.id desc limit 1
        """
    }

    static func add(
        _ purpose: String, version: Int, source: String, granted: Bool, of user: ID, tenant: ID, now: Timestamp
    ) -> SQL {
        """
        insert into user_consents (tenant_id, user_id, id, purpose, text_version, source, granted, at)
        values (\(tenant), \(user), \(ID.make(at: now)), \(purpose), \(version)::integer, \(source), \(granted), \(now))
        """
    }

    static func level(of user: ID) -> SQL {
        "select users.privacy_level, users.status from users where users.id = \(user)"
    }

    static func setLevel(_ level: PrivacyLevel, of user: ID) -> SQL {
        "update users set privacy_level = \(level.rawValue), version = version + 1 where users.id = \(user)"
    }

    /// The part of a user's data that the viewer may see, if any.
    static func shown(_ user: ID, to viewer: PrivacyLevel.Viewer, _ declarations: Declarations) -> SQL {
        """
        select users.id, users.name from users
        where users.id = \(user) and \(PrivacyLevel.shows(to: viewer, declarations))
        """
    }
}
