/// The bytes of one page while it is printed, and the language it is printed in.
///
/// It has one owner at a time (it can't be copied), so printing needs no reference counting.
package struct HTMLBuffer: ~Copyable, @unchecked Sendable {
    package let language: Language
    package private(set) var count = 0
    private var capacity: Int
    private var bytes: UnsafeMutablePointer<UInt8>

    /// The page of a list has about 50 kB.
    package init(language: Language, capacity: Int = 65_536) {
        self.language = language
        self.capacity = max(64, capacity)
        bytes = .allocate(capacity: self.capacity)
    }

    deinit {
        bytes.deallocate()
    }

    /// Passes the bytes printed so far to `body`. They are valid UTF-8.
    package func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try body(UnsafeRawBufferPointer(start: bytes, count: count))
    }

    package var string: String {
        String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    /// Prints markup that was known when the program was built.
    package mutating func raw(_ markup: StaticString) {
        if markup.hasPointerRepresentation {
            append(UnsafeBufferPointer(start: markup.utf8Start, count: markup.utf8CodeUnitCount))
        } else {
            markup.withUTF8Buffer { append($0) }
        }
    }

    mutating func append(_ source: UnsafeBufferPointer<UInt8>) {
        guard let start = source.baseAddress, source.count > 0 else { return }
        reserve(source.count)
        (bytes + count).update(from: start, count: source.count)
        count += source.count
    }

    mutating func append(_ byte: UInt8) {
        reserve(1)
        bytes[count] = byte
        count += 1
    }

    private mutating func reserve(_ extra: Int) {
        if count + extra > capacity { grow(to: count + extra) }
    }

    private mutating func grow(to needed: Int) {
        let larger = max(needed, capacity * 2)
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        moved.update(from: bytes, count: count)
        bytes.deallocate()
        bytes = moved
        capacity = larger
    }
}
