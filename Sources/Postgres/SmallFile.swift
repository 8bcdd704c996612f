import Glibc

/// Whole files of a few kilobytes, without Foundation.
package enum SmallFile {
    /// Returns the text; nil if the file can't be opened.
    package static func text(_ path: String) -> String? { bytes(path).map { String(decoding: $0, as: UTF8.self) } }

    /// Returns the content; nil if the file can't be opened or not be read to its end, as a directory can't.
    package static func bytes(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        return ferror(file) == 0 ? bytes : nil
    }

    /// Returns the last bytes of a file as text; nil if the file can't be opened.
    package static func end(of path: String, upTo count: Int) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        fseek(file, 0, SEEK_END)
        let length = ftell(file)
        guard length >= 0, fseek(file, max(0, length - count), SEEK_SET) == 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: min(length, count))
        let read = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<read], as: UTF8.self)
    }

    /// Creates the file or replaces its content. Returns false if not everything could be written.
    package static func write(_ bytes: [UInt8], to path: String) -> Bool {
        guard let file = fopen(path, "w") else { return false }
        let count = fwrite(bytes, 1, bytes.count, file)
        return fclose(file) == 0 && count == bytes.count
    }

    /// Returns the size in bytes; 0 if there is no such file.
    package static func size(_ path: String) -> Int {
        var info = stat()
        return stat(path, &info) == 0 ? Int(info.st_size) : 0
    }
}
