/// A JSON value (RFC 8259) to write, or one that `JSONReader` read. Members keep their order.
package enum JSONText: Sendable, Equatable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral
{
    case null
    case bool(Bool)
    case int(Int)
    /// A number that is no `Int`, spelt as it was read.
    case number(String)
    case string(String)
    case array([JSONText])
    case object([(String, JSONText)])

    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int) { self = .int(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }

    package static func == (a: JSONText, b: JSONText) -> Bool { a.bytes == b.bytes }

    /// Returns the member of that name, if the value is an object.
    package subscript(_ name: String) -> JSONText? {
        if case .object(let members) = self { members.first { $0.0 == name }?.1 } else { nil }
    }

    package var text: String? { if case .string(let text) = self { text } else { nil } }

    /// The whole number, however it is spelt: to JSON Schema 117.0 and 1.17e2 are integers like 117. Above 2^53 only
    /// plain digits are exact.
    package var int: Int? {
        switch self {
        case .int(let number): number
        case .number(let text): Double(text).flatMap { abs($0) <= 0x1p53 ? Int(exactly: $0) : nil }
        default: nil
        }
    }

    package var elements: [JSONText] { if case .array(let values) = self { values } else { [] } }

    package var bytes: [UInt8] {
        var out: [UInt8] = []
        write(to: &out)
        return out
    }

    private func write(to out: inout [UInt8]) {
        switch self {
        case .null: out += "null".utf8
        case .bool(let value): out += (value ? "true" : "false").utf8
        case .int(let value): out += String(value).utf8
        case .number(let text): out += text.utf8
        case .string(let value): Self.write(value, to: &out)
        case .array(let values):
            out.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { out.append(UInt8(ascii: ",")) }
                value.write(to: &out)
            }
            out.append(UInt8(ascii: "]"))
        case .object(let members):
            out.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { out.append(UInt8(ascii: ",")) }
                Self.write(member.0, to: &out)
                out.append(UInt8(ascii: ":"))
                member.1.write(to: &out)
            }
            out.append(UInt8(ascii: "}"))
        }
    }

    /// Appends to a line that is a string already.
    package static func append(_ text: String, to line: inout String) {
        if isPlain(text) {
            line += "\""
            line += text
            line += "\""
        } else {
            var out: [UInt8] = []
            write(text, to: &out)
            line += String(decoding: out, as: UTF8.self)
        }
    }

    /// Nearly every text needs no escaping.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy {
            $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "<") && $0 != 0x7F
        }
    }

    private static let hex = Array("0123456789abcdef".utf8)

    private static func write(_ text: String, to out: inout [UInt8]) {
        out.append(UInt8(ascii: "\""))
        if isPlain(text) {
            out.append(contentsOf: text.utf8)
            out.append(UInt8(ascii: "\""))
            return
        }
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): out += [UInt8(ascii: "\\"), byte]
            // Escapes "<" as well, so that a text is not markup even if a program reads it as a page.
            case 0..<0x20, UInt8(ascii: "<"), 0x7F:
                out += [
                    UInt8(ascii: "\\"), UInt8(ascii: "u"), UInt8(ascii: "0"), UInt8(ascii: "0"), hex[Int(byte >> 4)],
                    hex[Int(byte & 15)],
                ]
            default: out.append(byte)
            }
        }
        out.append(UInt8(ascii: "\""))
    }
}
