import Web

/// What an endpoint says about itself. Requests are checked against it, and the API's document is made of it.
package struct ServiceSummary: Sendable {
    /// The operation's name in generated clients.
    var name: String
    var text: String
    var parameters: [ServiceParameter] = []
    /// What has to be sent, as JSON.
    var body: JSONSchema?
    /// nil: an answer without a body, 204.
    var answer: JSONSchema?
    /// Answers carry an ETag, and If-None-Match is understood.
    var hasTag = false
    /// Names a thing in its path that may be missing, or belongs to tenants that hold people.
    var mayBeMissing = false
    /// An Idempotency-Key has to come along.
    var isWrite = false
    var match: Match?
    /// The answer is a picture, and no JSON.
    var answersPicture = false
    /// Names in its path that stand for a key of the tenant's own making; all others are ids.
    var pathKeys: [String] = []

    /// What becomes of If-Match.
    enum Match: Sendable {
        case heeded
        /// Without it 428; and the answer carries the new ETag.
        case demanded
    }
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
