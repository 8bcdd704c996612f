/// The text inside an XLSX cell: from the end of `<t` to the start of `</t>`.
struct CellText: ~Copyable {
    private let stops = Stops(Array(0..<0x20) + Array("<>&_".utf8), noncharacters: false)

    /// Excel's limit, in UTF-16 units.
    private static let limit = 32_767

    @inline(__always)
    func append(_ text: UnsafePointer<UInt8>, _ count: Int, to output: inout Output) {
        // XML readers may drop spaces and line ends around a text unless it says otherwise.
        if text[0] <= 0x20 || text[count - 1] <= 0x20 {
            output.append(#" xml:space="preserve">"#)
        } else {
            output.append(0x3E)
        }
        if count <= Self.limit, stops.run(text, count) == count { return output.append(text, count) }
        let kept = count <= Self.limit ? count : fitting(text, count)
        escape(text, kept, to: &output)
        if kept < count { output.append("\u{2026}") }
    }

    @inline(never)
    private func escape(_ text: UnsafePointer<UInt8>, _ count: Int, to output: inout Output) {
        stops.append(text, count, to: &output) { rest, left, output in
            switch rest[0] {
            case 0x3C: output.append("&lt;")
            case 0x3E: output.append("&gt;")
            case 0x26: output.append("&amp;")
            case 0x5F: output.append(Self.isEscape(rest, left) ? "_x005F_" : "_")
            case 0: output.append("\u{FFFD}")
            case let byte where Self.isEscaped(byte):
                output.append("_x")
                output.end(at: Digits.hex4(byte, at: output.reserve(4)))
                output.append(0x5F)
            case let byte: output.append(byte)
            }
        }
    }

    /// XML can't represent these characters; a plain CR would be read as LF.
    private static func isEscaped(_ byte: UInt8) -> Bool {
        1..<0x20 ~= byte && byte != 0x09 && byte != 0x0A
    }

    /// True if a reader would take `_x0041_` for an escaped A. Its last `_` may also be the first of an escape.
    private static func isEscape(_ text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        guard count >= 7, text[1] == 0x78 else { return false }
        guard text[6] == 0x5F || isEscaped(text[6]) else { return false }
        for index in 2..<6 {
            switch text[index] {
            case 0x30...0x39, 0x41...0x46, 0x61...0x66: continue
            default: return false
            }
        }
        return true
    }

    /// Returns the number of bytes that leave room for the mark `…`; all of them if the text fits.
    private func fitting(_ text: UnsafePointer<UInt8>, _ count: Int) -> Int {
        var at = 0
        var units = 0
        var cut = 0
        while at < count {
            if units < Self.limit { cut = at }
            let size = text[at] < 0x80 ? 1 : stops.sequence(text + at, count - at)
            units += size == 4 ? 2 : 1
            at += abs(size)
            if units > Self.limit { return cut }
        }
        return count
    }
}
