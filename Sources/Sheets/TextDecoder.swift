/// Decodes chunks of text into UTF-8. Removes a byte order mark at the start; bytes without meaning become U+FFFD.
struct TextDecoder {
    private let encoding: CSVDialect.Encoding
    /// The scalars of the bytes 0x80…0xFF, for encodings in which one byte is one letter.
    private let scalars: [UInt16]
    private var isFirst = true
    /// The first byte of a UTF-16 unit whose second byte is in the next chunk, and the first half of a surrogate
    /// pair.
    private var half: UInt8?
    private var lead: UInt16?
    /// The start of a byte order mark that the next chunk may complete.
    private var begun: [UInt8] = []

    init(_ encoding: CSVDialect.Encoding) {
        self.encoding = encoding
        scalars = WindowsLetters.scalars(encoding) ?? []
    }

    mutating func decode(_ chunk: [UInt8]) -> [UInt8] {
        switch encoding {
        case .utf8: plain(chunk)
        case .windows1252, .windows1251, .windows1256: Self.narrow(chunk, scalars)
        case .utf16le, .utf16be: wide(chunk)
        }
    }

    private mutating func plain(_ chunk: [UInt8]) -> [UInt8] {
        guard isFirst else { return chunk }
        let all = begun + chunk
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if all.count < 3, mark.starts(with: all) {
            begun = all
            return []
        }
        (isFirst, begun) = (false, [])
        return all.starts(with: mark) ? Array(all.dropFirst(3)) : all
    }

    private static func narrow(_ chunk: [UInt8], _ scalars: [UInt16]) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(chunk.count + chunk.count / 8)
        for byte in chunk {
            if byte < 0x80 {
                out.append(byte)
            } else {
                let scalar = scalars[Int(byte) - 0x80]
                put(scalar == 0 ? 0xFFFD : UInt32(scalar), to: &out)
            }
        }
        return out
    }

    private mutating func wide(_ chunk: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(chunk.count)
        for byte in chunk {
            guard let first = half else {
                half = byte
                continue
            }
            half = nil
            let unit = encoding == .utf16le ? UInt16(byte) << 8 | UInt16(first) : UInt16(first) << 8 | UInt16(byte)
            if isFirst {
                isFirst = false
                if unit == 0xFEFF { continue }
            }
            take(unit, to: &out)
        }
        return out
    }

    private mutating func take(_ unit: UInt16, to out: inout [UInt8]) {
        if let high = lead {
            lead = nil
            if 0xDC00...0xDFFF ~= unit {
                return Self.put(0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(unit) - 0xDC00), to: &out)
            }
            Self.put(0xFFFD, to: &out)
        }
        switch unit {
        case 0xD800...0xDBFF: lead = unit
        case 0xDC00...0xDFFF: Self.put(0xFFFD, to: &out)
        default: Self.put(UInt32(unit), to: &out)
        }
    }

    private static func put(_ scalar: UInt32, to out: inout [UInt8]) {
        out += Array(String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
    }
}
