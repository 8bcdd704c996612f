/// The ASCII bytes that a format can't copy unchanged. All others are copied in runs; invalid UTF-8 becomes U+FFFD.
struct Stops: ~Copyable {
    private let table: UnsafeMutablePointer<UInt8>
    private let noncharacters: Bool

    private static let copies: UInt8 = 0
    private static let stops: UInt8 = 1
    private static let multibyte: UInt8 = 2

    /// - Parameter noncharacters: whether U+FFFE and U+FFFF may stay; XML can't represent them.
    init(_ bytes: some Sequence<UInt8>, noncharacters: Bool = true) {
        table = .allocate(capacity: 256)
        table.initialize(repeating: Self.copies, count: 128)
        (table + 128).initialize(repeating: Self.multibyte, count: 128)
        for byte in bytes where byte < 128 { table[Int(byte)] = Self.stops }
        self.noncharacters = noncharacters
    }

    deinit { table.deallocate() }

    /// Returns how many bytes at the start can be copied unchanged. Checks eight at a time in the table: about 4
    /// GB/s.
    @inline(__always)
    func run(_ text: UnsafePointer<UInt8>, _ count: Int) -> Int {
        var at = 0
        while at < count {
            while at + 8 <= count, isPlain(text + at) { at += 8 }
            var turns = 8
            while at < count, turns > 0 {
                let kind = table[Int(text[at])]
                if kind == Self.copies {
                    at += 1
                } else {
                    if kind == Self.stops { return at }
                    let size = sequence(text + at, count - at)
                    if size < 0 { return at }
                    at += size
                }
                turns -= 1
            }
        }
        return count
    }

    @inline(__always)
    private func isPlain(_ text: UnsafePointer<UInt8>) -> Bool {
        let a = table[Int(text[0])] | table[Int(text[1])] | table[Int(text[2])] | table[Int(text[3])]
        let b = table[Int(text[4])] | table[Int(text[5])] | table[Int(text[6])] | table[Int(text[7])]
        return a | b == 0
    }

    /// Returns the size of the sequence at the start. If it is invalid, the size is negative: that many bytes become
    /// one U+FFFD (Unicode 3.9, table 3-7; the maximal subpart, as browsers and Python count).
    func sequence(_ text: UnsafePointer<UInt8>, _ count: Int) -> Int {
        let lead = text[0]
        let size: Int
        var first: ClosedRange<UInt8> = 0x80...0xBF
        switch lead {
        case 0xC2...0xDF: size = 2
        case 0xE0: (size, first) = (3, 0xA0...0xBF)
        case 0xED: (size, first) = (3, 0x80...0x9F)
        case 0xE1...0xEF: size = 3
        case 0xF0: (size, first) = (4, 0x90...0xBF)
        case 0xF1...0xF3: size = 4
        case 0xF4: (size, first) = (4, 0x80...0x8F)
        default: return -1
        }
        guard count > 1, first.contains(text[1]) else { return -1 }
        var at = 2
        while at < size {
            guard at < count, text[at] & 0xC0 == 0x80 else { return -at }
            at += 1
        }
        if !noncharacters, lead == 0xEF, text[1] == 0xBF, text[2] >= 0xBE { return -3 }
        return size
    }

    /// Appends the whole text; `escape` is called at each stop with the rest of the text from there on.
    @inline(__always)
    func append(
        _ text: UnsafePointer<UInt8>, _ count: Int, to output: inout Output,
        escape: (UnsafePointer<UInt8>, Int, inout Output) -> Void
    ) {
        var at = 0
        while true {
            let run = run(text + at, count - at)
            output.append(text + at, run)
            at += run
            if at == count { return }
            if text[at] < 0x80 {
                escape(text + at, count - at, &output)
                at += 1
            } else {
                output.append("\u{FFFD}")
                at -= sequence(text + at, count - at)
            }
        }
    }
}
