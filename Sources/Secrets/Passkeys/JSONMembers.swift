import JSON

/// The members of one untrusted JSON object: texts and booleans of the object itself. Nested values are only checked
/// to be valid. A name that occurs twice makes the object invalid: two readers could differ.
struct JSONMembers {
    enum Value: Equatable {
        case text(String)
        case bool(Bool)
        case other
    }

    /// The most levels below the object itself.
    private static let deepest = 7
    private(set) var members: [String: Value] = [:]

    init(_ bytes: [UInt8]) throws(PasskeyProblem) {
        let read: JSONText
        do { read = try JSONReader.read(bytes, deepest: Self.deepest) } catch { throw .malformed(error.why) }
        guard case .object(let object) = read else { throw .malformed("no object") }
        for (name, value) in object {
            let value: Value =
                switch value {
                case .string(let text): .text(text)
                case .bool(let bool): .bool(bool)
                default: .other
                }
            // To the reader two Unicode spellings of one letter are two names; here they are one.
            guard members.updateValue(value, forKey: name) == nil else {
                throw .malformed("a member stands here twice")
            }
        }
    }
}
