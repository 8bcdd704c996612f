/// Checks which attributes and addresses a template may contain.
enum AttributeRules {
    /// Runs when the name is known.
    static func check(_ state: inout MarkupState, _ source: Source) throws(Diagnostic) {
        let name = state.attribute
        if name == "style" {
            throw source.error("the content security policy forbids the attribute style; use a class", at: state.begin)
        }
        if name.hasPrefix("on") {
            throw source.error(
                "the content security policy forbids the attribute \(name); listen in public/roost.js", at: state.begin)
        }
        guard state.attributes.insert(state.attribute).inserted else {
            throw source.error("<\(state.tag)> has the attribute \(state.attribute) twice", at: state.begin)
        }
    }

    /// Refuses a literal address that runs code, and a value that would decide the host.
    static func checkAddress(_ state: MarkupState, isWhole: Bool, _ source: Source) throws(Diagnostic) {
        guard state.isInAddress else { return }
        let text = normalised(state.addressText)
        if text.hasPrefix("javascript:") || text.hasPrefix("vbscript:") {
            throw source.error("an address that runs code", at: state.begin)
        }
        if !isWhole, endsInHost(text) {
            throw source.error("a value can't be part of a host; hold the whole address as a Link", at: state.begin)
        }
    }

    static func endsInHost(_ address: String) -> Bool {
        let text = normalised(address)
        guard let start = ["https:", "http:", "//"].first(where: { text.hasPrefix($0) }) else { return false }
        return !text.dropFirst(start.count).drop { $0 == "/" }.contains("/")
    }

    /// Returns the address as browsers read it: without white space, in lower case.
    private static func normalised(_ address: String) -> String {
        address.lowercased().filter { !$0.isWhitespace }
    }

    /// Returns the method of `HTMLBuffer` that prints a value in the attribute that `state` is in.
    static func method(_ state: MarkupState, _ source: Source, at offset: Int) throws(Diagnostic) -> String {
        if Elements.staticAttributes.contains(state.attribute) {
            throw source.error("no value can be printed in the attribute \(state.attribute)", at: offset)
        }
        if Elements.animations.contains(state.tag) {
            throw source.error("no value can be printed in <\(state.tag)>: it sets other attributes", at: offset)
        }
        guard state.isInAddress else { return "attribute" }
        try checkAddress(state, isWhole: false, source)
        switch state.address {
        case .nothing: return "link"
        case .something: return "urlComponent"
        case .unclear: throw source.error("this is the first part of the address in one branch only", at: offset)
        }
    }
}
