import Console
import JSON

/// A JSON value from a provider. Its members are read by name, and a null member counts as absent: providers write null
/// where another version of their API has no such member, and then the replacing member must be read.
struct ProviderObject: Sendable {
    let value: JSONText

    init(_ value: JSONText) { self.value = value }

    init(_ bytes: [UInt8]) throws(JSONReader.Fault) { value = try JSONReader.read(bytes) }

    subscript(_ name: String) -> ProviderObject? {
        guard let member = value[name], member != .null else { return nil }
        return ProviderObject(member)
    }

    var text: String? { value.text }
    var int: Int? { value.int }
    var isTrue: Bool { value == .bool(true) }
    var elements: [ProviderObject] { value.elements.map { ProviderObject($0) } }
    var first: ProviderObject? { elements.first }

    /// The id of another object, which is given as a text or as the whole object.
    var id: String? { text ?? self["id"]?.text }

    /// Returns this object as it was before: members of `changes` replace its own; objects are merged, arrays replaced.
    func overlaid(with changes: ProviderObject) -> ProviderObject {
        ProviderObject(Self.overlay(value, changes.value))
    }

    private static func overlay(_ value: JSONText, _ changes: JSONText) -> JSONText {
        guard case .object(var members) = value, case .object(let others) = changes else { return changes }
        for (name, change) in others {
            if let at = members.firstIndex(where: { $0.0 == name }) {
                members[at].1 = overlay(members[at].1, change)
            } else {
                members.append((name, change))
            }
        }
        return .object(members)
    }
}
