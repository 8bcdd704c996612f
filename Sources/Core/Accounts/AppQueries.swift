import Console
import Postgres
import Secrets

/// SQL on the apps that users sign in to. Row-level security adds the tenant to every statement.
package enum AppQueries {
    /// The limit of apps in one tenant.
    static let most = 100

    private static let columns: SQL = """
        account_apps.id, account_apps.name, account_apps.redirect_uris, account_apps.secret_hash, account_apps.id_token_algorithm,
            account_apps.version
        """

    static func one(_ id: ID) -> SQL { "select \(columns) from account_apps where account_apps.id = \(id)" }

    /// Locks the row until the transaction ends.
    static func lock(_ id: ID) -> SQL { "select \(columns) from account_apps where account_apps.id = \(id) for update" }

    static func shown(_ id: ID, now: Timestamp, zone: String) -> SQL {
        """
        select account_apps.name, account_apps.redirect_uris, account_apps.secret_hash is not null as is_confidential,
            account_apps.id_token_algorithm,
            account_apps.created_by, account_apps.created_at at time zone \(zone) as created,
            (select count(*) from account_sessions where account_sessions.app_id = account_apps.id
                and account_sessions.ended_at is null and account_sessions.expires_at > \(now)) as sessions
        from account_apps where account_apps.id = \(id)
        """
    }

    static let newestName: SQL =
        "select account_apps.name from account_apps order by account_apps.created_at desc, account_apps.id limit 1"

    static let count: SQL = "select count(*) as n from account_apps"

    package static func add(
        _ id: ID, name: String, redirects: [String], secretHash: [UInt8]?, idTokens: TokenAlgorithm = .es256,
        by author: String, now: Timestamp
    ) -> SQL {
        """
        insert into account_apps (tenant_id, id, name, redirect_uris, secret_hash, id_token_algorithm, created_by, created_at)
        values (current_tenant(), \(id), \(name), \(redirects), \(secretHash), \(idTokens.rawValue), \(author), \(now))
        """
    }

    static func save(_ id: ID, name: String, redirects: [String], idTokens: TokenAlgorithm) -> SQL {
        """
        update account_apps set name = \(name), redirect_uris = \(redirects), id_token_algorithm = \(idTokens.rawValue),
            version = account_apps.version + 1
        where account_apps.id = \(id)
        """
    }

    static func setSecret(_ id: ID, _ hash: [UInt8]) -> SQL {
        "update account_apps set secret_hash = \(hash), version = account_apps.version + 1 where account_apps.id = \(id)"
    }

    /// Deletes the app with its sessions.
    static func delete(_ id: ID) -> SQL { "delete from account_apps where account_apps.id = \(id)" }

    /// The texts of the pages for users, by their keys.
    static func words(_ keys: [String]) -> SQL {
        """
        select entry.key, entry.id, live.number is not null as is_live, draft.number is not null as has_draft
        from \(CatalogueQueries.all)
        where entry.catalogue = \(Texts.catalogue.path) and entry.retired_at is null and entry.key = any(\(keys))
        """
    }
}
