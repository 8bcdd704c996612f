import Console
import Core
import HTTPTypes
import Postgres

/// For every route of the console: an address of it, and a form that would work. A route that is not here gives nil,
/// and the tests that walk all routes then fail: whoever adds a route says here how it is called.
package struct RouteTable {
    /// What stands for `:tenant`, `:user` … in the addresses.
    package var tenant: String
    package var user: String
    package var view = ID.make().description
    package var session = ID.make().description
    package var key = ID.make().description
    package var notice = ID.make().description
    package var approval = ID.make().description
    package var `import` = ID.make().description
    package var bulk = ID.make().description
    package var export = ID.make().description
    /// A report that comes by mail.
    package var mail = ID.make().description
    package var entry = ID.make().description
    package var move = ID.make().description
    package var passkey = ID.make().description
    package var link = "link"
    package var checkout = "checkout"
    package var job = ID.make().description
    package var image = ID.make().description
    package var submission = ID.make().description
    package var segment = ID.make().description
    package var questionnaire = TestInstallation.questionnaireKey
    /// Another admin of the tenant.
    package var admin = ID.make().description
    /// A role of the tenant's own making.
    package var role = ID.make().description
    /// The id of an archived tenant.
    package var archived = ID.make().description
    package var archivedSlug = "archived"
    /// The one-time code of whoever calls.
    package var code = "000000"

    package init(tenant: String, user: String) {
        self.tenant = tenant
        self.user = user
    }

    package func path(_ route: Route) -> String? {
        let isRead =
            route.method == .get && (Self.reads.contains(route.pattern) || Self.catalogueReads.contains(route.pattern))
        guard form(route) != nil || json(route) != nil || isRead else { return nil }
        var parts: [String] = []
        for part in route.pattern.split(separator: "/") {
            switch part {
            case ":tenant": parts.append(tenant)
            case ":user": parts.append(user)
            case ":view": parts.append(view)
            case ":session": parts.append(session)
            case ":key": parts.append(key)
            case ":notice": parts.append(notice)
            case ":job": parts.append(job)
            case ":entry": parts.append(entry)
            case ":version": parts.append("1")
            case ":move": parts.append(move)
            case ":image": parts.append(image)
            case ":submission": parts.append(submission)
            case ":segment": parts.append(segment)
            case ":questionnaire": parts.append(questionnaire)
            case ":approval": parts.append(approval)
            case ":import": parts.append(`import`)
            case ":bulk": parts.append(bulk)
            case ":mail": parts.append(mail)
            case ":export": parts.append(export)
            case ":act": parts.append("roles")
            case ":passkey": parts.append(passkey)
            case ":link": parts.append(link)
            case ":admin": parts.append(admin)
            case ":role": parts.append(role)
            case ":archived": parts.append(archived)
            case ":service": parts.append("push")
            case ":permission": parts.append("users.note")
            case ":provider": parts.append("sandbox")
            case ":checkout": parts.append(checkout)
            case ":file": parts.append("roost.css")
            case _ where part.first == ":": return nil
            default: parts.append(String(part))
            }
        }
        return "/" + parts.joined(separator: "/")
    }

    /// The fields of a POST that would be accepted, without the token.
    package func form(_ route: Route) -> [(String, String)]? {
        guard route.method == .post else { return nil }
        return switch route.pattern {
        case "/sign-in": [("email", "nobody@example.com"), ("password", TestAdmin.password)]
        case "/sign-in/code", "/sign-in/second-step": [("code", code)]
        case "/sign-out": []
        case "/enrol/:link": [("password", "seven purple elephants")]
        case "/account/preferences": [("language", "es"), ("theme", "dark")]
        case "/account/recovery-codes": [("codes_code", code)]
        case "/account/second-step": [("step_code", code)]
        case "/notices/:notice/seen": []
        case "/step-up": [("step_up_code", code), ("to", "/account")]
        case "/t/:tenant/approvals/:approval/approval": [("seen", "999999999")]
        case "/t/:tenant/approvals/:approval/refusal": [("reason", "because the table says so")]
        case "/t/:tenant/approvals/:approval/withdrawal": []
        case "/t/:tenant/settings/four-eyes/:act": [("state", "on")]
        case "/account/passkeys/new": [("passkey_name", "Key of the table"), ("passkey_code", code)]
        case "/account/passkeys": [("passkey_name", "Key of the table"), ("client_data", ""), ("attestation", "")]
        case "/account/passkeys/:passkey/deletion": [("code", code)]
        case "/sign-in/passkey":
            [
                ("credential", "AA"), ("client_data", "e30"), ("authenticator_data", "AA"), ("signature", "AA"),
                ("user_handle", ""),
            ]
        case "/account/sessions/:session/end", "/account/sessions/end-others": []
        case "/account/password": [("current", TestAdmin.password), ("password", "seven purple elephants")]
        case "/tenants":
            [
                ("name", "New tenant"), ("slug", unique()), ("kind", "alarm"), ("zone", "UTC"), ("currency", "EUR"),
                ("languages", "en"),
            ]
        case "/tenants/:archived/restoration", "/t/:tenant/archive", "/tenants/:archived/deletion/end": []
        case "/tenants/:archived/deletion": [("slug", archivedSlug), ("reason", "because the table says so")]
        case "/t/:tenant/admins":
            [("email", "\(unique())@example.net"), ("name", "Of the table"), ("role", "support"), ("language", "en")]
        case "/t/:tenant/admins/:admin/role": [("role", "analyst"), ("was", "support")]
        case "/t/:tenant/admins/:admin/invitation", "/admins/:admin/disabling", "/admins/:admin/disabling/end": []
        case "/t/:tenant/admins/:admin/membership/end": [("reason", "because the table says so")]
        case "/t/:tenant/roles", "/t/:tenant/roles/:role":
            [("name", "Role \(unique())"), ("may", "users.see"), ("may", "users.note"), ("version", "1")]
        case "/t/:tenant/roles/:role/deletion", "/t/:tenant/roles/:role/permissions/:permission",
            "/t/:tenant/roles/:role/permissions/:permission/end", "/t/:tenant/admins/:admin/role/:role":
            []
        case "/t/:tenant/settings":
            [
                ("name", "Renamed by the table"), ("slug", tenant), ("zone", "UTC"), ("currency", "EUR"),
                ("languages", "en"),
                ("accent", "#136c3e"), ("idle_minutes", "30"), ("audit_days", "365"), ("password_least", "10"),
                ("quiet_from", ""), ("quiet_until", ""), ("version", "1"),
            ]
        case "/t/:tenant/settings/icon":
            [("icon", "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><title>\(unique())</title></svg>")]
        case "/t/:tenant/settings/icon/removal": []
        case "/t/:tenant/settings/services/:service": [("state", "off")]
        case "/t/:tenant/users/import": [("pasted", "e-mail;name\n\(unique())@example.net;Of the table\n")]
        case "/t/:tenant/users/import/:import/matching", "/t/:tenant/users/import/:import/run",
            "/t/:tenant/users/import/:import/undo",
            "/t/:tenant/users/import/:import/deletion":
            []
        case "/t/:tenant/exports/:export/deletion": []
        case "/t/:tenant/finance/mail", "/t/:tenant/reports/users/mail", "/t/:tenant/reports/catalogue/mail",
            "/t/:tenant/reports/api/mail":
            [("by", "month"), ("rhythm", "week"), ("format", "csv")]
        case "/t/:tenant/reports/mails/:mail/deletion": []
        case _ where route.pattern.hasPrefix("/t/:tenant/") && route.pattern.hasSuffix("/export"):
            [("format", "csv"), ("reason", "because the table says so")]
        case _ where route.pattern.hasPrefix("/t/:tenant/users/bulk/") && route.pattern.contains(":bulk"):
            [("reason", "because the table says so")]
        case _ where route.pattern.hasPrefix("/t/:tenant/users/bulk/"):
            [("user", user), ("to-plan", "premium"), ("to-role", "moderator")]
        case "/t/:tenant/users", "/t/:tenant/users/:user":
            [
                ("email", "\(unique())@example.net"), ("name", "Changed by the table"), ("role", "user"),
                ("plan", "premium"),
                ("country", "FR"), ("language", "fr"), ("zone", "Europe/Paris"), ("version", "1"),
            ]
        case "/t/:tenant/users/:user/suspension", "/t/:tenant/users/:user/suspension/end",
            "/t/:tenant/users/:user/deletion",
            "/t/:tenant/users/:user/deletion/end":
            [("reason", "because the table says so")]
        case "/t/:tenant/users/:user/subscription":
            [("plan", TestInstallation.planKey), ("days", "30"), ("reason", "because the table says so")]
        case "/t/:tenant/provider-news/views": [("name", "Of the table"), ("view", "outcome=waiting")]
        case "/t/:tenant/providers/:provider": [("version", "0"), ("on", "yes")]
        case "/shop/:tenant/:checkout": [("decision", "pay")]
        case "/hooks/:tenant/:provider": []
        case _ where route.pattern.hasPrefix("/t/:tenant/users/:user/subscription/"):
            [
                ("subscription", user), ("turn", "failed"), ("days", "30"), ("part", "all"),
                ("reason", "because the table says so"),
            ]
        case "/t/:tenant/segments", "/t/:tenant/segments/:segment":
            [
                ("key", "k" + unique()), ("name", "Of the table"), ("plan", "premium"),
                ("was", TestInstallation.segmentContent),
            ]
        case "/t/:tenant/segments/:segment/deletion": []
        case "/t/:tenant/answers/views": [("name", "Of the table"), ("view", "days=7")]
        case "/t/:tenant/payments/views": [("name", "Of the table"), ("view", "kind=refund")]
        case "/t/:tenant/users/views": [("name", "Of the table"), ("view", "status=suspended")]
        case "/t/:tenant/admins/views": [("name", "Of the table"), ("view", "state=invited")]
        case "/t/:tenant/keys/views": [("name", "Of the table"), ("view", "state=expired")]
        case "/t/:tenant/jobs/views": [("name", "Of the table"), ("view", "state=failed")]
        case _ where route.pattern.hasSuffix("/views/:view/deletion"): []
        case "/t/:tenant/jobs/:job/retry", "/t/:tenant/jobs/:job/discard": []
        case "/t/:tenant/users/:user/notes": [("body", "a note of the table")]
        case "/t/:tenant/keys":
            [("name", "Key of the table"), ("scopes", "users.read"), ("term", "30"), ("rate", "600")]
        case "/t/:tenant/keys/:key/suspension", "/t/:tenant/keys/:key/suspension/end", "/t/:tenant/keys/:key/deletion":
            [("reason", "because the table says so")]
        case "/t/:tenant/keys/:key/rotation": [("overlap", "24")]
        default: catalogueForm(route.pattern)
        }
    }

    private static let catalogues = ["goals", "categories", "recommendations", "questionnaires", "texts", "plans"]

    private func catalogueForm(_ pattern: String) -> [(String, String)]? {
        let parts = pattern.split(separator: "/").map(String.init)
        guard parts.count > 2, Self.catalogues.contains(parts[2]) else { return nil }
        let content = [("name.en", "Changed by the table"), ("text.en", "Changed by the table")]
        return switch parts.dropFirst(3).joined(separator: "/") {
        case "": [("key", "k" + unique())] + content
        case "views": [("name", "Of the table"), ("view", "state=draft")]
        case "import": [("pasted", "key,name.en,text.en\nk\(unique()),Of the table,Of the table\n")]
        case _ where parts.count > 3 && parts[3] == "import": []
        case ":entry": content + [("was", TestInstallation.entryContent)]
        case ":entry/moves": parts[2] == "plans" ? [("from", "0"), ("to", "2")] : nil
        case ":entry/picture":
            Self.drawn.contains(parts[2])
                ? [
                    (
                        "icon",
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><title>\(unique())</title></svg>"
                    )
                ] : nil
        case ":entry/picture/removal": Self.drawn.contains(parts[2]) ? [] : nil
        case ":entry/up", ":entry/down": Self.ordered.contains(parts[2]) ? [] : nil
        case ":entry/review", ":entry/review/end", ":entry/draft/deletion", ":entry/publication",
            ":entry/publication/end",
            ":entry/versions/:version/return", ":entry/retirement", ":entry/retirement/end":
            []
        default: nil
        }
    }

    /// Whose entries have pictures.
    private static let drawn: Set<String> = ["goals", "categories"]
    private static let ordered = Set(catalogues).subtracting(["texts"])

    private static let catalogueReads: Set<String> = Set(
        catalogues.flatMap { catalogue in
            [
                "", "/new", "/:entry", "/:entry/edit", "/views", "/export", ".csv", ".xlsx", ".jsonl", "/import",
                "/import/template.csv",
                "/import/template.xlsx", "/import/:import", "/import/:import/matching", "/import/:import/wrong.xlsx",
            ].map { "/t/:tenant/\(catalogue)\($0)" }
        })

    /// The body of a write of the service API that would be accepted with `If-Match: *`; empty for one that has none.
    package func json(_ route: Route) -> String? {
        guard case .service = route.access else { return nil }
        return switch "\(route.method) \(route.pattern)" {
        case "PUT /v1/users": "{\"users\":[{\"email\":\"\(unique())@example.net\",\"name\":\"Of the table\"}]}"
        case "PATCH /v1/users/:user": "{\"name\":\"Changed by the table \(unique())\"}"
        case "DELETE /v1/users/:user": ""
        case "PUT /v1/users/:user/answers/:questionnaire": "{\"answers\":{\"level\":\"hard\"}}"
        case "POST /v1/users/:user/uses": "{\"entitlement\":\"alarms\"}"
        case "POST /v1/users/:user/checkouts":
            "{\"plan\":\"\(TestInstallation.planKey)\",\"period\":\"month\",\"currency\":\"EUR\"}"
        default: nil
        }
    }

    private static let reads: Set<String> = [
        "/t/:tenant/reports/mails", "/t/:tenant/finance/mail", "/t/:tenant/reports/users/mail",
        "/t/:tenant/reports/catalogue/mail", "/t/:tenant/reports/api/mail",
        "/t/:tenant/reports/users", "/t/:tenant/reports/users/export", "/t/:tenant/reports/users.csv",
        "/t/:tenant/reports/users.xlsx", "/t/:tenant/reports/users.jsonl",
        "/t/:tenant/reports/catalogue", "/t/:tenant/reports/catalogue/export", "/t/:tenant/reports/catalogue.csv",
        "/t/:tenant/reports/catalogue.xlsx", "/t/:tenant/reports/catalogue.jsonl",
        "/t/:tenant/reports/api", "/t/:tenant/reports/api/export", "/t/:tenant/reports/api.csv",
        "/t/:tenant/reports/api.xlsx", "/t/:tenant/reports/api.jsonl",
        "/t/:tenant/users/:user/subscription", "/t/:tenant/plans/:entry/subscribers",
        "/t/:tenant/plans/:entry/moves/:move", "/t/:tenant/finance",
        "/t/:tenant/finance/export", "/t/:tenant/finance.csv", "/t/:tenant/finance.xlsx", "/t/:tenant/finance.jsonl",
        "/t/:tenant/payments",
        "/t/:tenant/payments/export", "/t/:tenant/payments/views", "/t/:tenant/payments.csv",
        "/t/:tenant/payments.xlsx",
        "/t/:tenant/payments.jsonl", "/t/:tenant/providers", "/t/:tenant/provider-news",
        "/t/:tenant/provider-news/export",
        "/t/:tenant/provider-news/views", "/t/:tenant/provider-news.csv", "/t/:tenant/provider-news.xlsx",
        "/t/:tenant/provider-news.jsonl",
        "/shop/:tenant/:checkout", "/v1/users/:user/entitlements", "/v1/users/:user/answers", "/t/:tenant/answers",
        "/t/:tenant/answers/export",
        "/t/:tenant/answers/views", "/t/:tenant/answers.csv", "/t/:tenant/answers.xlsx", "/t/:tenant/answers.jsonl",
        "/t/:tenant/segments", "/t/:tenant/segments/new", "/t/:tenant/segments/:segment",
        "/t/:tenant/segments/:segment/edit",
        "/v1/users/:user/segments", "/v1/images/:image", "/t/:tenant/answers/:submission",
        "/t/:tenant/questionnaires/:entry/answers",
        "/", "/sign-in", "/sign-in/code", "/sign-in/second-step", "/enrol/:link", "/healthz", "/readyz", "/metrics",
        "/assets/:file", "/tenants", "/tenants/new", "/account", "/audit", "/t/:tenant", "/t/:tenant/users",
        "/t/:tenant/users/new",
        "/t/:tenant/users/export", "/t/:tenant/users/views", "/t/:tenant/users.csv", "/t/:tenant/users.xlsx",
        "/t/:tenant/users.jsonl",
        "/t/:tenant/users/import", "/t/:tenant/users/import/template.csv", "/t/:tenant/users/import/template.xlsx",
        "/t/:tenant/users/import/:import", "/t/:tenant/users/import/:import/matching",
        "/t/:tenant/users/import/:import/wrong.xlsx",
        "/t/:tenant/exports", "/t/:tenant/exports/:export", "/t/:tenant/exports/:export/file",
        "/t/:tenant/users/bulk", "/t/:tenant/users/bulk/:bulk", "/t/:tenant/users/:user", "/t/:tenant/users/:user/edit",
        "/t/:tenant/audit", "/t/:tenant/audit/export", "/t/:tenant/audit.csv",
        "/t/:tenant/audit.xlsx", "/t/:tenant/audit.jsonl", "/audit/export", "/audit.csv", "/audit.xlsx", "/audit.jsonl",
        "/find", "/find.json", "/t/:tenant/find",
        "/t/:tenant/find.json", "/t/:tenant/keys", "/t/:tenant/keys/new", "/t/:tenant/keys/:key", "/v1/me",
        "/v1/openapi.json", "/v1/catalogue",
        "/v1/users", "/v1/users/:user", "/t/:tenant/settings",
        "/t/:tenant/approvals", "/t/:tenant/approvals/:approval", "/t/:tenant/admins", "/t/:tenant/admins/new",
        "/t/:tenant/admins/:admin", "/admins",
        "/t/:tenant/access-review", "/access-review", "/t/:tenant/roles", "/t/:tenant/roles/new",
        "/t/:tenant/roles/:role",
        "/admins/export", "/admins.csv", "/admins.xlsx", "/admins.jsonl", "/t/:tenant/admins/export",
        "/t/:tenant/admins.csv",
        "/t/:tenant/admins.xlsx", "/t/:tenant/admins.jsonl", "/t/:tenant/keys/export", "/t/:tenant/keys.csv",
        "/t/:tenant/keys.xlsx",
        "/t/:tenant/keys.jsonl", "/t/:tenant/jobs/export", "/t/:tenant/jobs.csv", "/t/:tenant/jobs.xlsx",
        "/t/:tenant/jobs.jsonl",
        "/tenants/:archived/deletion", "/t/:tenant/images/:image", "/t/:tenant/admins/views", "/t/:tenant/keys/views",
        "/t/:tenant/jobs", "/t/:tenant/jobs/views",
    ]
}
