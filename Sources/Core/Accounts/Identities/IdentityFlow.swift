import Console
import Postgres
import Secrets
import Web

/// A browser's visit to a provider, from its start to its end here (migrations/core/0130_identities.sql).
struct IdentityFlow: Sendable {
    /// The seconds after which a flow expires.
    static let seconds: Int64 = 3600
    /// The seconds in which an app must open the address that it was given for its user.
    static let ticketSeconds: Int64 = 600

    /// The user who links another way to sign in, in the session in which they asked for it.
    struct Linking: Sendable {
        var user: ID
        var session: ID
    }

    let hash: [UInt8]
    let provider: IdentityProvider
    let issuer: String
    /// The query of the app's authorization request; empty for linking.
    let request: String
    let linking: Linking?
    /// nil: the provider has not answered yet.
    let identity: ProvenIdentity?

    /// nil: a provider that this version doesn't know.
    init?(_ row: Row) throws {
        guard let provider = IdentityProvider(rawValue: try row.text("provider")) else { return nil }
        self.provider = provider
        hash = try row.bytes("token_hash")
        issuer = try row.text("issuer")
        request = try row.text("request")
        let session = try row.idOrNil("session_id")
        linking = try row.idOrNil("user_id").flatMap { user in session.map { Linking(user: user, session: $0) } }
        identity = try row.textOrNil("subject").map { subject in
            ProvenIdentity(
                issuer: try row.text("issuer"), subject: subject, email: try row.text("email"),
                name: try row.text("name"), runsMailbox: try row.bool("is_proven"))
        }
    }
}

/// SQL on flows. Row-level security adds the tenant to every statement.
enum IdentityFlowQueries {
    private static let columns: SQL = """
        identity_flows.token_hash, identity_flows.provider, identity_flows.issuer, identity_flows.request, identity_flows.user_id,
        identity_flows.session_id, identity_flows.subject, identity_flows.email, identity_flows.name, identity_flows.is_proven
        """

    static func begin(
        _ hash: [UInt8], at provider: IdentityProvider, issuer: String, in browser: FlowBrowser, request: String,
        linking: IdentityFlow.Linking?, now: Timestamp
    ) -> SQL {
        """
        insert into identity_flows (tenant_id, token_hash, stage, provider, issuer, browser_hash, request, user_id, session_id,
            created_at, expires_at)
        values (current_tenant(), \(hash), 'sent', \(provider.rawValue), \(issuer), \(browser.hash), \(request), \(linking?.user),
            \(linking?.session), \(now), \(now.adding(seconds: IdentityFlow.seconds)))
        """
    }

    static func addTicket(_ hash: [UInt8], for provider: IdentityProvider, of user: UserCaller, now: Timestamp) -> SQL {
        """
        insert into identity_flows (tenant_id, token_hash, stage, provider, user_id, session_id, created_at, expires_at)
        values (current_tenant(), \(hash), 'ticket', \(provider.rawValue), \(user.id), \(user.session), \(now),
            \(now.adding(seconds: IdentityFlow.ticketSeconds)))
        """
    }

    static func ticket(_ hash: [UInt8], for provider: IdentityProvider, now: Timestamp) -> SQL {
        """
        select \(columns) from identity_flows
        where identity_flows.token_hash = \(hash) and identity_flows.stage = 'ticket'
            and identity_flows.provider = \(provider.rawValue) and identity_flows.expires_at > \(now)
        """
    }

    /// Returns one row for the first use only.
    static func useTicket(_ hash: [UInt8], now: Timestamp) -> SQL {
        """
        delete from identity_flows
        where identity_flows.token_hash = \(hash) and identity_flows.stage = 'ticket' and identity_flows.expires_at > \(now)
        returning identity_flows.token_hash
        """
    }

    /// Returns one row for the first use only, in the browser that began the flow, after the return from its provider.
    static func comeBack(_ hash: [UInt8], to browser: FlowBrowser, from provider: IdentityProvider, now: Timestamp)
        -> SQL
    {
        """
        update identity_flows set stage = 'asked'
        where identity_flows.token_hash = \(hash) and identity_flows.stage = 'sent' and identity_flows.browser_hash = \(browser.hash)
            and identity_flows.provider = \(provider.rawValue) and identity_flows.expires_at > \(now)
        returning \(columns)
        """
    }

    static func returned(_ flow: IdentityFlow, as identity: ProvenIdentity) -> SQL {
        """
        update identity_flows set stage = 'returned', subject = \(identity.subject), email = \(identity.email),
            name = \(identity.name), is_proven = \(identity.runsMailbox)
        where identity_flows.token_hash = \(flow.hash) and identity_flows.stage = 'asked'
        """
    }

    /// Stores the provider's answer, in the browser that began the flow.
    static func known(_ hash: [UInt8], to browser: FlowBrowser, now: Timestamp) -> SQL {
        """
        select \(columns) from identity_flows
        where identity_flows.token_hash = \(hash) and identity_flows.stage = 'returned'
            and identity_flows.browser_hash = \(browser.hash) and identity_flows.expires_at > \(now)
        """
    }

    /// Returns the same and locks it until the transaction ends.
    static func lockKnown(_ hash: [UInt8], to browser: FlowBrowser, now: Timestamp) -> SQL {
        "\(known(hash, to: browser, now: now)) for update"
    }

    /// Returns one row if the flow can still succeed.
    static func isOpen(_ hash: [UInt8], now: Timestamp) -> SQL {
        """
        select identity_flows.token_hash from identity_flows
        where identity_flows.token_hash = \(hash) and identity_flows.stage = 'returned' and identity_flows.expires_at > \(now)
        for key share
        """
    }

    static func end(_ hash: [UInt8]) -> SQL { "delete from identity_flows where identity_flows.token_hash = \(hash)" }

    static func forget(before now: Timestamp) -> SQL { "select forget_identity_flows(\(now)) as forgotten" }
}
