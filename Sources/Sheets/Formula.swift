/// What a spreadsheet might run instead of showing.
///
/// CSV has no way to say "this is text", so a `'` goes in front. Taken as dangerous is a text whose first character
/// is `=`, `+`, `-`, `@`, a tab, CR or LF, or the full-width `＝＋－＠` that East Asian Excel folds; also after spaces
/// and byte order marks, which programs drop, and after apostrophes. That last one keeps it reversible: a reader that
/// takes one `'` off every dangerous text that starts with one gets back exactly what was written.
enum Formula {
    @inline(__always)
    static func threatens(_ text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        guard count > 0 else { return false }
        // Letters and digits, nearly every cell, in one comparison.
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
