import HTTPTypes
import Images
import JSON
import Web

/// The OpenAPI 3.1 document, made from the routes themselves: so no endpoint can be missing in it.
package enum ServiceDocument {
    package static func bytes(_ routes: [Route]) -> [UInt8] {
        var paths: [(path: String, operations: [(String, JSONText)])] = []
        for route in routes {
            guard let summary = route.summary else { continue }
            var needed: ScopeNeeded?
            if case .service(let scope) = route.access { needed = scope }
            let path =
                "/"
                + route.pattern.split(separator: "/").map { $0.first == ":" ? "{\($0.dropFirst())}" : String($0) }
                .joined(separator: "/")
            let operation = (route.method.rawValue.lowercased(), self.operation(route, needed, summary))
            if let at = paths.firstIndex(where: { $0.path == path }) {
                paths[at].operations.append(operation)
            } else {
                paths.append((path, [operation]))
            }
        }
        return JSONText.object([
            ("openapi", "3.1.0"),
            (
                "info",
                .object([
                    ("title", "Roost service API"), ("version", "1"),
                    (
                        "description",
                        "For programs with an API key, and for apps on behalf of their users. Which tenant it is about follows from the key or the token."
                    ),
                ])
            ),
            ("servers", .array([.object([("url", "/")])])),
            ("security", .array([.object([("key", .array([]))])])),
            ("paths", .object(paths.map { ($0.path, .object($0.operations)) })),
            (
                "components",
                .object([
                    (
                        "securitySchemes",
                        .object([
                            ("key", .object([("type", "http"), ("scheme", "bearer")])),
                            (
                                "user",
                                .object([("type", "http"), ("scheme", "bearer"), ("bearerFormat", "JWT")])
                            ),
                        ])
                    ),
                    ("schemas", .object([("Problem", problem)])),
                ])
            ),
        ]).bytes
    }

    private static func operation(_ route: Route, _ needed: ScopeNeeded?, _ summary: ServiceSummary) -> JSONText {
        let scope =
            switch needed {
            case .scope(let wanted): "Needs the scope \(wanted.id)."
            case .anyKey: "Any key may call it."
            case nil: "Called on behalf of the user who is signed in, with their access token."
            }
        let daily =
            needed == nil && summary.isWrite
            ? " One user changes something by it at most \(route.mostADay) times a day." : ""
        let inPath = route.pattern.split(separator: "/").filter { $0.first == ":" }.map { part -> JSONText in
            let name = String(part.dropFirst())
            return JSONText.object([
                ("name", .string(name)), ("in", "path"), ("required", true),
                (
                    "schema",
                    (summary.pathKeys.contains(name) ? JSONSchema.pattern(CatalogueEntry.keyPattern) : .format("uuid"))
                        .json
                ),
            ])
        }
        let inQuery = summary.parameters.map { parameter in
            JSONText.object([
                ("name", .string(parameter.name)), ("in", "query"), ("description", .string(parameter.text)),
                ("schema", parameter.schema.json),
            ])
        }
        var members: [(String, JSONText)] = [
            ("operationId", .string(summary.name)), ("summary", .string(summary.text)),
            ("description", .string("\(scope) \(place(route.place))\(daily)")),
            ("parameters", .array(inPath + inQuery + inHead(summary))),
        ]
        if let kind = route.place.kind { members.append(("x-kind", .string(kind))) }
        if let body = summary.body {
            let example = summary.example.map { [("example", $0)] } ?? []
            let content = JSONText.object([("application/json", .object([("schema", body.json)] + example))])
            members.append(("requestBody", .object([("required", true), ("content", content)])))
        }
        if !summary.file.isEmpty {
            members.append(
                ("requestBody", .object([("required", true), ("content", .object(summary.file.map { ($0, binary) }))])))
        }
        if needed == nil { members.append(("security", .array([.object([("user", .array([]))])]))) }
        members.append(("responses", .object(responses(summary, in: route.place))))
        return .object(members)
    }

    /// The tenants in which the operation exists; in others it answers 404.
    private static func place(_ place: Place) -> String {
        switch place {
        case .installation, .everyTenant: "Exists in every tenant."
        case .people: "Exists in tenants with users."
        case .kind(let id): "Exists in tenants of the kind \(id)."
        }
    }

    /// OpenAPI 3.1 says nothing of a body that is no text.
    private static let binary = JSONText.object([])

    private static func inHead(_ summary: ServiceSummary) -> [JSONText] {
        func header(_ name: String, _ text: String, _ schema: JSONSchema = .string, isRequired: Bool = false)
            -> JSONText
        {
            .object([
                ("name", .string(name)), ("in", "header"), ("description", .string(text)),
                ("required", .bool(isRequired)),
                ("schema", schema.json),
            ])
        }
        var all: [JSONText] = []
        if summary.hasTag {
            all.append(header("If-None-Match", "ETags that the caller has; one that still holds gives 304."))
        }
        if summary.isWrite {
            all.append(
                header(
                    "Idempotency-Key",
                    "A text of the caller's making, a new one for each new write. The same call with the same key is done once, and gets the same answer for 24 hours.",
                    .pattern(IdempotencyKey.pattern), isRequired: true))
        }
        if let match = summary.match, match != .inBody {
            all.append(
                header(
                    "If-Match",
                    "The ETag that the caller has seen, or *. When another version is stored, nothing is changed.",
                    isRequired: match == .demanded))
        }
        return all
    }

    private static func responses(_ summary: ServiceSummary, in place: Place) -> [(String, JSONText)] {
        func bare(_ text: String) -> JSONText {
            .object([("description", .string(text)), ("headers", headers(summary))])
        }
        var all: [(String, JSONText)] = []
        if summary.answersPicture {
            let types = CheckedImage.MediaType.allCases.map { ($0.rawValue, JSONText.object([])) }
            all.append(
                (
                    "200",
                    .object([
                        ("description", "The picture."), ("headers", headers(summary)), ("content", .object(types)),
                    ])
                ))
        } else if !summary.answersFile.isEmpty {
            all.append(
                (
                    "200",
                    .object([
                        ("description", "The file."), ("headers", headers(summary)),
                        ("content", .object(summary.answersFile.map { ($0, binary) })),
                    ])
                ))
        } else if let schema = summary.answer {
            all.append((String(summary.status.code), answer(summary, schema)))
        } else {
            all.append(("204", bare("Done.")))
        }
        if summary.hasTag { all.append(("304", bare("Not changed."))) }
        if summary.isWrite {
            all.append(("400", refusal("The Idempotency-Key is missing or none, or the body is no JSON.")))
        }
        all += [
            ("401", refusal("No key or token that works.")),
            ("403", refusal("The scope is missing, the address is not allowed, or the API is switched off.")),
        ]
        // In a tenant of another sort the operation itself is not there.
        if summary.mayBeMissing || place != .everyTenant {
            all.append(("404", refusal("Not there, or not for this key.")))
        }
        if summary.isWrite {
            all.append(
                (
                    "409",
                    refusal(
                        "A call with this Idempotency-Key is still running, the user is deleted, another has the e-mail, or the questionnaire is retired."
                    )
                ))
        }
        if summary.match != nil { all.append(("412", refusal("Another version is stored than the call names."))) }
        if summary.body != nil {
            all += [("413", refusal("The body is too large.")), ("415", refusal("The body is not application/json."))]
        }
        all.append(
            (
                "422",
                refusal(
                    summary.isWrite
                        ? "A parameter or the body is wrong, or another call was sent with this Idempotency-Key."
                        : "A parameter is wrong.")
            ))
        if !summary.file.isEmpty {
            all.append(("413", refusal("The body is too large.")))
            all.append(("415", refusal("The body is of no media type that is taken.")))
        }
        if summary.match == .demanded { all.append(("428", refusal("If-Match is missing."))) }
        return all + [
            ("429", refusal("Too many requests, a minute or at a time.")), ("500", refusal("Roost's fault.")),
            ("503", refusal("Too busy.")),
        ]
    }

    private static func answer(_ summary: ServiceSummary, _ schema: JSONSchema) -> JSONText {
        .object([
            ("description", "Done."), ("headers", headers(summary)),
            ("content", .object([("application/json", .object([("schema", schema.json)]))])),
        ])
    }

    private static func headers(_ summary: ServiceSummary) -> JSONText {
        func header(_ text: String, _ schema: JSONSchema, isSure: Bool = true) -> JSONText {
            .object([("description", .string(text)), ("required", .bool(isSure)), ("schema", schema.json)])
        }
        var all: [(String, JSONText)] = [
            (
                "RateLimit-Limit",
                header(
                    "Requests a minute, or changes of this user a day: the limit that leaves less.",
                    .integer(nil, otherwise: nil))
            ),
            ("RateLimit-Remaining", header("Requests left at this moment.", .integer(nil, otherwise: nil))),
            ("RateLimit-Reset", header("Seconds until all of them are there again.", .integer(nil, otherwise: nil))),
        ]
        if summary.hasTag || summary.match == .demanded { all.append(("ETag", header("The version.", .string))) }
        if summary.isWrite {
            all.append(
                ("Idempotency-Replayed", header("This answer was given before.", .choice(["true"]), isSure: false)))
        }
        return .object(all)
    }

    private static func refusal(_ text: String) -> JSONText {
        .object([
            ("description", .string(text)),
            (
                "content",
                .object([("application/problem+json", .object([("schema", JSONSchema.named("Problem").json)]))])
            ),
        ])
    }

    /// RFC 9457, with the request's id; `errors` for 422: by parameter, or by place in the body.
    private static let problem = JSONText.object([
        ("type", "object"),
        (
            "properties",
            .object([
                ("type", JSONSchema.format("uri-reference").json), ("title", JSONSchema.string.json),
                ("status", JSONSchema.integer(400...599, otherwise: nil).json), ("detail", JSONSchema.string.json),
                ("request_id", JSONSchema.string.json),
                (
                    "errors",
                    JSONSchema.array(
                        .record(
                            [("field", .string), ("pointer", .string), ("detail", .string)], required: ["detail"],
                            oneOf: ["field", "pointer"])
                    ).json
                ),
            ])
        ),
        ("required", .array(["type", "title", "status", "detail", "request_id"])), ("additionalProperties", false),
    ])
}
