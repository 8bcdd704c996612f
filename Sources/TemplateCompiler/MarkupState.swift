/// The position in an HTML document that the reader of a template has reached.
struct MarkupState {
    enum Place: Equatable {
        case text
        case tagName, endTagName
        /// White space was read: a new attribute may begin.
        case beforeAttribute
        case attributeName
        /// After the `=`.
        case beforeValue
        case value(quote: UInt8)
        /// A value or name has ended: white space or `>` must follow.
        case afterAttribute
        case afterSlash
        case comment, doctype
    }

    /// Whether part of an address precedes this point.
    enum Address: Equatable {
        case nothing, something
        /// It depends on the branch.
        case unclear
    }

    struct Element {
        let name: String
        let offset: Int
    }

    var place = Place.text
    var elements: [Element] = []
    var tag = ""
    var attribute = ""
    var attributes: Set<String> = []
    var address = Address.nothing
    /// The literal part of the address so far.
    var addressText = ""
    /// The position at which the current tag, attribute or value began.
    var begin = 0
    var tagBegin = 0

    var isForeign: Bool {
        for element in elements.reversed() {
            if element.name == "foreignObject" { return false }
            if Elements.foreign.contains(element.name) { return true }
        }
        return false
    }

    var isInPlainText: Bool {
        guard let last = elements.last else { return false }
        return Elements.plainText.contains(last.name) && !isForeign
    }

    var isInScript: Bool { elements.last?.name == "script" }

    var keepsSpace: Bool { elements.contains { Elements.keepsSpace.contains($0.name) } }

    var isInAddress: Bool { Elements.urlAttributes.contains(attribute) }

    /// The position in words, for messages.
    var description: String {
        let around = elements.last.map { "inside <\($0.name)>" } ?? "outside of all elements"
        return switch place {
        case .text: around
        case .value: "in the attribute \(attribute) of <\(tag)>"
        case .comment: "in a comment"
        case .doctype: "in the doctype"
        default: "in the tag <\(tag)>"
        }
    }

    /// Returns the state after branches that end here and in `other`; nil if the text after them would mean two
    /// things.
    func joined(with other: MarkupState) -> MarkupState? {
        guard elements.map(\.name) == other.elements.map(\.name) else { return nil }
        var joined = self
        joined.attributes.formUnion(other.attributes)
        switch (place, other.place) {
        case (.beforeAttribute, .afterAttribute), (.afterAttribute, .beforeAttribute):
            guard tag == other.tag else { return nil }
            joined.place = .afterAttribute
        case (.text, .text): break
        case (let one, let two) where one == two:
            guard tag == other.tag,
                attribute == other.attribute || place == .beforeAttribute || place == .afterAttribute
            else { return nil }
        default: return nil
        }
        if address != other.address { joined.address = .unclear }
        if AttributeRules.endsInHost(other.addressText) { joined.addressText = other.addressText }
        return joined
    }

    /// The body of a loop may run again from the point where it ended, so nothing may differ.
    func isSame(as other: MarkupState) -> Bool {
        joined(with: other) != nil && place == other.place && (!isInValue || address == other.address)
    }

    private var isInValue: Bool {
        if case .value = place { true } else { false }
    }
}
