import HTTPTypes
import JSON
import Postgres
import Support

/// The document of the service API, and whether requests and responses are as it says. It knows the keywords of JSON
/// Schema (2020-12) alone, like a client from elsewhere: the server's own checks are not asked.
struct ServiceContract {
    private let document: JSONText
    /// The lists of responses that had an element, by their place.
    private var filled: Set<String> = []

    init(_ bytes: [UInt8]) throws { document = try JSONReader.read(bytes, deepest: 64) }

    /// All operations, by method and path: `GET /v1/users/{user}`.
    var operations: [String: JSONText] {
        var all: [String: JSONText] = [:]
        for (path, operations) in document["paths"]?.members ?? [] {
            for (method, operation) in operations.members { all["\(method.uppercased()) \(path)"] = operation }
        }
        return all
    }

    /// Where a request's body differs from the operation's declaration.
    mutating func faults(ofBody value: JSONText, of operation: JSONText) -> [String] {
        guard let schema = operation["requestBody"]?["content"]?["application/json"]?["schema"] else {
            return ["takes no JSON"]
        }
        return faults(value, schema, at: "request")
    }

    /// Where a response differs from the operation's declaration: status, headers, media type and body.
    mutating func faults(of answer: Answer, of operation: JSONText) -> [String] {
        guard let said = operation["responses"]?[String(answer.status)] else {
            return ["\(answer.status) is not declared: \(answer.text.prefix(200))"]
        }
        var faults: [String] = []
        for (name, about) in said["headers"]?.members ?? [] {
            if let given = HTTPField.Name(name).flatMap({ answer.headers[$0] }) {
                let isNumber = about["schema"]?["type"] == "integer"
                let value = isNumber ? Int(given).map { JSONText.int($0) } ?? .string(given) : .string(given)
                faults += self.faults(value, about["schema"] ?? .null, at: name)
            } else if about["required"] == true {
                faults.append("\(name) is missing")
            }
        }
        guard let content = said["content"] else { return faults + (answer.body.isEmpty ? [] : ["there is a body"]) }
        let type = String((answer.headers[.contentType] ?? "").prefix { $0 != ";" })
        guard let described = content[type] else { return faults + ["\(type) is not declared"] }
        guard let schema = described["schema"] else { return faults + (answer.body.isEmpty ? ["no body"] : []) }
        guard let value = answer.json else { return faults + ["no JSON: \(answer.text.prefix(200))"] }
        return faults + self.faults(value, schema, at: operation["operationId"]?.text ?? "")
    }

    private mutating func faults(_ value: JSONText, _ schema: JSONText, at place: String) -> [String] {
        var faults: [String] = []
        for (keyword, said) in schema.members {
            faults += self.faults(value, keyword, said, of: schema, at: place)
        }
        return faults
    }

    private mutating func faults(
        _ value: JSONText, _ keyword: String, _ said: JSONText, of schema: JSONText, at place: String
    ) -> [String] {
        func unless(_ fits: Bool) -> [String] {
            fits ? [] : ["\(place): \(text(value)) against \(keyword) \(text(said))"]
        }
        let length = value.text?.unicodeScalars.count ?? 0
        switch keyword {
        case "type": return unless(isOf(said.text ?? "", value))
        case "format": return unless(isOf(format: said.text ?? "", value.text ?? ""))
        case "pattern":
            guard let pattern = said.text, let regex = try? Regex(pattern) else { return ["\(place): no pattern"] }
            return unless((value.text ?? "").firstMatch(of: regex) != nil)
        case "minLength": return unless(length >= said.int ?? 0)
        case "maxLength": return unless(length <= said.int ?? 0)
        case "enum": return unless(said.elements.contains(value))
        case "minimum": return unless(value.int ?? 0 >= said.int ?? 0)
        case "maximum": return unless(value.int ?? 0 <= said.int ?? 0)
        case "minItems": return unless(value.elements.count >= said.int ?? 0)
        case "maxItems": return unless(value.elements.count <= said.int ?? 0)
        case "maxProperties": return unless(value.members.count <= said.int ?? 0)
        case "items":
            if !value.elements.isEmpty { filled.insert(place) }
            var faults: [String] = []
            for element in value.elements { faults += self.faults(element, said, at: place + "/*") }
            return faults
        case "properties":
            var faults: [String] = []
            for (name, member) in value.members {
                if let schema = said[name] { faults += self.faults(member, schema, at: "\(place)/\(name)") }
            }
            return faults
        case "required":
            return said.elements.compactMap { name in
                value[name.text ?? ""] == nil ? "\(place): \(name.text ?? "") is missing" : nil
            }
        case "additionalProperties":
            var faults: [String] = []
            for (name, member) in value.members where schema["properties"]?[name] == nil {
                faults +=
                    said == false ? ["\(place)/\(name) is not declared"] : self.faults(member, said, at: place + "/+")
            }
            return faults
        case "anyOf":
            var least: [String]?
            for schema in said.elements {
                let found = faults(value, schema, at: place)
                if found.count < least?.count ?? .max { least = found }
            }
            return least ?? []
        case "$ref":
            let name = (said.text ?? "").split(separator: "/").last.map(String.init) ?? ""
            guard let schema = document["components"]?["schemas"]?[name] else { return ["\(place): no \(name)"] }
            return faults(value, schema, at: place)
        case "description", "default": return []
        default: return ["\(place): the keyword \(keyword)"]
        }
    }

    private func text(_ value: JSONText) -> String { String(decoding: value.bytes.prefix(120), as: UTF8.self) }

    private func isOf(_ type: String, _ value: JSONText) -> Bool {
        switch (type, value) {
        case ("string", .string), ("boolean", .bool), ("null", .null), ("array", .array), ("object", .object),
            ("number", .int), ("number", .number):
            true
        case ("integer", _): value.int != nil
        default: false
        }
    }

    /// The formats of responses; those of requests are the server's to check.
    private func isOf(format: String, _ text: String) -> Bool {
        switch format {
        case "uuid": ID(text) != nil
        case "date": text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil
        case "date-time":
            text.wholeMatch(
                of: /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})/)
                != nil
        case "uri": text.wholeMatch(of: /[a-z][a-z0-9+.-]*:[!-~]+/) != nil
        case "uri-reference": text.wholeMatch(of: /[!-~]+/) != nil
        default: true
        }
    }

    /// The lists of good responses that were empty in all of them: nothing is known of their elements.
    var emptyLists: Set<String> {
        var all: Set<String> = []
        for operation in operations.values {
            for (status, said) in operation["responses"]?.members ?? [] where status.first == "2" {
                let schema = said["content"]?["application/json"]?["schema"]
                all.formUnion(schema.map { lists($0, at: operation["operationId"]?.text ?? "") } ?? [])
            }
        }
        return all.subtracting(filled)
    }

    private func lists(_ schema: JSONText, at place: String) -> [String] {
        let inMembers = (schema["properties"]?.members ?? []).flatMap { lists($0.1, at: "\(place)/\($0.0)") }
        let inChoices = (schema["anyOf"]?.elements ?? []).flatMap { lists($0, at: place) }
        let inOthers = schema["additionalProperties"].map { lists($0, at: place + "/+") } ?? []
        let inElements = schema["items"].map { [place] + lists($0, at: place + "/*") } ?? []
        return inMembers + inChoices + inOthers + inElements
    }
}

extension JSONText {
    fileprivate var members: [(String, JSONText)] { if case .object(let members) = self { members } else { [] } }
}
