import JSON
import Postgres
import Web

/// The part of JSON Schema (2020-12) that our responses and requests need.
package indirect enum JSONSchema: Sendable {
    case string
    /// Any text; the endpoint checks it itself.
    case anyText
    case bool
    case number
    case null
    /// Any value; whoever takes it looks at what it knows of it.
    case anything
    case format(String)
    /// A text of that format which is not empty.
    case filled(String)
    case text(most: Int)
    case choice([String])
    case pattern(String)
    /// A text of that form. The endpoint itself explains the error in another text; this only documents the form.
    case shape(String, ClosedRange<Int>)
    case integer(ClosedRange<Int>?, otherwise: Int?)
    case array(JSONSchema)
    case list(JSONSchema, ClosedRange<Int>)
    case nullable(JSONSchema)
    case either([JSONSchema])
    /// All members are always present, and no others.
    case object([(String, JSONSchema)])
    /// No other members; the required ones must be present, and at least one of `oneOf`.
    case record([(String, JSONSchema)], required: [String] = [], oneOf: [String] = [])
    /// Members of any name.
    case members(JSONSchema, most: Int?)
    case described(JSONSchema, String)
    case named(String)

    package var json: JSONText { .object(keywords) }

    private var keywords: [(String, JSONText)] {
        var all: [(String, JSONText)] = []
        func add(_ name: String, _ value: JSONText) { all.append((name, value)) }
        func names(_ names: [String]) -> JSONText { .array(names.map { .string($0) }) }
        switch self {
        case .string, .anyText, .format, .filled, .text, .choice, .pattern, .shape: add("type", "string")
        case .integer: add("type", "integer")
        case .bool: add("type", "boolean")
        case .number: add("type", "number")
        case .null: add("type", "null")
        case .array, .list: add("type", "array")
        case .object, .record, .members: add("type", "object")
        case .nullable, .either, .described, .named, .anything: break
        }
        switch self {
        case .string, .anyText, .bool, .number, .null, .anything: break
        case .format(let format): add("format", .string(format))
        case .filled(let format):
            add("format", .string(format))
            add("minLength", 1)
        case .text(let most):
            add("pattern", "^[^\\u0000]*$")
            add("maxLength", .int(most))
        case .choice(let values): add("enum", names(values))
        case .pattern(let pattern): add("pattern", .string(pattern))
        case .shape(let pattern, let length):
            add("pattern", .string(pattern))
            add("minLength", .int(length.lowerBound))
            add("maxLength", .int(length.upperBound))
        case .integer(let range, let otherwise):
            if let range {
                add("minimum", .int(range.lowerBound))
                add("maximum", .int(range.upperBound))
            }
            if let otherwise { add("default", .int(otherwise)) }
        case .array(let items): add("items", items.json)
        case .list(let items, let count):
            add("items", items.json)
            add("minItems", .int(count.lowerBound))
            add("maxItems", .int(count.upperBound))
        case .nullable(let schema): add("anyOf", .array([schema.json, .object([("type", "null")])]))
        case .either(let schemas): add("anyOf", .array(schemas.map(\.json)))
        case .object(let members): return Self.record(members, required: members.map(\.0)).keywords
        case .record(let members, let required, let oneOf):
            add("properties", .object(members.map { ($0.0, $0.1.json) }))
            if !required.isEmpty { add("required", names(required)) }
            if !oneOf.isEmpty { add("anyOf", .array(oneOf.map { .object([("required", names([$0]))]) })) }
            add("additionalProperties", false)
        case .members(let schema, let most):
            add("additionalProperties", schema.json)
            if let most { add("maxProperties", .int(most)) }
        case .described(let schema, let text): return schema.keywords + [("description", .string(text))]
        case .named(let name): add("$ref", .string("#/components/schemas/" + name))
        }
        return all
    }

    /// As many faults are told at once.
    package static let mostFaults = 20
    /// PostgreSQL stores no such text.
    private static let noNull = "A text without the character U+0000."

    /// Returns where a value from outside differs from this declaration. The search ends with the last fault that is
    /// listed, so that a body full of faults costs no more than a valid one.
    package func faults(_ value: JSONText, at pointer: String = "") -> [BodyFault] {
        var faults: [BodyFault] = []
        find(in: value, at: pointer, &faults)
        return faults
    }

    private func find(in value: JSONText, at pointer: String, _ faults: inout [BodyFault]) {
        guard faults.count < Self.mostFaults else { return }
        func wrong(_ why: String) { faults.append(BodyFault(pointer, why)) }
        switch self {
        case .described(let schema, _): schema.find(in: value, at: pointer, &faults)
        case .format("uuid"): if value.text.flatMap({ ID($0) }) == nil { wrong("A UUID, as text.") }
        case .anyText, .format, .shape, .pattern: if value.text == nil { wrong("A text.") }
        case .string:
            guard let text = value.text else { return wrong("A text.") }
            if text.utf8.contains(0) { wrong(Self.noNull) }
        case .filled:
            guard let text = value.text, !text.isEmpty else { return wrong("A text that is not empty.") }
            if text.utf8.contains(0) { wrong(Self.noNull) }
        case .text(let most):
            guard let text = value.text else { return wrong("A text.") }
            if text.utf8.contains(0) { return wrong(Self.noNull) }
            if text.unicodeScalars.count > most { wrong("A text of at most \(most) characters.") }
        case .choice(let values):
            if value.text.map(values.contains) != true { wrong("One of: \(values.joined(separator: ", ")).") }
        case .bool:
            if case .bool = value { return }
            wrong("true or false.")
        case .null: if value != .null { wrong("null.") }
        case .number:
            switch value {
            case .int, .number: return
            default: wrong("A number.")
            }
        case .integer(let range, _):
            guard let number = value.int else { return wrong("A whole number.") }
            guard let range, !range.contains(number) else { return }
            wrong("A whole number from \(range.lowerBound) to \(range.upperBound).")
        case .nullable(let schema): if value != .null { schema.find(in: value, at: pointer, &faults) }
        case .either(let schemas):
            var first: [BodyFault]?
            for schema in schemas {
                let found = schema.faults(value, at: pointer)
                guard !found.isEmpty else { return }
                first = first ?? found
            }
            faults += (first ?? []).prefix(Self.mostFaults - faults.count)
        case .array(let items): items.find(inEach: value, at: pointer, &faults)
        case .list(let items, let count):
            if case .array(let values) = value, !count.contains(values.count) {
                return wrong("From \(count.lowerBound) to \(count.upperBound) elements, not \(values.count).")
            }
            items.find(inEach: value, at: pointer, &faults)
        case .record(let members, let required, let oneOf):
            guard case .object(let given) = value else { return wrong("An object.") }
            for (name, value) in given where faults.count < Self.mostFaults {
                let place = pointer + "/" + BodyFault.escaped(name)
                if let member = members.first(where: { $0.0 == name }) {
                    member.1.find(in: value, at: place, &faults)
                } else {
                    // A misspelt member must not seem to have been accepted.
                    faults.append(BodyFault(place, "There is no such member here."))
                }
            }
            for name in required where value[name] == nil && faults.count < Self.mostFaults {
                faults.append(BodyFault("\(pointer)/\(name)", "This member is missing."))
            }
            if !oneOf.isEmpty, !oneOf.contains(where: { value[$0] != nil }), faults.count < Self.mostFaults {
                wrong("One of these members is needed: \(oneOf.joined(separator: ", ")).")
            }
        case .members(let schema, let most):
            guard case .object(let given) = value else { return wrong("An object.") }
            if let most, given.count > most { return wrong("At most \(most) members.") }
            for (name, value) in given where faults.count < Self.mostFaults {
                schema.find(in: value, at: pointer + "/" + BodyFault.escaped(name), &faults)
            }
        case .object(let members):
            JSONSchema.record(members, required: members.map(\.0)).find(in: value, at: pointer, &faults)
        case .named, .anything: return
        }
    }

    private func find(inEach value: JSONText, at pointer: String, _ faults: inout [BodyFault]) {
        guard case .array(let values) = value else { return faults.append(BodyFault(pointer, "An array.")) }
        for (index, value) in values.enumerated() where faults.count < Self.mostFaults {
            find(in: value, at: "\(pointer)/\(index)", &faults)
        }
    }
}

