/// CBOR (RFC 8949), the subset that authenticators write: whole numbers, byte and text strings, lists, maps, true and
/// false. No tags, no fractions, no open-ended lengths; every number in its shortest form, every key of a map once.
/// (CTAP2 also requires the keys in an order. Not all authenticators follow it, and nothing here depends on it.)
///
/// The bytes are not trusted: a length is compared with what is left before anything is read, and depth and number of
/// items are limited.
package indirect enum CBOR: Equatable, Sendable {
    case int(Int64)
    case bytes([UInt8])
    case text(String)
    case list([CBOR])
    case map([Member])
    case bool(Bool)
    case null

    package struct Member: Equatable, Sendable {
        package var key: CBOR
        package var value: CBOR
    }

    /// Reads one value; throws if bytes follow it.
    package init(_ bytes: [UInt8]) throws(PasskeyProblem) {
        var rest = bytes[...]
        self = try CBOR.first(of: &rest)
        guard rest.isEmpty else { throw .malformed("bytes behind the value") }
    }

    /// Removes the first value from `bytes` and returns it.
    package static func first(of bytes: inout ArraySlice<UInt8>) throws(PasskeyProblem) -> CBOR {
        var reader = Reader(rest: bytes)
        let value = try reader.value(depth: 0)
        bytes = reader.rest
        return value
    }

    /// Returns the value of a key of a map; nil if it is missing, or if this is no map.
    package subscript(_ key: CBOR) -> CBOR? {
        guard case .map(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    private struct Reader {
        static let mostItems = 256
        static let mostDepth = 6

        var rest: ArraySlice<UInt8>
        var items = 0

        mutating func value(depth: Int) throws(PasskeyProblem) -> CBOR {
            items += 1
            guard depth <= Self.mostDepth, items <= Self.mostItems else { throw .malformed("too much in one value") }
            guard let head = rest.popFirst() else { throw .malformed("the value is cut off") }
            switch head >> 5 {
            case 0: return .int(Int64(try number(head)))
            case 1: return .int(-1 - Int64(try number(head)))
            case 2: return .bytes(Array(try take(head)))
            case 3:
                guard let text = String(validating: try take(head), as: UTF8.self) else {
                    throw .malformed("text that is not UTF-8")
                }
                return .text(text)
            case 4:
                var values: [CBOR] = []
                for _ in 0..<(try count(head)) { values.append(try value(depth: depth + 1)) }
                return .list(values)
            case 5:
                var members: [Member] = []
                for _ in 0..<(try count(head)) {
                    let key = try value(depth: depth + 1)
                    switch key {
                    case .int, .text: break
                    default: throw .malformed("a key that is neither number nor text")
                    }
                    guard !members.contains(where: { $0.key == key }) else {
                        throw .malformed("a key that stands twice")
                    }
                    members.append(Member(key: key, value: try value(depth: depth + 1)))
                }
                return .map(members)
            default: break
            }
            switch head {
            case 0xF4: return .bool(false)
            case 0xF5: return .bool(true)
            case 0xF6: return .null
            default: throw .malformed("a kind of value that does not belong here")
            }
        }

        /// Returns the number in a head, up to 2⁶³ − 1.
        private mutating func number(_ head: UInt8) throws(PasskeyProblem) -> UInt64 {
            let low = head & 31
            guard low >= 24 else { return UInt64(low) }
            guard low <= 27 else { throw .malformed("an open-ended length") }
            let size = 1 << Int(low - 24)
            guard rest.count >= size else { throw .malformed("the number is cut off") }
            let number = UInt64(bigEndianBytes: rest.prefix(size))
            rest.removeFirst(size)
            let least: UInt64 = size == 1 ? 24 : 1 << UInt64(size * 4)
            guard number >= least, number <= UInt64(Int64.max) else {
                throw .malformed("a number not in its shortest form, or too large")
            }
            return number
        }

        private mutating func take(_ head: UInt8) throws(PasskeyProblem) -> ArraySlice<UInt8> {
            let length = try number(head)
            guard length <= UInt64(rest.count) else { throw .malformed("the string is cut off") }
            defer { rest.removeFirst(Int(length)) }
            return rest.prefix(Int(length))
        }

        private mutating func count(_ head: UInt8) throws(PasskeyProblem) -> Int {
            let count = try number(head)
            // Each item takes at least one byte: more items can't follow, whatever the head says.
            guard count <= UInt64(rest.count) else { throw .malformed("the list is cut off") }
            return Int(count)
        }
    }
}
