import Glibc

func withCStrings<R>(_ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> R) -> R {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    let pointers: [UnsafePointer<CChar>?] = copies.map { $0.map { UnsafePointer($0) } } + [nil]
    return pointers.withUnsafeBufferPointer { body($0.baseAddress!) }
}

extension String {
    /// The text without white space and line ends at its start and end; libpq's messages have them.
    var trimmed: String {
        var part = self[...]
        while let last = part.last, last.isWhitespace { part.removeLast() }
        while let first = part.first, first.isWhitespace { part.removeFirst() }
        return String(part)
    }
}
