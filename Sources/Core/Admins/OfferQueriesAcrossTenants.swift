import Console
import Postgres

/// All SQL on the memberships that an admin is offered, in all tenants.
enum OfferQueriesAcrossTenants {
    static func all(of admin: ID) -> SQL {
        """
        select offer.tenant_id, offer.name, offer.role, offer.role_name, offer.offered_at from offered_to(\(admin)) as offer
        """
    }

    static func isShown(_ admin: ID, _ tenant: ID) -> SQL {
        "select exists (select from offered_to(\(admin)) as offer where offer.tenant_id = \(tenant)) as is_shown"
    }

    /// Returns one row if that tenant offers them a membership: from then on the transaction belongs to it.
    static func enter(_ admin: ID, _ tenant: ID) -> SQL {
        "select offer.slug, offer.name from enter_offer(\(admin), \(tenant)) as offer"
    }
}
