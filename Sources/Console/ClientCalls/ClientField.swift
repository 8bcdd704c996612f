/// A stored property of a generated type.
struct ClientField {
    enum Origin { case path, query, body, head, member }

    /// As the API spells it.
    var json: String
    var type: String
    var about: String?
    /// Of the initialiser's parameter.
    var fallback: String?
    var origin = Origin.member

    var name: String { Self.name(json, origin) }

    /// Every call has some properties of these names.
    private static let taken: Set<String> = ["path", "query", "body", "ifMatch", "content"]

    static func name(_ json: String, _ origin: Origin) -> String {
        let name = SwiftText.name(json)
        return [.path, .query].contains(origin) && taken.contains(name) ? name + "Value" : name
    }

    var declaration: [String] {
        (about.map { [SwiftText.comment($0)] } ?? []) + ["public var \(name): \(type)"]
    }

    static func initialiser(_ fields: [ClientField]) -> [String] {
        guard !fields.isEmpty else { return ["public init() {}"] }
        let parameters = fields.map { field in
            let label = field.origin == .body ? "_ \(field.name)" : field.name
            return "\(label): \(field.type)" + (field.fallback.map { " = \($0)" } ?? "")
        }
        return ["public init(\(parameters.joined(separator: ", "))) {"]
            + fields.map { "    self.\($0.name) = \($0.name)" } + ["}"]
    }
}
