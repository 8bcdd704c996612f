/// Swift types for what the API's declarations say, each declared once: what looks the same and has the same name is the same type, and
/// so is a whole answer that looks like something known.
struct ClientTypes {
    private struct Known {
        var name: String
        var path: String
    }

    /// By what a type looks like, as the API's document spells it.
    private var known: [[UInt8]: [Known]] = [:]

    /// The type of a value. What has to be declared for it is added to `nested`, the declarations of the type at the path `owner`.
    mutating func type(
        of schema: JSONSchema, named name: String, in owner: String, _ nested: inout [String]
    ) -> String {
        switch schema {
        case .string, .anyText, .filled, .text, .pattern, .shape: return "String"
        case .format("uuid"): return "UUID"
        case .format("date-time"): return "Date"
        case .format: return "String"
        case .bool: return "Bool"
        case .number: return "Double"
        case .integer: return "Int"
        case .anything, .null, .either, .named: return "JSONValue"
        case .array(let items), .list(let items, _):
            return "[\(type(of: items, named: SwiftText.singular(name), in: owner, &nested))]"
        case .members(let value, _):
            return "[String: \(type(of: value, named: SwiftText.singular(name), in: owner, &nested))]"
        case .nullable(let value): return optional(type(of: value, named: name, in: owner, &nested))
        case .described(let value, _): return type(of: value, named: name, in: owner, &nested)
        case .choice(let values):
            return declared(schema, name, in: owner, &nested) { _, path in Self.choice(values, path) }
        case .object(let members):
            return declared(schema, name, in: owner, &nested) { types, path in
                types.structure(members, required: members.map(\.0), path)
            }
        case .record(let members, let required, _):
            return declared(schema, name, in: owner, &nested) { types, path in
                types.structure(members, required: required, path)
            }
        }
    }

    private func optional(_ type: String) -> String { type.hasSuffix("?") ? type : type + "?" }

    private mutating func declared(
        _ schema: JSONSchema, _ name: String, in owner: String, _ nested: inout [String],
        _ make: (inout ClientTypes, String) -> String
    ) -> String {
        let look = schema.json.bytes
        let isWhole = name == "Answer"
        if let same = known[look]?.first(where: { $0.name == name || isWhole || $0.name == "Answer" }) {
            return same.path
        }
        let path = "\(owner).\(name)"
        known[look, default: []].append(Known(name: name, path: path))
        nested.append(make(&self, path))
        return path
    }

    // MARK: Declarations

    /// What an older app doesn't know is no error: a new choice is a value like others.
    private static func choice(_ values: [String], _ path: String) -> String {
        let name = path.split(separator: ".").last.map(String.init) ?? path
        let known = values.map { value in
            "public static let \(SwiftText.name(value)) = \(name)(rawValue: \(SwiftText.literal(value)))"
        }
        return """
            /// One of the values below; a newer server may know more.
            public struct \(name): RawRepresentable, Codable, Hashable, Sendable {
                public let rawValue: String
                public init(rawValue: String) { self.rawValue = rawValue }

            \(SwiftText.indented(known.joined(separator: "\n")))
            }
            """
    }

    private mutating func structure(
        _ members: [(String, JSONSchema)], required: [String], _ path: String
    ) -> String {
        var nested: [String] = []
        var fields: [ClientField] = []
        // A member that has to be there and may be null is sent as null, which no synthesized encoding does.
        var hasNulls = false
        for (json, schema) in members {
            var type = type(of: schema, named: SwiftText.typeName(json), in: path, &nested)
            let isRequired = required.contains(json)
            var fallback: String?
            if type.hasSuffix("?") {
                if isRequired { hasNulls = true } else { type = "Nullable<\(type.dropLast())>?" }
                fallback = "nil"
            } else if !isRequired {
                (type, fallback) = (type + "?", "nil")
            }
            fields.append(ClientField(json: json, type: type, about: schema.about, fallback: fallback))
        }
        let name = path.split(separator: ".").last.map(String.init) ?? path
        var lines = fields.flatMap(\.declaration) + [""] + ClientField.initialiser(fields)
        lines += ["", "private enum CodingKeys: String, CodingKey {"]
        lines += fields.map { "    case \($0.name) = \(SwiftText.literal($0.json))" } + ["}"]
        if hasNulls { lines += encoding(fields, required) }
        for declaration in nested { lines += ["", declaration] }
        return """
            public struct \(name): Codable, Hashable, Sendable {
            \(SwiftText.indented(lines.joined(separator: "\n")))
            }
            """
    }

    private func encoding(_ fields: [ClientField], _ required: [String]) -> [String] {
        [
            "", "public func encode(to encoder: any Encoder) throws {",
            "    var values = encoder.container(keyedBy: CodingKeys.self)",
        ]
            + fields.map { field in
                let way = required.contains(field.json) ? "encode" : "encodeIfPresent"
                return "    try values.\(way)(\(field.name), forKey: .\(field.name))"
            } + ["}"]
    }
}

extension JSONSchema {
    /// What a member's documentation says beyond its type.
    fileprivate var about: String? {
        switch self {
        case .described(_, let text): text
        case .nullable(let schema): schema.about
        case .format("date"): "A day, as `2026-11-23`."
        case .format("iana-time-zone"), .filled("iana-time-zone"):
            "A time zone of the IANA database, as `Europe/Madrid`."
        case .integer(let range?, _): "From \(range.lowerBound) to \(range.upperBound)."
        case .text(let most): "At most \(most) characters."
        default: nil
        }
    }
}
