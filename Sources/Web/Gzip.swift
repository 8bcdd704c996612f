import CZlib
import NIOCore

/// gzip (RFC 1952) by zlib. Pages use a low level, since each response is compressed anew.
package enum Gzip {
    /// nil if zlib fails, which it does only when memory runs out.
    package static func pack(_ bytes: UnsafeRawBufferPointer, level: Int32) -> ByteBuffer? {
        var stream = z_stream()
        // 15 window bits + 16 selects gzip's header and checksum.
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
            // zlib's pointer is mutable, but zlib does not change the bytes it points to.
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
