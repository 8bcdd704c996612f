import HTML
import HTTPTypes
import JSON
import Postgres
import Web

/// The description of an endpoint. Requests are checked against it, and the API's document is made from it.
package struct ServiceSummary: Sendable {
    /// The operation's name in generated clients.
    package var name: String
    package var text: String
    package var parameters: [ServiceParameter] = []
    /// The schema of the JSON that must be sent.
    package var body: JSONSchema?
    /// The body is a file as it is, of one of these media types.
    package var file: [String] = []
    /// A body that the endpoint takes, for the document.
    package var example: JSONText?
    /// nil: a response without a body, 204.
    package var answer: JSONSchema?
    /// The status of a response with a body.
    package var status: HTTPResponse.Status
    /// Responses have an ETag, and If-None-Match is supported.
    package var hasTag = false
    /// Its path names an object that may be missing. An endpoint that is not in every tenant may be missing anyway.
    package var mayBeMissing = false
    /// An Idempotency-Key is required.
    package var isWrite = false
    package var match: Match?
    /// The response is a picture, not JSON.
    package var answersPicture = false
    /// The answer is a file of one of these media types, and no JSON.
    package var answersFile: [String] = []
    /// Names in its path that stand for a key of the tenant's own making; all others are ids.
    package var pathKeys: [String] = []

    package init(
        name: String, text: String, parameters: [ServiceParameter] = [], body: JSONSchema? = nil,
        example: JSONText? = nil, answer: JSONSchema? = nil, status: HTTPResponse.Status = .ok, hasTag: Bool = false,
        mayBeMissing: Bool = false, isWrite: Bool = false,
        match: Match? = nil, answersPicture: Bool = false, pathKeys: [String] = [], file: [String] = [],
        answersFile: [String] = []
    ) {
        self.file = file
        self.answersFile = answersFile
        self.name = name
        self.text = text
        self.parameters = parameters
        self.body = body
        self.example = example
        self.answer = answer
        self.status = status
        self.hasTag = hasTag
        self.mayBeMissing = mayBeMissing
        self.isWrite = isWrite
        self.match = match
        self.answersPicture = answersPicture
        self.pathKeys = pathKeys
    }

    /// How a call names the version that its caller has seen.
    package enum Match: Sendable {
        /// If-Match, which is optional.
        case heeded
        /// If-Match. Without it the response is 428; the response contains the new ETag.
        case demanded
        /// A member of the body.
        case inBody
    }
}

/// A parameter of the query. An empty text counts as missing.
package struct ServiceParameter: Sendable {
    package enum Form: Sendable {
        case choice([String])
        case text(most: Int)
        case number(ClosedRange<Int>, otherwise: Int)
        /// A regular expression for programs, what people read of a value that is none (a sentence with an example), and the check: it may
        /// refuse more than the expression does.
        case pattern(String, says: String, @Sendable (String) -> Bool)
    }

    package var name: String
    package var form: Form
    package var text: String

    package init(_ name: String, _ form: Form, _ text: String) {
        self.name = name
        self.form = form
        self.text = text
    }

    /// An id, as answers have them.
    package static func id(_ name: String, _ text: String) -> ServiceParameter {
        ServiceParameter(
            name,
            .pattern("^[0-9a-f-]{36}$", says: "An id like 019388f0-4a1b-7c2d-8e3f-5a6b7c8d9e0f.") { ID($0) != nil },
            text)
    }

    /// A day of the calendar.
    package static func day(_ name: String, _ text: String) -> ServiceParameter {
        ServiceParameter(
            name,
            .pattern("^[0-9]{4}-[0-9]{2}-[0-9]{2}$", says: "A day like 2026-11-22.") {
                $0.utf8.count == 10 && LocalTime(day: $0) != nil
            }, text)
    }

    /// Where the next page begins, as the answer before has it.
    package static func cursor(_ text: String) -> ServiceParameter {
        ServiceParameter(
            "cursor",
            .pattern(ServiceCursor.pattern, says: "The text that the page before has for the next one.") {
                ServiceCursor($0) != nil
            },
            text)
    }

    /// Returns why the value is invalid.
    package func fault(_ value: String) -> String? {
        switch form {
        case .choice(let values): values.contains(value) ? nil : "One of \(values.joined(separator: ", "))."
        case .text(let most): value.columnLength <= most ? nil : "At most \(most) characters."
        case .number(let range, _):
            value.utf8.allSatisfy { (48...57).contains($0) } && Int(value).map { range.contains($0) } == true
                ? nil : "A whole number from \(range.lowerBound) to \(range.upperBound)."
        case .pattern(_, let says, let fits): fits(value) ? nil : says
        }
    }

    package var schema: JSONSchema {
        switch form {
        case .choice(let values): .choice(values)
        // A zero byte in a query is ignored, so nothing is documented about it.
        case .text(let most): .shape("^[\\s\\S]*$", 0...most)
        case .number(let range, let otherwise): .integer(range, otherwise: otherwise)
        case .pattern(let pattern, _, _): .pattern(pattern)
        }
    }
}

extension WebRequest {
    /// The body as it is, which the header says to be of one of these media types. What it is, its bytes say.
    package func file(_ types: [String]) throws -> [UInt8] {
        let type = (headers[.contentType] ?? "").prefix { $0 != ";" }
        guard types.contains(String(type).trimmingSpaces.lowercased()) else { throw ServiceProblem.notFileType(types) }
        return body
    }

    /// A misspelt or doubled parameter must not look as if it had been obeyed.
    package func check(_ declared: [ServiceParameter]) throws {
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
