/// A file's bytes, and the lines and columns of positions in it.
struct Source {
    let path: String
    let bytes: [UInt8]
    private let lineStarts: [Int]

    init(path: String, bytes: [UInt8]) {
        self.path = path
        // Drops a byte order mark and carriage returns, which some editors write.
        let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        self.bytes = bytes.dropFirst(isMarked ? 3 : 0).filter { $0 != UInt8(ascii: "\r") }
        var starts = [0]
        for (index, byte) in self.bytes.enumerated() where byte == UInt8(ascii: "\n") { starts.append(index + 1) }
        lineStarts = starts
    }

    /// Counts from 1.
    func line(at offset: Int) -> Int {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low + 1
    }

    func error(_ message: String, at offset: Int) -> Diagnostic {
        diagnostic(.error, message, at: offset)
    }

    func warning(_ message: String, at offset: Int) -> Diagnostic {
        diagnostic(.warning, message, at: offset)
    }

    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// Returns how many bytes to skip after `range` if it is alone on its line: all white space, since the newline
    /// before it was printed already.
    func restOfLine(alone range: Range<Int>) -> Int {
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let before = bytes[..<range.lowerBound].last { !isBlank($0) }
        guard before == nil || before == UInt8(ascii: "\n"),
            let end = bytes[range.upperBound...].firstIndex(where: { !isBlank($0) }), bytes[end] == UInt8(ascii: "\n")
        else { return 0 }
        return skippingSpace(end..<bytes.count).lowerBound - range.upperBound
    }

    func skippingSpace(_ range: Range<Int>) -> Range<Int> {
        (bytes[range].firstIndex { !MarkupReader.isSpace($0) } ?? range.upperBound)..<range.upperBound
    }

    private func diagnostic(_ severity: Diagnostic.Severity, _ message: String, at offset: Int) -> Diagnostic {
        let line = line(at: offset)
        let column = offset - lineStarts[line - 1] + 1
        return Diagnostic(severity: severity, file: path, line: line, column: column, message: message)
    }
}
