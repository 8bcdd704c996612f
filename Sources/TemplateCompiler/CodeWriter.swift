/// Writes the Swift code of one template. Adjacent literals are joined.
struct CodeWriter {
    private let path: String
    private(set) var code = ""
    private var literal: [UInt8] = []
    private var depth: Int

    init(path: String, depth: Int) {
        self.path = path
        self.depth = depth
    }

    mutating func raw(_ bytes: [UInt8]) {
        literal += bytes
    }

    /// Writes a statement; the Swift compiler reports its errors at `sourceLine` of the template.
    mutating func statement(_ text: String, sourceLine: Int) {
        flush()
        // The directive must be at the start of its line; it applies to the statement's line.
        code += "#sourceLocation(file: \(Self.quoted(path)), line: \(sourceLine))\n"
        line(text)
    }

    mutating func open(_ text: String, sourceLine: Int) {
        statement(text, sourceLine: sourceLine)
        depth += 1
    }

    mutating func close(_ text: String = "}") {
        flush()
        depth -= 1
        line(text)
    }

    /// `} else {`
    mutating func turn() {
        close("} else {")
        depth += 1
    }

    mutating func flush() {
        guard !literal.isEmpty else { return }
        line("html.raw(\(Self.quoted(String(decoding: literal, as: UTF8.self))))")
        literal.removeAll()
    }

    mutating func trimTrailingSpace() {
        while let last = literal.last, MarkupReader.isSpace(last) { literal.removeLast() }
    }

    private mutating func line(_ text: String) {
        code += String(repeating: "    ", count: depth) + text + "\n"
    }

    /// Returns the text as a Swift string literal.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": quoted += "\\\\"
            case "\"": quoted += "\\\""
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case _
            where scalar.value < 0x20 || scalar.value == 0x7F || scalar.value == 0x2028 || scalar.value == 0x2029:
                quoted += "\\u{" + String(scalar.value, radix: 16) + "}"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
