import CZip

/// The parts of a ZIP file in memory, read with libzip. Features that no workbook needs are refused before anything
/// is unpacked, and unpacked bytes are counted, whatever sizes the file claims.
final class ZipReader {
    private let archive: OpaquePointer
    /// libzip reads from this memory as long as the archive is open.
    private let bytes: UnsafeMutableRawBufferPointer
    private var names: [String: UInt64] = [:]
    fileprivate let mostUnpacked: Int
    fileprivate var unpacked = 0

    init(_ file: [UInt8]) throws(SheetProblem) {
        // The start of an OLE file: a workbook with a password, or one from before 2007.
        if file.starts(with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) { throw SheetProblem(.encrypted) }
        guard file.starts(with: [0x50, 0x4B]) else { throw SheetProblem(.notWorkbook) }
        if Self.hasZip64(file) { throw SheetProblem(.zip64) }
        mostUnpacked = SheetLimits.unpacked(from: file.count)
        bytes = .allocate(byteCount: file.count, alignment: 16)
        bytes.copyBytes(from: file)
        var error = zip_error_t()
        guard let source = zip_source_buffer_create(bytes.baseAddress, UInt64(bytes.count), 0, &error) else {
            bytes.deallocate()
            throw SheetProblem(.notWorkbook)
        }
        guard let archive = zip_open_from_source(source, Int32(ZIP_RDONLY), &error) else {
            zip_source_free(source)
            bytes.deallocate()
            throw SheetProblem(.notWorkbook)
        }
        self.archive = archive
        try list()
    }

    deinit {
        zip_discard(archive)
        bytes.deallocate()
    }

    /// True for Zip64. The record that locates Zip64's directory is right before the end record; only a comment may
    /// follow that.
    private static func hasZip64(_ file: [UInt8]) -> Bool {
        var at = file.count - 22
        while at >= max(0, file.count - 22 - 65_535) {
            if file[at] == 0x50, file[at...].starts(with: [0x50, 0x4B, 5, 6]) {
                return at >= 20 && file[(at - 20)...].starts(with: [0x50, 0x4B, 6, 7])
            }
            at -= 1
        }
        return false
    }

    private func list() throws(SheetProblem) {
        let count = zip_get_num_entries(archive, 0)
        guard count > 0, count <= 1000 else { throw SheetProblem(count > 1000 ? .bomb : .notWorkbook) }
        for index in 0..<UInt64(count) {
            var stat = zip_stat_t()
            guard zip_stat_index(archive, index, 0, &stat) == 0, let text = stat.name else {
                throw SheetProblem(.damaged)
            }
            let name = String(cString: text)
            guard Self.staysInside(name) else { throw SheetProblem(.pathTrick) }
            if stat.encryption_method != UInt16(ZIP_EM_NONE) { throw SheetProblem(.encrypted) }
            guard stat.size <= UInt64(mostUnpacked) else { throw SheetProblem(.bomb) }
            // Two parts with one name: programs disagree about which one counts.
            guard names.updateValue(index, forKey: name.lowercased()) == nil else { throw SheetProblem(.pathTrick) }
        }
    }

    static func staysInside(_ name: String) -> Bool {
        !name.hasPrefix("/") && !name.contains("\\") && !name.contains(":")
            && !name.split(separator: "/").contains { $0 == ".." || $0 == "." }
    }

    /// Returns nil if there is no such part. Names of parts are compared without case, as in OPC.
    func part(_ name: String) throws(SheetProblem) -> ZipPart? {
        guard let index = names[name.lowercased()] else { return nil }
        guard let file = zip_fopen_index(archive, index, 0) else { throw SheetProblem(.damaged) }
        return ZipPart(self, file)
    }
}

/// One part, unpacked piece by piece.
final class ZipPart {
    private let zip: ZipReader
    private let file: OpaquePointer

    fileprivate init(_ zip: ZipReader, _ file: OpaquePointer) {
        self.zip = zip
        self.file = file
    }

    deinit { zip_fclose(file) }

    /// Returns the number of bytes read into the buffer; 0 at the end, where the checksum was compared.
    func read(_ buffer: UnsafeMutableRawBufferPointer) throws(SheetProblem) -> Int {
        let count = Int(zip_fread(file, buffer.baseAddress, UInt64(buffer.count)))
        guard count >= 0 else { throw SheetProblem(.damaged) }
        zip.unpacked += count
        guard zip.unpacked <= zip.mostUnpacked else { throw SheetProblem(.bomb) }
        return count
    }
}
