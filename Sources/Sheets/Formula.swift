/// Detects text that a spreadsheet might run instead of showing it.
///
/// CSV can't mark a cell as text, so the writer puts a `'` before it. A text is dangerous if its first character is
/// `=`, `+`, `-`, `@`, a tab, CR or LF, or the full-width `＝＋－＠` that East Asian Excel folds. Spaces and byte order
/// marks before it, which programs drop, and apostrophes are skipped. Skipping apostrophes makes this reversible: a
/// reader that removes one `'` from every dangerous text that starts with one gets back exactly what was written.
///
/// Programs also begin cells in the middle of one: where the comma is the decimal sign, Excel divides at `;` and at
/// line ends, and then no quotes of ours keep a cell together; others divide at tabs. So the text after each of
/// these is looked at as well, and gets a `'` of its own.
enum Formula {
    @inline(__always)
    static func threatens(_ text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        guard count > 0 else { return false }
        // One comparison covers letters, which begin nearly every cell.
        let first = text[0]
        return first > 0x40 && first < 0x80 ? false : search(text, count, isInside: false)
    }

    /// True for a character where a program may divide a cell.
    static func divides(_ byte: UInt8) -> Bool { byte == 0x3B || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    /// The same for the text after such a character. A quote there is a character of the cell, or opens another.
    static func threatensInside(_ text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        search(text, count, isInside: true)
    }

    /// True if the text is dangerous where a program may divide it.
    static func isHidden(in text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        (0..<count).contains { divides(text[$0]) && threatensInside(text + $0 + 1, count - $0 - 1) }
    }

    /// Removes the apostrophes that were put into a cell.
    static func unguarded(_ cell: [UInt8]) -> [UInt8] {
        guard cell.contains(0x27) else { return cell }
        return cell.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return [] }
            return bytes.indices.filter { at in
                guard bytes[at] == 0x27 else { return true }
                if at == 0 { return !threatens(start, bytes.count) }
                return !divides(bytes[at - 1]) || !threatensInside(start + at, bytes.count - at)
            }.map { bytes[$0] }
        }
    }

    @inline(never)
    private static func search(_ text: UnsafePointer<UInt8>, _ count: Int, isInside: Bool) -> Bool {
        var at = 0
        while at < count {
            switch text[at] {
            case 0x3D, 0x2B, 0x2D, 0x40: return true
            case 0x09, 0x0A, 0x0D: return !isInside
            case 0x20, 0x27: at += 1
            case 0x22 where isInside: at += 1
            case 0xEF:
                guard at + 2 < count else { return false }
                switch (text[at + 1], text[at + 2]) {
                case (0xBC, 0x9D), (0xBC, 0x8B), (0xBC, 0x8D), (0xBC, 0xA0): return true
                case (0xBB, 0xBF): at += 3
                default: return false
                }
            default: return false
            }
        }
        return false
    }
}
