import Console
import HTML
import Postgres
import Secrets
import Templates

/// The API keys of a tenant.
package enum KeyList: DeclaredList {
    package static let list = ListDeclaration(
        "keys", title: Strings.keys_title, icon: "key",
        from: """
            api_keys join api_key_secrets as secret on secret.key_id = api_keys.id and secret.ends_at is null
            left join (
                select api_key_usage.key_id, sum(api_key_usage.requests)::bigint as requests,
                    sum(api_key_usage.errors)::bigint as errors
                from api_key_usage where api_key_usage.hour > now() - interval '24 hours' group by api_key_usage.key_id
            ) as used on used.key_id = api_keys.id
            """,
        key: "api_keys.id",
        select: """
            api_keys.id, api_keys.name, api_keys.disabled_at is not null as is_disabled, api_keys.expires_at,
            api_keys.expires_at at time zone current_setting('roost.zone') as expires, api_keys.last_used_at,
            api_keys.created_by, api_keys.created_at at time zone current_setting('roost.zone') as created,
            api_keys.scopes, secret.lookup_id, coalesce(used.requests, 0) as requests, coalesce(used.errors, 0) as errors
            """,
        search: .init(Strings.keys_search) { text in
            // An admin who has found a leaked key can search by its open part to learn which key it is.
            "(lower(api_keys.name) like \(LikePattern.anywhere(text)) or secret.lookup_id = \(KeySecret.lookupID(in: text)))"
        },
        head: .head("name", Strings.key_name, sort: "api_keys.name collate \"und-x-icu\""),
        columns: [
            ListColumn("state", Strings.key_state) { row, actor in .badge(try KeyState(row, now: actor.now).badge) },
            ListColumn("scopes", Strings.key_scopes_short) { row, _ in .codes(try row.texts("scopes")) },
            ListColumn("expires", Strings.key_expires, isNumber: true, saysLabel: true, sort: "api_keys.expires_at") {
                row, actor in
                .text(DateStyle(actor.language).date(LocalTime(microseconds: Int(try row.localTime("expires")))))
            },
            ListColumn(
                "used", Strings.key_last_used, isNumber: true, saysLabel: true, sort: "api_keys.last_used_at",
                fallsFirst: true
            ) { row, actor in
                let used = try row.time("last_used_at")
                return .text(
                    used.microseconds == 0
                        ? "—"
                        : DurationStyle(actor.language).short(seconds: Int(max(0, actor.now.seconds - used.seconds))))
            },
            ListColumn(
                "requests", Strings.key_requests_day, isNumber: true, saysLabel: true,
                sort: "coalesce(used.requests, 0)", fallsFirst: true
            ) { row, actor in .text(NumberStyle(actor.language).integer(try row.int("requests"))) },
            ListColumn(
                "errors", Strings.key_errors_day, isNumber: true, saysLabel: true, sort: "coalesce(used.errors, 0)",
                fallsFirst: true
            ) { row, actor in
                let errors = try row.int("errors")
                return .text(NumberStyle(actor.language).integer(errors), isStrong: errors > 0)
            },
            ListColumn("by", Strings.key_created_by, isLess: true, isUsual: false) { row, _ in
                .text(try row.text("created_by"))
            },
            ListColumn(
                "created", Strings.key_created, isNumber: true, isLess: true, isUsual: false,
                sort: "api_keys.created_at", fallsFirst: true
            ) { row, actor in
                .text(DateStyle(actor.language).date(LocalTime(microseconds: Int(try row.localTime("created")))))
            },
        ],
        filters: [
            ListFilter("state", Strings.key_state) { actor in
                KeyState.allCases.map { ($0.rawValue, $0.badge.text.resolve(in: actor.language)) }
            } condition: { value, actor in
                KeyState(rawValue: value)?.condition(now: actor.now)
            },
            ListFilter("scope", Strings.key_scopes_short) { _ in
                Scope.all.map { ($0.id, $0.id) }
            } condition: { value, _ in
                "\(value) = any (api_keys.scopes)"
            },
        ],
        sort: "-created", add: .init(Strings.keys_add, needs: .manageKeys),
        empty: (Strings.keys_empty, Strings.keys_empty_advice),
        file: [
            .uuid("id", Strings.list_column_id, "api_keys.id"), .text("name", Strings.key_name, "api_keys.name"),
            .text("prefix", Strings.key_prefix, "\(APIKeyText.Mode.live.rawValue)::text || secret.lookup_id"),
            .text(
                "state", Strings.key_state,
                """
                case when api_keys.expires_at <= now() then 'expired' when api_keys.disabled_at is not null then 'disabled'
                    else 'active' end
                """),
            .text("scopes", Strings.key_scopes_short, "array_to_string(api_keys.scopes, ' ')"),
            .time("expires", Strings.key_expires, "api_keys.expires_at"),
            .time("last_used", Strings.key_last_used, "nullif(api_keys.last_used_at, 'epoch')"),
            .integer("requests", Strings.key_requests_day, "coalesce(used.requests, 0)"),
            .integer("errors", Strings.key_errors_day, "coalesce(used.errors, 0)"),
            .text("by", Strings.key_created_by, "api_keys.created_by"),
            .time("created", Strings.key_created, "api_keys.created_at"),
        ]
    ) { row, _, base in
        ListRow(
            name: try row.text("name"), link: "\(base)/\(try row.id("id"))",
            detail: KeySecret.prefix(try row.text("lookup_id")),
            detailIsCode: true)
    }
}
