import Console
import HTML
import HTTPTypes
import JSON
import Postgres
import Secrets
import Web

/// `GET /v1/catalogue`: everything that is published, in one language, so that an app can work offline with its last
/// copy.
struct ReadCatalogue: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "getCatalogue", text: "Everything that is published, in one language",
        parameters: [
            ServiceParameter(
                "language",
                .pattern("^[A-Za-z][A-Za-z0-9-]{1,11}$", says: "A language like en or pt-BR.") { text in
                    (2...12).contains(text.utf8.count) && text.first?.isLetter == true
                        && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
                }, "One of the tenant's; any other gets the first of them. What is not translated comes in the first.")
        ],
        answer: .record(
            [
                ("language", .string), ("languages", .array(.string)),
                (
                    "changes_at",
                    .described(.nullable(.format("date-time")), "When something that is scheduled begins to hold.")
                ),
            ] + Declarations.current.catalogues.map { ($0.path, .array($0.answerSchema)) },
            required: ["language", "languages", "changes_at"]
                + Declarations.current.catalogues.filter { $0.place == .everyTenant }.map(\.path)), hasTag: true)

    private let language: String
    private let known: EntityTags?

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        language = request.query["language"] ?? ""
        known = EntityTags(.ifNoneMatch, of: request)
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws
        -> ServiceResponse
    {
        guard let row = try tx.first(CatalogueQueries.stamp) else { throw ServiceProblem.notFound }
        let key = key(tx.tenant, stamp: try row.int("catalogue_stamp"), try row.texts("languages"))
        return answer(
            try services.catalogues.answer(key, now: caller.actor.now) {
                try Self.make(key, caller.actor.tenant, tx)
            })
    }

    func cached(_ entry: KeyEntry, now: Timestamp, _ services: Services) -> ServiceResponse? {
        services.catalogues.cached(key(entry.tenant.id, stamp: entry.catalogueStamp, entry.tenant.languages), now: now)
            .map { answer($0) }
    }

    private func key(_ tenant: ID, stamp: Int, _ languages: [String]) -> CatalogueResponses.Key {
        .init(
            tenant: tenant, stamp: stamp, language: languages.contains(language) ? language : languages.first ?? "en",
            languages: languages)
    }

    private func answer(_ answer: CatalogueResponses.Answer) -> ServiceResponse {
        var made = ServiceResponse(answer.bytes, etag: answer.etag, unlessIn: known)
        made.packed = answer.packed
        return made
    }

    /// Makes the response from the catalogues that the tenant has.
    private static func make(
        _ key: CatalogueResponses.Key, _ tenant: Tenant, _ tx: borrowing TenantTransaction
    ) throws -> CatalogueResponses.Answer {
        let catalogues = Declarations.current.catalogues.filter { $0.place.includes(tenant) }
        var next: Timestamp?
        var entries: [String: [JSONText]] = [:]
        for row in try tx.rows(CatalogueQueries.published) {
            if let coming = try row.timeOrNil("next") { next = min(next ?? coming, coming) }
            let path = try row.text("catalogue")
            guard let number = try row.intOrNil("number"), let content = try row.textOrNil("content"),
                let catalogue = catalogues.first(where: { $0.path == path })
            else { continue }
            entries[path, default: []].append(
                catalogue.answer(try row.text("key"), number, Content(json: content), key.language, key.languages))
        }
        let body = JSONText.object(
            [
                ("language", .string(key.language)), ("languages", .array(key.languages.map { .string($0) })),
                ("changes_at", next.map { .string($0.iso) } ?? .null),
            ] + catalogues.map { ($0.path, .array(entries[$0.path] ?? [])) }
        ).bytes
        return .init(bytes: body, etag: Precondition.tag(of: body), until: next)
    }
}

extension CatalogueDeclaration {
    fileprivate var answerSchema: JSONSchema {
        .object(
            [("key", .string), ("version", .integer(nil, otherwise: nil))]
                + fields.map { field -> (String, JSONSchema) in
                    switch field.form {
                    case .number: (field.name, .nullable(.integer(nil, otherwise: nil)))
                    case .decimal: (field.name, .nullable(.number))
                    case .tick: (field.name, .bool)
                    case .picture:
                        (
                            field.name,
                            .described(
                                .nullable(.string), "Where the picture is got with the same key; it never changes.")
                        )
                    case .keys: (field.name, .array(.string))
                    default: (field.name, .nullable(.string))
                    }
                } + groups.map { ($0.name, .array($0.schema)) })
    }

    fileprivate func answer(_ key: String, _ number: Int, _ content: Content, _ language: String, _ languages: [String])
        -> JSONText
    {
        let own = fields.map { field -> (String, JSONText) in
            let text = field.isLocal ? content.text(field.name, language, languages) : content[field.name]
            return switch field.form {
            case .number: (field.name, Int(text).map { .int($0) } ?? .null)
            case .decimal: (field.name, ExactNumber(text)?.json ?? .null)
            case .tick: (field.name, .bool(text == "yes"))
            case .picture: (field.name, content.picture.map { .string(ReadImage.path($0)) } ?? .null)
            case .keys: (field.name, .array(content[list: field.name].map { .string($0) }))
            default: (field.name, text.isEmpty ? .null : .string(text))
            }
        }
        let groups = groups.map { group in
            (
                group.name,
                JSONText.array(
                    (1..<(content.count(of: group.name) + 1)).map {
                        group.answer(content, "\(group.name).\($0).", language, languages)
                    })
            )
        }
        return .object([("key", .string(key)), ("version", .int(number))] + own + groups)
    }
}
