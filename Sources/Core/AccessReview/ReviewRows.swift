import Console
import HTML
import Postgres
import Templates

/// The rows of the review. Each has one action that removes the access, for actors who may do it.
struct ReviewRows {
    let actor: Actor
    /// The only owner who can sign in. They can't be removed or get a smaller role.
    let lastOwner: ID?

    private var language: Language { actor.language }

    func admin(_ member: Member) -> ReviewRow {
        let mayRemove =
            actor.may(.manageAdmins) && actor.mayGive(member.role) && member.id != lastOwner && member.id != actor.id
        return ReviewRow(
            name: member.name, small: member.email, link: actor.link("admins/\(member.id)"),
            isYou: member.id == actor.id,
            state: member.state, text: member.role.name(language),
            when: Member.lastUsed(member.usedAt, by: member.id, actor),
            act: mayRemove
                ? act(
                    "admins/\(member.id)/membership/end", Strings.admins_take_out,
                    Strings.review_take_out_one(name: member.name),
                    isDangerous: true) : nil,
            note: member.id == lastOwner ? LocalText(Strings.review_last_owner) : nil)
    }

    func key(_ row: Row) throws -> ReviewRow {
        let (id, name, used) = (try row.id("id"), try row.text("name"), try row.time("last_used_at"))
        let state = try KeyState(row, now: actor.now)
        let works = state == .active || state == .ending
        // A working key is disabled, which can be undone; any other key is deleted, which can't be undone.
        let act =
            works
            ? act(
                "keys/\(id)/suspension", Strings.key_disable, Strings.review_disable_key_one(name: name),
                isDangerous: true)
            : act(
                "keys/\(id)/deletion", Strings.key_delete, Strings.review_delete_key_one(name: name), isDangerous: true)
        return ReviewRow(
            name: name, small: KeySecret.prefix(try row.text("lookup_id")), isMono: true,
            link: actor.link("keys/\(id)"), state: state.badge,
            when: Member.lastUsed(used.microseconds == 0 ? nil : used, actor), act: actor.may(.manageKeys) ? act : nil)
    }

    /// Returns nil if the admin used every permission of their role whose use the audit trail records.
    func permissions(_ row: Row, _ roles: [MemberRole]) throws -> ReviewRow? {
        let (id, name) = (try row.id("id"), try row.text("name"))
        let role = try MemberRole(row, in: actor.tenant)
        let unused = role.permissions.unused(try row.texts("actions"), decided: try row.texts("decided"))
        guard !unused.isEmpty else { return nil }
        let mayChange = actor.may(.manageAdmins) && actor.mayGive(role) && id != lastOwner
        let smaller = mayChange ? Self.smaller(than: role, without: unused, roles) : nil
        return ReviewRow(
            name: name, small: try row.text("email"), link: actor.link("admins/\(id)"), isYou: id == actor.id,
            text: role.name(language),
            tags: unused.map { LocalText($0.label) },
            act: smaller.map { smaller in
                let to = smaller.name(language)
                return ReviewAct(
                    action: actor.link("admins/\(id)/role/\(smaller.value)"), hidden: AccessReview.hidden,
                    csrf: actor.session?.csrf ?? "",
                    label: Strings.review_make(role: to), name: Strings.review_make_one(name: name, role: to),
                    isDangerous: false)
            },
            note: id == lastOwner ? LocalText(Strings.review_last_owner) : nil,
            uses: ReviewUses(
                link: actor.link("access-review/\(id)"),
                words: Strings.review_unused_of(
                    unused: unused.count, all: role.permissions.intersection(Permission.recorded).count)))
    }

    /// Returns the role that removes most of the unused permissions and nothing else.
    static func smaller(than role: MemberRole, without unused: [Permission], _ roles: [MemberRole]) -> MemberRole? {
        let kept = role.permissions.subtracting(unused)
        return roles.filter {
            $0.permissions.isSuperset(of: kept) && $0.permissions.isStrictSubset(of: role.permissions)
        }
        .min { $0.permissions.count < $1.permissions.count }
    }

    /// Returns one row for each unused permission of one of the tenant's own roles.
    func role(_ row: Row) throws -> [ReviewRow] {
        let (id, name) = (try row.id("id"), try row.text("name"))
        let permissions = Permission.stored(try row.texts("permissions"), in: actor.tenant)
        let mayChange = actor.may(.manageRoles) && actor.permissions.isSuperset(of: permissions)
        return permissions.unused(try row.texts("actions"), decided: try row.texts("decided")).map { permission in
            let label = LocalText(permission.label)
            return ReviewRow(
                name: name, small: Strings.roles_have_it(count: (try? row.int("holders")) ?? 0).resolve(in: language),
                link: mayChange ? actor.link("roles/\(id)") : nil, tags: [label],
                act: mayChange
                    ? act(
                        "roles/\(id)/permissions/\(permission.id)/end", Strings.review_take_permission,
                        Strings.review_take_permission_one(permission: label.resolve(in: language), name: name),
                        isDangerous: true) : nil)
        }
    }

    /// Returns the row of an admin of the installation.
    func account(_ row: Row) throws -> ReviewRow {
        let (id, name) = (try row.id("id"), try row.text("name"))
        return ReviewRow(
            name: name, small: try row.text("email"), isYou: id == actor.id,
            state: Member.state(isDisabled: false, isEnrolled: try row.bool("is_enrolled")),
            text: try row.bool("is_operator") ? LocalText(Strings.role_operator).resolve(in: language) : "",
            when: Member.lastUsed(try row.timeOrNil("last_used_at"), actor),
            act: id == actor.id
                ? nil
                : ReviewAct(
                    action: "/admins/\(id)/disabling", hidden: AccessReview.hidden, csrf: actor.session?.csrf ?? "",
                    label: LocalText(Strings.admins_disable), name: Strings.admins_disable_one(name: name),
                    isDangerous: true))
    }

    private func act(_ path: String, _ label: StringKey, _ name: LocalText, isDangerous: Bool) -> ReviewAct {
        ReviewAct(
            action: actor.link(path), hidden: AccessReview.hidden, csrf: actor.session?.csrf ?? "",
            label: LocalText(label), name: name,
            isDangerous: isDangerous)
    }
}
