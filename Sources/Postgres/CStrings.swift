import Glibc

func withCStrings<R>(_ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> R) -> R {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    let pointers: [UnsafePointer<CChar>?] = copies.map { $0.map { UnsafePointer($0) } } + [nil]
    return pointers.withUnsafeBufferPointer { body($0.baseAddress!) }
}

extension String {
    /// Without line ends and spaces at its ends, as libpq's messages have.
    var trimmed: String {
        var part = self[...]
        while let last = part.last, last.isWhitespace { part.removeLast() }
        while let first = part.first, first.isWhitespace { part.removeFirst() }
        return String(part)
    }
}
