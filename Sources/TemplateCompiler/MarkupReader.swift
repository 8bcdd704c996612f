/// Reads the literal parts of a template as HTML, byte by byte: checks them, reduces their white space, and tracks
/// the state that decides how the next value is printed.
struct MarkupReader {
    let source: Source
    var state = MarkupState()
    private var output: [UInt8] = []
    private var index = 0
    private var end = 0

    init(_ source: Source) {
        self.source = source
    }

    /// Returns the bytes to print for the literal at `range`.
    mutating func read(_ range: Range<Int>) throws(Diagnostic) -> [UInt8] {
        output.removeAll(keepingCapacity: true)
        index = range.lowerBound
        end = range.upperBound
        while index < end { try step(source.bytes[index]) }
        return output
    }

    private mutating func step(_ byte: UInt8) throws(Diagnostic) {
        switch state.place {
        case .text: try text(byte)
        case .tagName: try tagName(byte)
        case .endTagName: try endTagName(byte)
        case .beforeAttribute, .afterAttribute: try betweenAttributes(byte)
        case .attributeName: try attributeName(byte)
        case .beforeValue: try beforeValue(byte)
        case .value(let quote): try value(byte, quote)
        case .afterSlash: try afterSlash(byte)
        case .comment:
            if follows("-->") {
                index += 3
                state.place = .text
            } else {
                index += 1
            }
        case .doctype:
            if byte == UInt8(ascii: ">") { state.place = .text }
            keep(byte)
        }
    }

    // MARK: Text

    private mutating func text(_ byte: UInt8) throws(Diagnostic) {
        if byte == UInt8(ascii: "<") { return try lessThan() }
        if state.isInScript, !Self.isSpace(byte) {
            throw source.error("the content security policy forbids inline scripts; use src", at: index)
        }
        guard Self.isSpace(byte), !state.keepsSpace else { return keep(byte) }
        let begin = index
        var hasNewline = false
        while index < end, Self.isSpace(source.bytes[index]) {
            if source.bytes[index] == UInt8(ascii: "\n") { hasNewline = true }
            index += 1
        }
        if hasNewline { output.append(UInt8(ascii: "\n")) } else { output += source.bytes[begin..<index] }
    }

    private mutating func lessThan() throws(Diagnostic) {
        state.begin = index
        state.tagBegin = index
        if state.isInPlainText || state.isInScript, let name = state.elements.last?.name, !follows("</" + name) {
            throw source.error("<\(name)> holds text only; write &lt; for a <", at: index)
        }
        if follows("<!--") {
            index += 4
            state.place = .comment
        } else if follows("<!doctype", ignoringCase: true) {
            state.place = .doctype
            keep(UInt8(ascii: "<"))
        } else if follows("</") {
            output += Array("</".utf8)
            index += 2
            state.tag = ""
            state.place = .endTagName
        } else if index + 1 == end || Self.isLetter(source.bytes[index + 1]) {
            keep(UInt8(ascii: "<"))
            state.tag = ""
            state.attribute = ""
            state.attributes = []
            state.place = .tagName
        } else {
            throw source.error("write &lt; for a < that begins no tag", at: index)
        }
    }

    // MARK: Tags

