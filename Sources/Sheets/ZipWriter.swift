import CZlib

/// A ZIP file written from front to back. Small parts are stored whole; one part at a time streams through deflate,
/// and its sizes and CRC follow it in a data descriptor.
///
/// Zip64 is used only where a size or an offset needs it. The local header, whose sizes are zero anyway, never
/// announces it: Excel refuses files in which it does. Go's archive/zip does the same.
struct ZipWriter: ~Copyable {
    var output: Output
    private var entries: [ZipEntry] = []
    private var crc: UInt = 0
    private var size: UInt64 = 0
    /// On the heap, because zlib stores its address.
    private let stream: UnsafeMutablePointer<z_stream>
    private let wideFrom: UInt64

    /// - Parameters:
    ///   - level: of deflate, 1…9.
    ///   - wideFrom: sizes and offsets from this value on use Zip64. For tests.
    init(capacity: Int, level: Int32, wideFrom: UInt64 = 0xFFFF_FFFF) {
        output = Output(capacity: capacity)
        self.wideFrom = wideFrom
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let result = deflateInit2_(
            stream, level, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(result == Z_OK, "zlib has no memory")
    }

    deinit {
        deflateEnd(stream)
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// Writes a whole part, not compressed.
    mutating func store(_ name: StaticString, _ content: String) {
        var content = content
        content.withUTF8 { utf8 in
            let size = UInt64(utf8.count)
            let crc = UInt32(truncatingIfNeeded: crc32_z(0, utf8.baseAddress, utf8.count))
            let entry = ZipEntry(
                name: "\(name)", offset: output.total, crc: crc, size: size, packed: size, isStream: false)
            entry.putHeader(to: &output)
            if let start = utf8.baseAddress { output.append(start, utf8.count) }
            entries.append(entry)
        }
    }

    mutating func open(_ name: String) {
        let entry = ZipEntry(name: name, offset: output.total, crc: 0, size: 0, packed: 0, isStream: true)
        entry.putHeader(to: &output)
        entries.append(entry)
        crc = 0
        size = 0
        deflateReset(stream)
    }

    mutating func write(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
        crc = crc32_z(crc, bytes, count)
        size += UInt64(count)
        stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes)
        stream.pointee.avail_in = UInt32(count)
        deflate(flush: Z_NO_FLUSH)
    }

    mutating func close() {
        stream.pointee.avail_in = 0
        deflate(flush: Z_FINISH)
        let last = entries.count - 1
        entries[last].crc = UInt32(truncatingIfNeeded: crc)
        entries[last].size = size
        entries[last].packed = UInt64(stream.pointee.total_out)
        entries[last].putDescriptor(to: &output, wideFrom: wideFrom)
    }

    private mutating func deflate(flush: Int32) {
        repeat {
            let end = output.reserve(16_384)
            stream.pointee.next_out = end
            stream.pointee.avail_out = 16_384
            let result = CZlib.deflate(stream, flush)
            precondition(result != Z_STREAM_ERROR, "zlib's state is broken")
            output.end(at: stream.pointee.next_out)
        } while stream.pointee.avail_out == 0
    }

    mutating func finish() {
        let start = output.total
        for entry in entries { entry.putDirectory(to: &output, wideFrom: wideFrom) }
        let size = output.total - start
        if max(start, size) >= wideFrom {
            let end = output.total
            output.little(0x0606_4B50, 4)
            output.little(44, 8)
            output.little(45, 2)  // made by
            output.little(45, 2)  // needed to read
            output.little(0, 8)  // this disk, the directory's disk
            output.little(UInt64(entries.count), 8)
            output.little(UInt64(entries.count), 8)
            output.little(size, 8)
            output.little(start, 8)
            output.little(0x0706_4B50, 4)
            output.little(0, 4)
            output.little(end, 8)
            output.little(1, 4)
        }
        output.little(0x0605_4B50, 4)
        output.little(0, 4)
        output.little(UInt64(entries.count), 2)
        output.little(UInt64(entries.count), 2)
        output.little(size >= wideFrom ? 0xFFFF_FFFF : size, 4)
        output.little(start >= wideFrom ? 0xFFFF_FFFF : start, 4)
        output.little(0, 2)
    }
}
