import HTTPTypes
import Web

/// The OpenAPI 3.1 document, made of the routes themselves: an endpoint can't be there and not in it.
enum ServiceDocument {
    static func bytes(_ routes: [Route]) -> [UInt8] {
        var paths: [(path: String, operations: [(String, JSONText)])] = []
        for route in routes {
            guard case .service(let needed) = route.access, let summary = route.summary else { continue }
            let path = "/" + route.pattern.split(separator: "/").map { $0.first == ":" ? "{\($0.dropFirst())}" : String($0) }.joined(separator: "/")
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
                    ("description", "For programs with an API key. Which tenant it is about follows from the key."),
                ])
            ),
            ("servers", .array([.object([("url", "/")])])),
            ("security", .array([.object([("key", .array([]))])])),
            ("paths", .object(paths.map { ($0.path, .object($0.operations)) })),
            (
                "components",
                .object([
                    ("securitySchemes", .object([("key", .object([("type", "http"), ("scheme", "bearer")]))])),
                    ("schemas", .object([("Problem", problem)])),
                ])
            ),
        ]).bytes
    }

    private static func operation(_ route: Route, _ needed: ScopeNeeded, _ summary: ServiceSummary) -> JSONText {
        var scope = "Any key may call it."
        if case .scope(let wanted) = needed { scope = "Needs the scope \(wanted.rawValue)." }
        let inPath = route.pattern.split(separator: "/").filter { $0.first == ":" }.map { part in
            JSONText.object([
                ("name", .string(String(part.dropFirst()))), ("in", "path"), ("required", true),
                ("schema", JSONSchema.format("uuid").json),
            ])
        }
        let inQuery = summary.parameters.map { parameter in
            JSONText.object([
                ("name", .string(parameter.name)), ("in", "query"), ("description", .string(parameter.text)),
                ("schema", parameter.schema.json),
            ])
        }
        let inHead = summary.hasTag
            ? [
                JSONText.object([
                    ("name", "If-None-Match"), ("in", "header"), ("description", "ETags that the caller has; one that still holds gives 304."),
                    ("schema", JSONSchema.string.json),
                ])
            ] : []
        var responses: [(String, JSONText)] = [("200", answer(summary))]
        if summary.hasTag { responses.append(("304", .object([("description", "Not changed."), ("headers", headers(summary))]))) }
        responses += [
            ("401", refusal("No key that works.")), ("403", refusal("The scope is missing, the address is not allowed, or the API is switched off.")),
        ]
        if summary.mayBeMissing { responses.append(("404", refusal("Not there, or not for this key."))) }
        responses += [
            ("422", refusal("A parameter is wrong.")), ("429", refusal("Too many requests.")), ("500", refusal("Roost's fault.")),
            ("503", refusal("Too busy.")),
        ]
        return .object([
            ("operationId", .string(summary.name)), ("summary", .string(summary.text)), ("description", .string(scope)),
            ("parameters", .array(inPath + inQuery + inHead)), ("responses", .object(responses)),
        ])
    }

    private static func answer(_ summary: ServiceSummary) -> JSONText {
        .object([
            ("description", "Done."), ("headers", headers(summary)),
            ("content", .object([("application/json", .object([("schema", summary.answer.json)]))])),
        ])
    }

    private static func headers(_ summary: ServiceSummary) -> JSONText {
        func header(_ text: String, _ schema: JSONSchema) -> JSONText {
            .object([("description", .string(text)), ("required", true), ("schema", schema.json)])
        }
        var all: [(String, JSONText)] = [
            ("RateLimit-Limit", header("Requests a minute.", .integer(nil, otherwise: nil))),
            ("RateLimit-Remaining", header("Requests left at this moment.", .integer(nil, otherwise: nil))),
            ("RateLimit-Reset", header("Seconds until all of them are there again.", .integer(nil, otherwise: nil))),
        ]
        if summary.hasTag { all.append(("ETag", header("The version.", .string))) }
        return .object(all)
    }

    private static func refusal(_ text: String) -> JSONText {
        .object([
            ("description", .string(text)),
            ("content", .object([("application/problem+json", .object([("schema", JSONSchema.named("Problem").json)]))])),
        ])
    }

    /// RFC 9457, with the request's id; `errors` for 422.
    private static let problem = JSONText.object([
        ("type", "object"),
        (
            "properties",
            .object([
                ("type", JSONSchema.format("uri-reference").json), ("title", JSONSchema.string.json),
                ("status", JSONSchema.integer(400...599, otherwise: nil).json), ("detail", JSONSchema.string.json),
                ("request_id", JSONSchema.string.json),
                ("errors", JSONSchema.array(.object([("field", .string), ("detail", .string)])).json),
            ])
        ),
        ("required", .array(["type", "title", "status", "detail", "request_id"])), ("additionalProperties", false),
    ])
}
