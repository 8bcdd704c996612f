/// Detects text that a spreadsheet might run instead of showing it.
///
/// CSV can't mark a cell as text, so the writer puts a `'` before it. A text is dangerous if its first character is
/// `=`, `+`, `-`, `@`, a tab, CR or LF, or the full-width `＝＋－＠` that East Asian Excel folds. Spaces and byte order
/// marks before it, which programs drop, and apostrophes are skipped. Skipping apostrophes makes this reversible: a
/// reader that removes one `'` from every dangerous text that starts with one gets back exactly what was written.
enum Formula {
    @inline(__always)
    static func threatens(_ text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        guard count > 0 else { return false }
        // One comparison covers letters, which begin nearly every cell.
        let first = text[0]
        return first > 0x40 && first < 0x80 ? false : search(text, count)
    }

    @inline(never)
    private static func search(_ text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        var at = 0
        while at < count {
            switch text[at] {
            case 0x3D, 0x2B, 0x2D, 0x40, 0x09, 0x0A, 0x0D: return true
            case 0x20, 0x27: at += 1
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
