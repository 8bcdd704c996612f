/// A ZIP file of named parts, written from front to back: for downloads that people open without another program.
///
/// Bytes are buffered until the caller takes them, as in a `SheetWriter`.
package final class ZipFile {
    @exclusivity(unchecked) private var zip = ZipWriter(capacity: 2 * SheetFormat.chunk, level: 6)

    package init() {}

    /// `name` is a path inside the file, with slashes.
    package func add(_ name: String, _ content: [UInt8]) {
        zip.open(name)
        content.withUnsafeBufferPointer { bytes in
            if let start = bytes.baseAddress { zip.write(start, bytes.count) }
        }
        zip.close()
    }

    package func finish() { zip.finish() }

    package var pending: Int { zip.output.count }

    package func take() -> [UInt8] { zip.output.drain { [UInt8]($0) } }
}
