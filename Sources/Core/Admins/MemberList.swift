import Console
import HTML
import Postgres
import Templates

/// The admins of a tenant.
package enum MemberList: DeclaredList {
    package static let list = ListDeclaration(
        "admins", title: Strings.admins_title, icon: "shield",
        from: """
            memberships join lateral \(MembershipQueries.known) as admins on true
            left join roles on roles.tenant_id = memberships.tenant_id and roles.id = memberships.role_id
            """,
        key: "admins.id",
        select: """
            admins.id, admins.name, admins.email, admins.disabled_at is not null as is_disabled,
            admins.password_hash is not null and admins.totp_secret is not null as is_enrolled,
            \(MembershipQueries.hasSecondStep) as has_second_step, memberships.role, memberships.role_id,
            roles.name as role_name, roles.permissions as role_permissions, memberships.used_at,
            memberships.created_at at time zone current_setting('roost.zone') as since
            """,
        search: AdminWords.search,
        head: .head("name", Strings.user_name, sort: "admins.name collate \"und-x-icu\""),
        columns: [
            AdminWords.state,
            ListColumn("role", Strings.admins_role) { row, actor in
                .text(try MemberRole(row, in: actor.tenant).name(actor.language))
            },
            AdminWords.secondStep,
            ListColumn(
                "used", Strings.admins_last_here, isNumber: true, sort: "coalesce(memberships.used_at, 'epoch')",
                fallsFirst: true
            ) { row, actor in .text(Member.lastUsed(try row.timeOrNil("used_at"), by: try row.id("id"), actor)) },
            ListColumn(
                "since", Strings.admins_since, isNumber: true, isLess: true, isUsual: false,
                sort: "memberships.created_at", fallsFirst: true
            ) { row, actor in
                .text(DateStyle(actor.language).date(LocalTime(microseconds: Int(try row.localTime("since")))))
            },
        ],
        filters: [
            AdminWords.stateFilter,
            ListFilter("role", Strings.admins_role) { actor in
                Role.ofTenants.map { ($0.rawValue, LocalText($0.label).resolve(in: actor.language)) }
            } condition: { value, _ in
                Role(rawValue: value) == nil ? nil : "memberships.role = \(value)"
            },
            AdminWords.secondStepFilter,
        ],
        sort: "name", add: .init(Strings.admins_invite, needs: .manageAdmins),
        empty: (Strings.admins_empty, Strings.admins_empty_advice),
        file: AdminWords.file + [
            .text("role", Strings.admins_role, "coalesce(roles.name, memberships.role)"),
            .time("last_here", Strings.admins_last_here, "memberships.used_at"),
            .time("since", Strings.admins_since, "memberships.created_at"),
        ]
    ) { row, actor, base in
        let id = try row.id("id")
        return ListRow(
            name: try row.text("name"), link: "\(base)/\(id)", detail: try row.text("email"),
            tag: id == actor.id ? LocalText(Strings.admins_you) : nil)
    }
}

