import Console
import HTML
import Postgres
import Templates

/// The apps that users sign in to.
package enum AppList: DeclaredList {
    package static let list = ListDeclaration(
        "apps", title: Strings.apps_title, icon: "phone", from: "account_apps", key: "account_apps.id",
        select: """
            account_apps.id, account_apps.name, account_apps.secret_hash is not null as is_confidential,
            account_apps.redirect_uris, account_apps.created_by,
            account_apps.created_at at time zone current_setting('roost.zone') as created,
            (select count(*) from account_sessions where account_sessions.app_id = account_apps.id
                and account_sessions.ended_at is null and account_sessions.expires_at > now()) as sessions
            """,
        search: .init(Strings.apps_search) { text in
            """
            (lower(account_apps.name) like \(LikePattern.anywhere(text)) or account_apps.id::text = lower(\(text))
                or array_to_string(account_apps.redirect_uris, ' ') like \(LikePattern.anywhere(text)))
            """
        },
        head: .head("name", Strings.apps_name, sort: "account_apps.name collate \"und-x-icu\""),
        columns: [
            ListColumn("type", Strings.apps_type) { row, actor in
                .text(
                    LocalText(AppForm.AppType(isConfidential: try row.bool("is_confidential")).label)
                        .resolve(in: actor.language))
            },
            ListColumn("sessions", Strings.apps_sessions, isNumber: true, saysLabel: true) { row, actor in
                .text(NumberStyle(actor.language).integer(try row.int("sessions")))
            },
            ListColumn("by", Strings.key_created_by, isLess: true, isUsual: false) { row, _ in
                .text(try row.text("created_by"))
            },
            ListColumn(
                "created", Strings.key_created, isNumber: true, isLess: true, sort: "account_apps.created_at",
                fallsFirst: true
            ) { row, actor in
                .text(DateStyle(actor.language).date(LocalTime(microseconds: Int(try row.localTime("created")))))
            },
        ],
        filters: [
            ListFilter("type", Strings.apps_type) { actor in
                AppForm.AppType.allCases.map { ($0.rawValue, LocalText($0.label).resolve(in: actor.language)) }
            } condition: { value, _ in
                AppForm.AppType(rawValue: value).map {
                    $0 == .confidential ? "account_apps.secret_hash is not null" : "account_apps.secret_hash is null"
                }
            }
        ],
        sort: "name", add: .init(Strings.apps_add, needs: .manageApps),
        empty: (Strings.apps_empty, Strings.apps_empty_advice),
        file: [
            .uuid("id", Strings.list_column_id, "account_apps.id"),
            .text("name", Strings.apps_name, "account_apps.name"),
            .text(
                "type", Strings.apps_type,
                "case when account_apps.secret_hash is not null then 'confidential' else 'public' end"),
            .text("addresses", Strings.apps_addresses, "array_to_string(account_apps.redirect_uris, ' ')"),
            .text("by", Strings.key_created_by, "account_apps.created_by"),
            .time("created", Strings.key_created, "account_apps.created_at"),
        ]
    ) { row, _, base in
        ListRow(
            name: try row.text("name"), link: "\(base)/\(try row.id("id"))", detail: try row.id("id").description,
            detailIsCode: true)
    }
}
