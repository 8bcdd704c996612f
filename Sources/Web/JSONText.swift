/// Text as JSON has it (RFC 8259).
package enum JSONText {
    /// In quotes, with what must not stand there written as escapes.
    package static func quoted(_ text: String) -> String {
        var line = ""
        append(text, to: &line)
        return line
    }

    package static func append(_ text: String, to line: inout String) {
        line += "\""
        // Nearly every text needs nothing.
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            line += text
            line += "\""
            return
        }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": line += "\\\""
            case "\\": line += "\\\\"
            case "\n": line += "\\n"
            case _ where scalar.value < 0x20:
                let hex = String(scalar.value, radix: 16)
                line += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: line.unicodeScalars.append(scalar)
            }
        }
        line += "\""
    }
}