/// Every admin of the installation, for operators.
package enum AllAdminsList: DeclaredList {
    package static let list = ListDeclaration(
        "admins", title: Strings.admins_title, icon: "shield", from: "admins", key: "admins.id",
        select: """
            admins.id, admins.name, admins.email, admins.is_operator, admins.disabled_at is not null as is_disabled,
            admins.password_hash is not null and admins.totp_secret is not null as is_enrolled,
            \(MembershipQueries.hasSecondStep) as has_second_step,
            (select max(sessions.last_used_at) from sessions where sessions.admin_id = admins.id) as last_used_at
            """,
        search: AdminWords.search,
        head: .head("name", Strings.user_name, sort: "admins.name collate \"und-x-icu\""),
        columns: [
            AdminWords.state,
            ListColumn("role", Strings.admins_role) { row, actor in
                .text(try row.bool("is_operator") ? LocalText(Strings.role_operator).resolve(in: actor.language) : "")
            },
            AdminWords.secondStep,
            ListColumn("used", Strings.account_last_used, isNumber: true) { row, actor in
                .text(try row.timeOrNil("last_used_at").map { Member.lastUsed($0, actor) } ?? "—")
            },
        ],
        filters: [
            AdminWords.stateFilter,
            ListFilter("role", Strings.admins_role) { actor in
                [("operator", LocalText(Strings.role_operator).resolve(in: actor.language))]
            } condition: { value, _ in
                value == "operator" ? "admins.is_operator" : nil
            },
            AdminWords.secondStepFilter,
        ],
        sort: "name", acts: Strings.admins_disable, empty: (Strings.admins_empty, Strings.admins_empty_advice),
        file: AdminWords.file + [
            .text("role", Strings.admins_role, "case when admins.is_operator then 'operator' else '' end"),
            .time(
                "last_used", Strings.account_last_used,
                "select max(sessions.last_used_at) from sessions where sessions.admin_id = admins.id"),
        ]
    ) { row, actor, base in
        let (id, name) = (try row.id("id"), try row.text("name"))
        let isYou = id == actor.id
        let act =
            try row.bool("is_disabled")
            ? ListAct(
                action: "\(base)/\(id)/disabling/end", label: LocalText(Strings.user_restore),
                fullLabel: Strings.admins_enable_one(name: name))
            : ListAct(
                action: "\(base)/\(id)/disabling", label: LocalText(Strings.admins_disable),
                fullLabel: Strings.admins_disable_one(name: name), isDanger: true)
        return ListRow(
            name: name, link: nil, detail: try row.text("email"), tag: isYou ? LocalText(Strings.admins_you) : nil,
            acts: isYou ? [] : [act])
    }
}

/// The shared columns and statements of both lists of admins.
private enum AdminWords {
    static let search = ListDeclaration.Search(Strings.admins_search) { text in
        "lower(admins.name || ' ' || admins.email) like \(LikePattern.anywhere(text))"
    }

    static let file: [FileColumn] = [
        .uuid("id", Strings.list_column_id, "admins.id"), .text("email", Strings.user_email, "admins.email"),
        .text("name", Strings.user_name, "admins.name"),
        .text(
            "state", Strings.admins_state,
            """
            case when admins.disabled_at is not null then 'disabled'
                when admins.password_hash is null or admins.totp_secret is null then 'invited' else 'active' end
            """),
        .text(
            "second_step", Strings.admins_second_step,
            "case when \(MembershipQueries.hasSecondStep) then 'set' else 'missing' end"),
    ]

    static let state = ListColumn("state", Strings.admins_state) { row, _ in
        .badge(Member.state(isDisabled: try row.bool("is_disabled"), isEnrolled: try row.bool("is_enrolled")))
    }

    static let secondStep = ListColumn("step", Strings.admins_second_step) { row, actor in
        .text(Member.secondStep(try row.bool("has_second_step")).resolve(in: actor.language))
    }

    static let stateFilter = ListFilter("state", Strings.admins_state) { actor in
        [("active", Strings.admins_active), ("invited", Strings.admins_invited), ("disabled", Strings.admins_disabled)]
            .map { ($0.0, LocalText($0.1).resolve(in: actor.language)) }
    } condition: { value, _ in
        switch value {
        case "active":
            "admins.disabled_at is null and admins.password_hash is not null and admins.totp_secret is not null"
        case "invited": "admins.disabled_at is null and (admins.password_hash is null or admins.totp_secret is null)"
        case "disabled": "admins.disabled_at is not null"
        default: nil
        }
    }

    static let secondStepFilter = ListFilter("step", Strings.admins_second_step) { actor in
        [("set", true), ("missing", false)].map { ($0.0, Member.secondStep($0.1).resolve(in: actor.language)) }
    } condition: { value, _ in
        switch value {
        case "set": MembershipQueries.hasSecondStep
        case "missing": "not (\(MembershipQueries.hasSecondStep))"
        default: nil
        }
    }
}
