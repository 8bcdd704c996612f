import Console
import Postgres

/// All SQL on memberships that somebody is offered, as they see them: of all tenants.
enum OfferQueriesAcrossTenants {
    static func all(of admin: ID) -> SQL {
        """
        select offer.tenant_id, offer.name, offer.role, offer.role_name, offer.offered_at from offered_to(\(admin)) as offer
        """
    }

    static func isShown(_ admin: ID, _ tenant: ID) -> SQL {
        "select exists (select from offered_to(\(admin)) as offer where offer.tenant_id = \(tenant)) as is_shown"
    }

    /// One row when that tenant offers something to them: it is the transaction's own from then on.
    static func enter(_ admin: ID, _ tenant: ID) -> SQL {
        "select offer.slug, offer.name from enter_offer(\(admin), \(tenant)) as offer"
    }
}
