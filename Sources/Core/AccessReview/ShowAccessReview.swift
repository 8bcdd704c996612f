import Console
import HTML
import Postgres
import Templates
import Web

/// The access review of a tenant: admins, keys and permissions that were not used for 90 days.
struct ShowAccessReview: Viewing {
    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let cutoff = AccessReview.cutoff(actor.now)
        let actions = Permission.recordedActions
        let idle = try tx.send(
            MembershipQueries.idle(since: cutoff, reader: actor.id, limit: AccessReview.most, zone: actor.tenant.zone))
        let owners = try tx.send(MembershipQueries.owners)
        let exercised = try tx.send(AccessReviewQueries.exercised(actions, since: cutoff, limit: AccessReview.most))
        let exercisedRoles = try tx.send(AccessReviewQueries.exercisedRoles(actions, since: cutoff))
        let keys =
            actor.may(.seeKeys)
            ? try tx.send(AccessReviewQueries.idleKeys(since: cutoff, limit: AccessReview.most)) : nil
        let counting = try tx.send(AccessReviewQueries.counts(since: cutoff))
        let roles = try tx.send(RoleQueries.all)
        let members = try idle.rows().map { try Member($0, in: actor.tenant) }
        let lastOwner = try owners.rows().first?.ids("ids") ?? []
        let maker = ReviewRows(actor: actor, lastOwner: lastOwner.count == 1 ? lastOwner.first : nil)
        var sections = [
            ReviewSection(
                title: LocalText(Strings.review_admins), none: Strings.review_admins_active(days: AccessReview.days),
                when: LocalText(Strings.admins_last_here), rows: members.map { maker.admin($0) })
        ]
        let exercisedRows = try exercised.rows()
        let roleRows = try exercisedRoles.rows()
        let counts = try counting.rows().first
        let (keyCount, oldKeys) = (try counts?.int("keys") ?? 0, try counts?.int("old_keys") ?? 0)
        let hasRoles = try counts?.int("roles") ?? 0 > 0
        if let keys {
            sections.append(
                ReviewSection(
                    title: LocalText(Strings.review_keys), advice: LocalText(Strings.review_keys_advice),
                    none: keyCount == 0
                        ? LocalText(Strings.review_keys_no)
                        : oldKeys == 0
                            ? Strings.review_keys_new(days: AccessReview.days)
                            : Strings.review_keys_used(days: AccessReview.days),
                    when: LocalText(Strings.key_last_used), rows: try keys.rows().map { try maker.key($0) }))
        }
        let all = try MemberRole.all(roles.rows(), of: actor.tenant)
        sections.append(
            ReviewSection(
                title: LocalText(Strings.review_permissions),
                none: Strings.review_permissions_none(days: AccessReview.days),
                when: LocalText(Strings.review_unused),
                // Whoever leaves most unused stands first.
                rows: try exercisedRows.compactMap { try maker.permissions($0, all) }
                    .sorted { $0.tags.count > $1.tags.count }))
        sections.append(
            ReviewSection(
                title: LocalText(Strings.review_roles),
                none: LocalText(hasRoles ? Strings.review_roles_none : Strings.review_roles_no),
                when: LocalText(Strings.review_unused),
                rows: try roleRows.flatMap { try maker.role($0) }))
        return AccessReviewPage(
            frame: actor.frame(LocalText(Strings.review_title), services, current: "access-review"),
            heading: LocalText(Strings.review_title), advice: Strings.review_advice(days: AccessReview.days),
            sections: sections)
    }
}

/// The access review of the installation, for operators: admins who have not signed in.
struct ShowInstallationReview: Viewing {
    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let rows = try tx.rows(
            AccessReviewQueriesAcrossTenants.idleAdmins(since: AccessReview.cutoff(actor.now), limit: AccessReview.most)
        )
        let maker = ReviewRows(actor: actor, lastOwner: nil)
        return AccessReviewPage(
            frame: actor.frame(LocalText(Strings.review_title_everywhere), services, current: "access-review"),
            heading: LocalText(Strings.review_title_everywhere),
            advice: Strings.review_advice_everywhere(days: AccessReview.days),
            sections: [
                ReviewSection(
                    title: LocalText(Strings.review_everywhere), none: LocalText(Strings.review_everywhere_none),
                    when: LocalText(Strings.account_last_used), rows: try rows.map { try maker.account($0) })
            ])
    }
}
