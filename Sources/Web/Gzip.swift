import CZlib
import NIOCore

/// gzip (RFC 1952) by zlib. Pages use a low level, since they are packed anew for each request.
package enum Gzip {
    /// nil when zlib refuses, which it does only without memory.
    package static func pack(_ bytes: UnsafeRawBufferPointer, level: Int32) -> ByteBuffer? {
        var stream = z_stream()
        // 15 window bits + 16 asks for gzip's header and checksum.
        guard
            deflateInit2_(
                &stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }
        let most = Int(deflateBound(&stream, UInt(bytes.count)))
        var out = ByteBufferAllocator().buffer(capacity: most)
        var ended = Z_OK
        out.writeWithUnsafeMutableBytes(minimumWritableBytes: most) { out in
            // zlib takes a pointer to change, and changes nothing behind it.
            stream.next_in = UnsafeMutablePointer(mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
            stream.avail_in = UInt32(bytes.count)
            stream.next_out = out.bindMemory(to: UInt8.self).baseAddress
            stream.avail_out = UInt32(out.count)
            ended = deflate(&stream, Z_FINISH)
            return out.count - Int(stream.avail_out)
        }
        return ended == Z_STREAM_END ? out : nil
    }
}