/// A fault in a body and its place: a JSON pointer (RFC 6901).
package struct BodyFault: Sendable, Equatable {
    package var pointer: String
    package var why: String

    package init(_ pointer: String, _ why: String) {
        self.pointer = pointer
        self.why = why
    }

    package static let schema = JSONSchema.object([("pointer", .string), ("detail", .string)])

    package var json: JSONText { .object([("pointer", .string(pointer)), ("detail", .string(why))]) }

    /// Returns a member's name as a part of a pointer. A long one is cut: the program knows its own name.
    package static func escaped(_ name: String) -> String {
        name.columnPrefix(60).split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
            .split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1")
    }
}

extension WebRequest {
    /// Parses the body, which must match the schema.
    package func json(as schema: JSONSchema) throws -> JSONText {
        let (value, faults) = try judgedJSON(as: schema)
        guard faults.isEmpty else { throw ServiceProblem.invalidBody(faults) }
        return value
    }

    /// The body with where it differs from the declaration, for a call that has more to say about it: all faults are told at once.
    package func judgedJSON(as schema: JSONSchema) throws -> (value: JSONText, faults: [BodyFault]) {
        let type = (headers[.contentType] ?? "").prefix { $0 != ";" }
        guard String(type).trimmingSpaces.lowercased() == "application/json" else { throw ServiceProblem.notJSONType }
        let value: JSONText
        do { value = try JSONReader.read(body) } catch { throw ServiceProblem.notJSON(error) }
        return (value, schema.faults(value))
    }
}
