import Console
import Core
import HTTPTypes
import Postgres

/// For every route of the console: an address, and a form that is accepted. If a route with a form has no example, the
/// result is nil, and the tests that walk all routes fail: a new route needs an example in the feature's `examples`.
package struct RouteTable {
    /// The values for `:tenant`, `:user` … in the addresses.
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
    /// A mailed report.
    package var mail = ID.make().description
    package var entry = ID.make().description
    /// An event of a provider.
    package var event = ID.make().description
    package var move = ID.make().description
    package var passkey = ID.make().description
    /// A tenant that offers a membership.
    package var offer = ID.make().description
    package var link = "link"
    package var checkout = "checkout"
    package var job = ID.make().description
    package var image = ID.make().description
    package var submission = ID.make().description
    package var segment = ID.make().description
    package var questionnaire = TestInstallation.questionnaireKey
    /// Another admin of the tenant.
    package var admin = ID.make().description
    /// One of the tenant's own roles.
    package var role = ID.make().description
    /// The id of an archived tenant.
    package var archived = ID.make().description
    package var archivedSlug = "archived"
    /// The caller's one-time code.
    package var code = "000000"
    /// The objects that the features' examples made, by name.
    package var objects: [String: String] = [:]
    /// The word in all texts of those objects.
    package let objectsWord: String

    package init(tenant: String, user: String, objectsWord: String = unique()) {
        self.tenant = tenant
        self.user = user
        self.objectsWord = objectsWord
    }

    package func path(_ route: Route) -> String? {
        let needsNone = route.method == .get || route.method == .options
        guard needsNone || form(route) != nil || json(route) != nil || file(route) != nil else { return nil }
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
            case ":event": parts.append(event)
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
            case ":offer": parts.append(offer)
            case ":admin": parts.append(admin)
            case ":role": parts.append(role)
            case ":archived": parts.append(archived)
            case ":service": parts.append("push")
            case ":permission": parts.append("users.note")
            case ":provider": parts.append("sandbox")
            case ":issuer": parts.append("facebook")
            case ":checkout": parts.append(checkout)
            case ":topic": parts.append("account")
            case ":file": parts.append("roost.css")
            case _ where part.first == ":": parts.append(objects[String(part.dropFirst())] ?? ID.make().description)
            default: parts.append(String(part))
            }
        }
        // Downloading a file requires a reason.
        return "/" + parts.joined(separator: "/") + (route.isFile ? "?reason=because+the+table+says+so" : "")
    }

    /// Returns the fields of a POST that is accepted, without the CSRF token.
    package func form(_ route: Route) -> [(String, String)]? {
        guard route.method == .post else { return nil }
        if case .form(let form) = example(route) { return form }
        let parts = route.pattern.split(separator: "/").map(String.init)
        return switch route.pattern {
        case "/sign-in": [("email", "nobody@example.com"), ("password", TestAdmin.password)]
        case "/sign-in/browser": [("email", "nobody@example.com")]
        case "/sign-in/browser/:link": []
        case "/sign-in/code", "/sign-in/second-step": [("code", code)]
        case "/sign-in/recovery-codes": [("code", "k7mq2-xvp9h-h3w8d"), ("next", "/account")]
        case "/sign-out": []
        case "/enrol/:link": [("password", "seven purple elephants")]
        case "/account/preferences": [("language", "es"), ("theme", "dark")]
        case "/account/recovery-codes": [("codes_code", code)]
        case "/account/second-step": [("step_code", code)]
        case "/step-up": [("step_up_code", code), ("to", "/account")]
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
        case "/t/:tenant/settings":
            [
                ("name", "Renamed by the table"), ("slug", tenant), ("zone", "UTC"), ("currency", "EUR"),
                ("languages", "en"),
                ("accent", "#136c3e"), ("idle_minutes", "30"), ("audit_days", "365"), ("password_least", "10"),
                ("renewal_grace", "3"),
                ("quiet_from", ""), ("quiet_until", ""), ("version", "1"),
            ]
        case "/t/:tenant/settings/icon":
            [("icon", "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><title>\(unique())</title></svg>")]
        case "/t/:tenant/settings/icon/removal": []
        case "/t/:tenant/settings/services/:service": [("state", "off")]
        case "/t/:tenant/users/import": [("pasted", "e-mail;name\n\(unique())@example.net;Of the table\n")]
        case _ where route.pattern.hasSuffix("/import/:import/encoding"): [("encoding", "windows1252")]
        case _ where route.pattern.contains("/import/:import/"): []
        case _ where route.pattern.hasSuffix("/mail"):
            [("by", "month"), ("rhythm", "week"), ("format", "csv")]
        case _ where route.pattern.hasPrefix("/t/:tenant/") && route.pattern.hasSuffix("/export"):
            [("format", "csv"), ("reason", "because the table says so")]
        case _ where route.pattern.hasPrefix("/t/:tenant/users/bulk/") && route.pattern.contains(":bulk"):
            [("reason", "because the table says so")]
        case _ where route.pattern.hasPrefix("/t/:tenant/users/bulk/"):
            [("user", user), ("to-plan", "premium"), ("to-role", "moderator")]
        case "/t/:tenant/users/:user/subscription":
            [("plan", TestInstallation.planKey), ("days", "30"), ("reason", "because the table says so")]
        case "/t/:tenant/provider-events/views": [("name", "Of the table"), ("view", "outcome=waiting")]
        case "/t/:tenant/provider-events/:event/match":
            [("user", user), ("plan", TestInstallation.planKey), ("period", "month")]
        case "/t/:tenant/providers/:provider": [("version", "0"), ("on", "yes")]
        case "/shop/:tenant/:checkout": [("decision", "pay")]
        case "/privacy/:tenant/:link": []
        case "/hooks/:tenant/:provider": []
        case _ where route.pattern.hasPrefix("/t/:tenant/users/:user/subscription/"):
            [
                ("subscription", user), ("turn", "failed"), ("days", "30"), ("part", "all"),
                ("end", String(TestInstallation.subscriptionEnd.microseconds)),
                ("reason", "because the table says so"),
            ]
        case "/t/:tenant/segments", "/t/:tenant/segments/:segment":
            [
                ("key", "k" + unique()), ("name", "Of the table"), ("plan", "premium"),
                ("was", TestInstallation.segmentContent),
            ]
        case "/t/:tenant/segments/:segment/deletion": []
        case "/t/:tenant/payments/views": [("name", "Of the table"), ("view", "kind=refund")]
        case _ where route.pattern.hasSuffix("/views/:view/deletion"): []
        case _ where route.pattern.hasSuffix("/views") && !Self.catalogues.contains(parts[2]):
            [("name", "Of the table"), ("view", "q=table")]
        default: catalogueForm(route.pattern)
        }
    }

    private static let catalogues = Declarations.current.catalogues.map(\.path)

    private func catalogueForm(_ pattern: String) -> [(String, String)]? {
        let parts = pattern.split(separator: "/").map(String.init)
        guard parts.count > 2, Self.catalogues.contains(parts[2]) else { return nil }
        let content =
            [("name.en", "Changed by the table"), ("text.en", "Changed by the table")]
            + TestInstallation.entryValues(parts[2])
        return switch parts.dropFirst(3).joined(separator: "/") {
        case "": [("key", "k" + unique())] + content
        case "form", ":entry/form": content + [("key", "k" + unique()), ("act", "preview")]
        case "views": [("name", "Of the table"), ("view", "state=draft")]
        // Where nobody's data is stored, a file has the list's own columns and no other.
        case "import" where parts[2].hasPrefix("cycle-"): [("pasted", "key\nk\(unique())\n")]
        case "import": [("pasted", "key,name.en,text.en\nk\(unique()),Of the table,Of the table\n")]
        case _ where parts.count > 3 && parts[3] == "import" && parts.last == "encoding":
            [("encoding", "windows1252")]
        case _ where parts.count > 3 && parts[3] == "import": []
        case ":entry": content + [("was", TestInstallation.entryContent(parts[2]))]
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
            ":entry/publication/end", ":entry/publication/withdrawal",
            ":entry/versions/:version/return", ":entry/retirement", ":entry/retirement/end":
            []
        default: nil
        }
    }

    /// The catalogues whose entries have pictures.
    private static let drawn = Set(Declarations.current.catalogues.filter(\.hasPicture).map(\.path))
    private static let ordered = Set(Declarations.current.catalogues.filter(\.isOrdered).map(\.path))

    private func example(_ route: Route) -> RouteExample.Body? {
        let values = ExampleValues(
            tenant: .make(), user: ID(user) ?? .make(), word: unique(), objectsWord: objectsWord, pattern: route.pattern
        )
        return Self.examples["\(route.method) \(route.pattern)"]?.body(values)
    }

    private static let examples = Dictionary(
        Declarations.current.features.flatMap(\.examples.routes).map { ("\($0.method) \($0.pattern)", $0) }
    ) { first, _ in first }

    /// The body of a write that takes a file, and its media type.
    package func file(_ route: Route) -> (type: String, bytes: [UInt8])? {
        if case .file(let type, let bytes) = example(route) { (type, bytes) } else { nil }
    }

    /// The body of a write of the service API that would be accepted with `If-Match: *`; empty for one that has none.
    package func json(_ route: Route) -> String? {
        switch route.access {
        case .service, .user: break
        default: return nil
        }
        if case .json(let json) = example(route) { return json }
        return switch "\(route.method) \(route.pattern)" {
        case "POST /v1/users/:user/uses": "{\"entitlement\":\"alarms\"}"
        case "POST /v1/users/:user/checkouts":
            "{\"plan\":\"\(TestInstallation.planKey)\",\"period\":\"month\",\"currency\":\"EUR\"}"
        default: nil
        }
    }
}
