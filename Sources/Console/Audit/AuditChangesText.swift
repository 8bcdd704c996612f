/// The changes of an event as JSON: `{"status":["active","suspended"]}`, null for no value. These bytes are hashed,
/// so we have our own writer, whose order and escapes never change; the reader reads only its output.
package enum AuditChangesText {
    package static func write(_ changes: [AuditEvent.Change]) -> String {
        var text = "{"
        for (index, change) in changes.enumerated() {
            if index > 0 { text += "," }
            append(change.field, to: &text)
            text += ":["
            append(change.old, to: &text)
            text += ","
            append(change.new, to: &text)
            text += "]"
        }
        return text + "}"
    }

    private static func append(_ value: String?, to text: inout String) {
        guard let value else {
            text += "null"
            return
        }
        text += "\""
        // Nearly every value needs no escaping.
        if value.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            text += value
            text += "\""
            return
        }
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case _ where scalar.value < 0x20:
                let hex = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }

    /// Returns nil if the text is not as `write` makes it: it was tampered with.
    package static func read(_ text: String, isPersonal: Bool) -> [AuditEvent.Change]? {
        var rest = text.unicodeScalars[...]
        func take(_ scalar: Unicode.Scalar) -> Bool {
            guard rest.first == scalar else { return false }
            rest.removeFirst()
            return true
        }
        func string() -> String? {
            guard take("\"") else { return nil }
            var value = String.UnicodeScalarView()
            while let scalar = rest.popFirst() {
                switch scalar {
                case "\"": return String(value)
                case "\\":
                    switch rest.popFirst() {
                    case "\"": value.append("\"")
                    case "\\": value.append("\\")
                    case "u":
                        guard rest.count >= 4, let number = UInt32(String(rest.prefix(4)), radix: 16),
                            let made = Unicode.Scalar(number)
                        else { return nil }
                        rest.removeFirst(4)
                        value.append(made)
                    default: return nil
                    }
                default: value.append(scalar)
                }
            }
            return nil
        }
        func value() -> String?? {
            if rest.starts(with: "null".unicodeScalars) {
                rest.removeFirst(4)
                return .some(nil)
            }
            return string().map { .some($0) }
        }
        var changes: [AuditEvent.Change] = []
        guard take("{") else { return nil }
        if take("}") { return rest.isEmpty ? [] : nil }
        repeat {
            guard let field = string(), take(":"), take("["), let old = value(), take(","), let new = value(), take("]")
            else { return nil }
            changes.append(.init(field, old: old, new: new, isPersonal: isPersonal))
        } while take(",")
        return take("}") && rest.isEmpty ? changes : nil
    }
}
