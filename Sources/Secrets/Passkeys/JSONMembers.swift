import JSON

/// The members of one JSON object from foreign bytes: texts and yes or no of the object itself; what is nested is read
/// over, to see that it is sound. A name that stands twice makes the whole worthless: two readers could differ.
struct JSONMembers {
    enum Value: Equatable {
        case text(String)
        case bool(Bool)
        case other
    }

    /// Levels below the object itself.
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
            // Two spellings of one letter are two names to the reader, and one here.
            guard members.updateValue(value, forKey: name) == nil else {
                throw .malformed("a member stands here twice")
            }
        }
    }
}
