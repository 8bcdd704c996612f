import CZlib

/// gzip (RFC 1952) by zlib. Pages use a low level, since they are packed anew for each request.
package enum Gzip {
    /// nil when zlib refuses, which it does only without memory.
    package static func pack(_ bytes: [UInt8], level: Int32) -> [UInt8]? {
        var stream = z_stream()
        // 15 window bits + 16 asks for gzip's header and checksum.
        guard deflateInit2_(&stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }
        var out = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
        var input = bytes
        let ended = input.withUnsafeMutableBufferPointer { input in
            out.withUnsafeMutableBufferPointer { out in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = out.baseAddress
                stream.avail_out = UInt32(out.count)
                return deflate(&stream, Z_FINISH)
            }
        }
        guard ended == Z_STREAM_END else { return nil }
        out.removeLast(Int(stream.avail_out))
        return out
    }
}
