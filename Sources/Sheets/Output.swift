/// A byte buffer that grows at its end; the caller takes all bytes at once.
struct Output: ~Copyable {
    private var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private let usual: Int
    private(set) var count = 0
    private var taken: UInt64 = 0

    /// The number of bytes ever written, including those already taken.
    var total: UInt64 { taken + UInt64(count) }

    init(capacity: Int) {
        base = .allocate(capacity: capacity)
        self.capacity = capacity
        usual = capacity
    }

    deinit { base.deallocate() }

    /// The bytes not taken yet; valid until the next change.
    var start: UnsafePointer<UInt8> { UnsafePointer(base) }

    /// Returns the end of the buffer, with at least `size` free bytes. Afterwards call `end(at:)` with the new end.
    @inline(__always)
    mutating func reserve(_ size: Int) -> UnsafeMutablePointer<UInt8> {
        if capacity - count < size { grow(size) }
        return base + count
    }

    @inline(__always)
    mutating func end(at pointer: UnsafeMutablePointer<UInt8>) {
        count = pointer - base
    }

    @inline(never)
    private mutating func grow(_ size: Int) {
        let larger = max(capacity * 2, count + size)
        let new = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        new.update(from: base, count: count)
        base.deallocate()
        base = new
        capacity = larger
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        reserve(1).pointee = byte
        count += 1
    }

    @inline(__always)
    mutating func append(_ bytes: UnsafePointer<UInt8>, _ size: Int) {
        end(at: reserve(size).put(bytes, size))
    }

    @inline(__always)
    mutating func append(_ literal: StaticString) {
        append(literal.utf8Start, literal.utf8CodeUnitCount)
    }

    mutating func append(string: String) {
        var string = string
        string.withUTF8 { utf8 in
            if let start = utf8.baseAddress { append(start, utf8.count) }
        }
    }

    mutating func drain<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        let result = try body(UnsafeRawBufferPointer(start: base, count: count))
        taken += UInt64(count)
        count = 0
        // After one huge cell, frees its memory before the export ends.
        if capacity > usual * 16 {
            base.deallocate()
            base = .allocate(capacity: usual)
            capacity = usual
        }
        return result
    }
}

extension UnsafeMutablePointer<UInt8> {
    /// Copies and returns the new end. Cells are short: below 17 bytes two overlapping moves beat a call of memcpy.
    @inline(__always)
    func put(_ bytes: UnsafePointer<UInt8>, _ size: Int) -> Self {
        let to = UnsafeMutableRawPointer(self)
        let from = UnsafeRawPointer(bytes)
        if size > 16 {
            to.copyMemory(from: from, byteCount: size)
        } else if size >= 8 {
            let head = from.loadUnaligned(as: UInt64.self)
            let tail = from.loadUnaligned(fromByteOffset: size - 8, as: UInt64.self)
            to.storeBytes(of: head, as: UInt64.self)
            to.storeBytes(of: tail, toByteOffset: size - 8, as: UInt64.self)
        } else if size >= 4 {
            let head = from.loadUnaligned(as: UInt32.self)
            let tail = from.loadUnaligned(fromByteOffset: size - 4, as: UInt32.self)
            to.storeBytes(of: head, as: UInt32.self)
            to.storeBytes(of: tail, toByteOffset: size - 4, as: UInt32.self)
        } else {
            for index in 0..<size { self[index] = bytes[index] }
        }
        return self + size
    }

    @inline(__always)
    func put(_ literal: StaticString) -> Self {
        let size = literal.utf8CodeUnitCount
        UnsafeMutableRawPointer(self).copyMemory(from: literal.utf8Start, byteCount: size)
        return self + size
    }

    @inline(__always)
    func put(_ byte: UInt8) -> Self {
        pointee = byte
        return self + 1
    }
}