    private mutating func tagName(_ byte: UInt8) throws(Diagnostic) {
        if Self.isLetter(byte) || Self.isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":") {
            state.tag.unicodeScalars.append(Unicode.Scalar(byte))
            return keep(byte)
        }
        try endTagName()
        try betweenAttributes(byte)
    }

    private mutating func endTagName() throws(Diagnostic) {
        TagRules.normalise(&state)
        guard !state.tag.isEmpty else { throw source.error("a tag without a name", at: index) }
        try TagRules.check(state, source)
        state.place = .afterAttribute
    }

    private mutating func endTagName(_ byte: UInt8) throws(Diagnostic) {
        switch byte {
        case UInt8(ascii: ">"):
            keep(byte)
            try TagRules.close(&state, source)
            state.place = .text
        case _ where Self.isSpace(byte): index += 1
        case _
        where Self.isLetter(byte) || Self.isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":"):
            state.tag.unicodeScalars.append(Unicode.Scalar(byte))
            keep(byte)
        default: throw source.error("an end tag holds a name and nothing else", at: index)
        }
    }

    private mutating func betweenAttributes(_ byte: UInt8) throws(Diagnostic) {
        switch byte {
        case _ where Self.isSpace(byte):
            if state.place != .beforeAttribute { output.append(UInt8(ascii: " ")) }
            state.place = .beforeAttribute
            index += 1
        case UInt8(ascii: ">"): try finishTag(selfClosed: false)
        case UInt8(ascii: "/"):
            state.place = .afterSlash
            index += 1
        case _ where state.place != .beforeAttribute:
            throw source.error("white space is missing before this attribute of <\(state.tag)>", at: index)
        case _ where Self.isAttributeByte(byte):
            state.place = .attributeName
            state.attribute = ""
            state.begin = index
        default: throw source.error("not the name of an attribute, in <\(state.tag)>", at: index)
        }
    }

    private mutating func afterSlash(_ byte: UInt8) throws(Diagnostic) {
        guard byte == UInt8(ascii: ">") else { throw source.error("a > must follow this /", at: index) }
        try finishTag(selfClosed: true)
    }

    private mutating func finishTag(selfClosed: Bool) throws(Diagnostic) {
        if selfClosed { output.append(UInt8(ascii: "/")) }
        keep(UInt8(ascii: ">"))
        try TagRules.open(&state, selfClosed: selfClosed, source)
        state.place = .text
        // The browser drops a newline at the start of these elements; if a value began with one, it would be lost.
        if !selfClosed, Elements.keepsSpace.contains(state.tag), !state.isForeign, !follows("\n") {
            output.append(UInt8(ascii: "\n"))
        }
    }

    // MARK: Attributes

    private mutating func attributeName(_ byte: UInt8) throws(Diagnostic) {
        if Self.isAttributeByte(byte) {
            state.attribute.unicodeScalars.append(Unicode.Scalar(byte))
            return keep(byte)
        }
        try endAttributeName()
        guard byte == UInt8(ascii: "=") else { return try betweenAttributes(byte) }
        state.place = .beforeValue
        keep(byte)
    }

    /// A directive ends the name before it: `<tr{% if …`, `<option {% if … %}selected{% end %}`.
    mutating func endName() throws(Diagnostic) {
        switch state.place {
        case .tagName where !state.tag.isEmpty: try endTagName()
        case .attributeName: try endAttributeName()
        default: return
        }
    }

    private mutating func endAttributeName() throws(Diagnostic) {
        state.attribute = state.attribute.lowercased()
        try AttributeRules.check(&state, source)
        state.place = .afterAttribute
    }

    private mutating func beforeValue(_ byte: UInt8) throws(Diagnostic) {
        guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") else {
            throw source.error("the value of the attribute \(state.attribute) must be quoted", at: index)
        }
        state.begin = index
        state.place = .value(quote: byte)
        state.address = .nothing
        state.addressText = ""
        keep(byte)
    }

    private mutating func value(_ byte: UInt8, _ quote: UInt8) throws(Diagnostic) {
        if byte == quote {
            try AttributeRules.checkAddress(state, isWhole: true, source)
            state.place = .afterAttribute
        } else if state.isInAddress, !(Self.isSpace(byte) && state.address == .nothing) {
            state.address = .something
            state.addressText.unicodeScalars.append(Unicode.Scalar(byte))
        }
        keep(byte)
    }

    // MARK: Bytes

    private mutating func keep(_ byte: UInt8) {
        output.append(byte)
        index += 1
    }

    private func follows(_ text: String, ignoringCase: Bool = false) -> Bool {
        let wanted = Array(text.utf8)
        guard index + wanted.count <= end else { return false }
        return zip(source.bytes[index...], wanted).allSatisfy { found, byte in
            found == byte || ignoringCase && Self.isLetter(found) && found | 0x20 == byte
        }
    }

    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == 0x0C
    }

    static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) && byte < 0x80 }

    static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    static func isAttributeByte(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || "-_:.@".utf8.contains(byte)
    }
}
