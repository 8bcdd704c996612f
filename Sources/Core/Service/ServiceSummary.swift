import Web

/// What an endpoint says about itself. Requests are checked against it, and the API's document is made of it.
package struct ServiceSummary: Sendable {
    /// The operation's name in generated clients.
    var name: String
    var text: String
    var parameters: [ServiceParameter] = []
    var answer: JSONSchema
    /// Answers carry an ETag, and If-None-Match is understood.
    var hasTag = false
    /// Names a thing in its path that may be missing, or belongs to tenants that hold people.
    var mayBeMissing = false
}

/// A parameter of the query. An empty text is one that was not given.
package struct ServiceParameter: Sendable {
    enum Form: Sendable {
        case choice([String])
        case text(most: Int)
        case number(ClosedRange<Int>, otherwise: Int)
        /// A regular expression for programs, and the same for us.
        case pattern(String, @Sendable (String) -> Bool)
    }

    var name: String
    var form: Form
    var text: String

    init(_ name: String, _ form: Form, _ text: String) {
        self.name = name
        self.form = form
        self.text = text
    }

    /// Why the value can't be taken.
    func fault(_ value: String) -> String? {
        switch form {
        case .choice(let values): values.contains(value) ? nil : "One of \(values.joined(separator: ", "))."
        case .text(let most): value.columnLength <= most ? nil : "At most \(most) characters."
        case .number(let range, _):
            value.utf8.allSatisfy { (48...57).contains($0) } && Int(value).map { range.contains($0) } == true
                ? nil : "A whole number from \(range.lowerBound) to \(range.upperBound)."
        case .pattern(let pattern, let fits): fits(value) ? nil : "It must be like \(pattern)."
        }
    }

    var schema: JSONSchema {
        switch form {
        case .choice(let values): .choice(values)
        case .text(let most): .text(most: most)
        case .number(let range, let otherwise): .integer(range, otherwise: otherwise)
        case .pattern(let pattern, _): .pattern(pattern)
        }
    }
}

extension WebRequest {
    /// A misspelt or doubled parameter must not look as if it had been obeyed.
    func check(_ declared: [ServiceParameter]) throws {
        var seen: Set<String> = []
        let wrong = query.items.compactMap { item -> (field: String, why: String)? in
            guard let parameter = declared.first(where: { $0.name == item.name }) else {
                return (item.name.columnPrefix(60), "This endpoint has no such parameter.")
            }
            guard seen.insert(item.name).inserted else { return (item.name, "Give it once.") }
            return parameter.fault(item.value).map { (item.name, $0) }
        }
        if !wrong.isEmpty { throw ServiceProblem.invalid(Array(wrong.prefix(20))) }
    }
}

/// As much of JSON Schema (2020-12) as our answers need.
package indirect enum JSONSchema: Sendable {
    case string
    case format(String)
    case text(most: Int)
    case choice([String])
    case pattern(String)
    case integer(ClosedRange<Int>?, otherwise: Int?)
    case array(JSONSchema)
    case nullable(JSONSchema)
    /// All members are there, always, and no others.
    case object([(String, JSONSchema)])
    case named(String)

    var json: JSONText {
        switch self {
        case .string: .object([("type", "string")])
        case .format(let format): .object([("type", "string"), ("format", .string(format))])
        case .text(let most): .object([("type", "string"), ("maxLength", .int(most))])
        case .choice(let values): .object([("type", "string"), ("enum", .array(values.map { .string($0) }))])
        case .pattern(let pattern): .object([("type", "string"), ("pattern", .string(pattern))])
        case .integer(let range, let otherwise):
            .object(
                [("type", "integer")] + (range.map { [("minimum", .int($0.lowerBound)), ("maximum", .int($0.upperBound))] } ?? [])
                    + (otherwise.map { [("default", .int($0))] } ?? []))
        case .array(let items): .object([("type", "array"), ("items", items.json)])
        case .nullable(let schema): .object([("anyOf", .array([schema.json, .object([("type", "null")])]))])
        case .object(let members):
            .object([
                ("type", "object"), ("properties", .object(members.map { ($0.0, $0.1.json) })),
                ("required", .array(members.map { .string($0.0) })), ("additionalProperties", false),
            ])
        case .named(let name): .object([("$ref", .string("#/components/schemas/" + name))])
        }
    }
}
