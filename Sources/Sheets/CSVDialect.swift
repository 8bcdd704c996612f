/// The format of a text file's cells; programs call all of these CSV.
package struct CSVDialect: Sendable, Equatable {
    package enum Encoding: String, Sendable, CaseIterable {
        case utf8, utf16le, utf16be
        /// Guesses, since nothing in a file names them: the person who loads the file should check its letters.
        case windows1252, windows1251, windows1256

        package var isGuess: Bool { WindowsLetters.scalars(self) != nil }
    }

    package var encoding: Encoding
    package var separator: UInt8
    /// True if the first line is Excel's own `sep=;`, which is no row.
    package var hasSeparatorLine: Bool

    package init(encoding: Encoding = .utf8, separator: UInt8 = UInt8(ascii: ","), hasSeparatorLine: Bool = false) {
        self.encoding = encoding
        self.separator = separator
        self.hasSeparatorLine = hasSeparatorLine
    }
}

/// Detects the dialect: all bytes decide the encoding, the first of them the separator.
package struct CSVSniffer {
    private static let headSize = 65_536

    private var head: [UInt8] = []
    private var count = 0
    /// The number of bytes that a UTF-8 sequence still needs, and the range of the next one.
    private var pending = 0
    private var allowed: ClosedRange<UInt8> = 0x80...0xBF
    private var isUTF8 = true
    private var zeros = 0
    /// Bytes of 0x80 and above: how many in total, how many in runs of three or more, and the length of the current
    /// run.
    private var (high, inRuns, run) = (0, 0, 0)
    /// The number of bytes that Windows-1252 does not define; there are five such values.
    private var undefined = 0
    /// How often each byte of 0x80 and above occurs.
    private var counts = [Int](repeating: 0, count: 128)

    package init() {}

    package mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            if head.count < Self.headSize { head.append(byte) }
            count += 1
            if byte == 0 { zeros += 1 }
            if byte < 0x80 {
                run = 0
            } else {
                high += 1
                run += 1
                counts[Int(byte) - 0x80] += 1
                if run >= 3 { inRuns += run == 3 ? 3 : 1 }
                if byte == 0x81 || byte == 0x8D || byte == 0x8F || byte == 0x90 || byte == 0x9D { undefined += 1 }
            }
            if isUTF8 { validate(byte) }
        }
    }

    private mutating func validate(_ byte: UInt8) {
        if pending > 0 {
            if !allowed.contains(byte) { isUTF8 = false }
            pending -= 1
            allowed = 0x80...0xBF
            return
        }
        switch byte {
        case 0..<0x80: break
        case 0xC2...0xDF: pending = 1
        case 0xE0: (pending, allowed) = (2, 0xA0...0xBF)
        case 0xED: (pending, allowed) = (2, 0x80...0x9F)
        case 0xE1...0xEF: pending = 2
        case 0xF0: (pending, allowed) = (3, 0x90...0xBF)
        case 0xF1...0xF3: pending = 3
        case 0xF4: (pending, allowed) = (3, 0x80...0x8F)
        default: isUTF8 = false
        }
    }

    /// - Parameter chosen: an encoding that a person chose; it overrides the detection.
    package func dialect(chosen: CSVDialect.Encoding? = nil) throws(SheetProblem) -> CSVDialect {
        var dialect = CSVDialect()
        if let chosen { dialect.encoding = chosen } else { dialect.encoding = try encoding() }
        var decoder = TextDecoder(dialect.encoding)
        let text = decoder.decode(head)
        let line = text.prefix { $0 != 0x0A && $0 != 0x0D }
        if line.count == 5, line.starts(with: Array("sep=".utf8)) {
            (dialect.separator, dialect.hasSeparatorLine) = (line[4], true)
        } else {
            dialect.separator = Self.separator(text)
        }
        return dialect
    }

    private func encoding() throws(SheetProblem) -> CSVDialect.Encoding {
        if head.starts(with: [0xFF, 0xFE]) { return .utf16le }
        if head.starts(with: [0xFE, 0xFF]) { return .utf16be }
        if zeros * 5 > count {
            // UTF-16 without a byte order mark: Latin letters always have their zero byte on the same side.
            let atEven = head.indices.count { $0 % 2 == 0 && head[$0] == 0 }
            let atOdd = head.indices.count { $0 % 2 == 1 && head[$0] == 0 }
            if atOdd > 9 * atEven { return .utf16le }
            if atEven > 9 * atOdd { return .utf16be }
            throw SheetProblem(.noText)
        }
        if isUTF8, pending == 0 { return .utf8 }
        if zeros > 0 { throw SheetProblem(.noText) }
        // In western European languages, accented letters stand alone among plain ones. Long runs of high bytes are
        // another alphabet, which its letter frequencies reveal.
        if undefined == 0, inRuns * 3 < high * 2 { return .windows1252 }
        guard let guess = WindowsLetters.guess(counts) else { throw SheetProblem(.unknownEncoding) }
        return guess
    }

    /// Returns the separator that splits the first rows most evenly.
    private static func separator(_ text: [UInt8]) -> UInt8 {
        var best = (separator: UInt8(ascii: ","), even: 0, columns: 0)
        for candidate in [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, UInt8(ascii: "|")] {
            var counts: [Int] = []
            var (count, isQuoted, hasText) = (0, false, false)
            for byte in text where counts.count < 20 {
                switch byte {
                case UInt8(ascii: "\""): isQuoted.toggle()
                case 0x0A where !isQuoted, 0x0D where !isQuoted:
                    if hasText { counts.append(count) }
                    (count, hasText) = (0, false)
                default:
                    hasText = true
                    if byte == candidate, !isQuoted { count += 1 }
                }
            }
            if counts.isEmpty { counts.append(count) }
            guard counts[0] > 0 else { continue }
            let even = counts.count { $0 == counts[0] }
            if (even, counts[0]) > (best.even, best.columns) { best = (candidate, even, counts[0]) }
        }
        return best.separator
    }
}
