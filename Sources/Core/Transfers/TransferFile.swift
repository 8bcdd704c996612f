import Console
import Crypto
import Glibc
import Postgres
import Secrets

/// The file format of a tenant's transfer: a line that names the format, then pieces, each sealed for its number. A
/// piece that is changed, missing, moved or from another file can't be opened, and the last piece is marked as the
/// last.
enum TransferFile {
    /// The contents of a piece. Stored, so never renamed.
    enum Part: UInt8 {
        case manifest = 77  // M
        case admins = 65  // A
        /// The events of one archive of the audit trail.
        case trail = 72  // H
        case table = 84  // T
        /// Rows of the table that was named last.
        case rows = 82  // R
        /// An image's id and its bytes, for an image that was not stored in its row.
        case picture = 80  // P
        case end = 69  // E
    }

    fileprivate static let title = "roost-tenant/1"
    /// The bytes that are collected before they are sealed.
    static let piece = 1 << 20
    /// A piece is at most one row longer than that.
    fileprivate static let longest = 1 << 28

    /// The key of one file: each has its own, so the same transfer key can be used for many files.
    fileprivate static func key(_ key: SymmetricKey, _ id: ID) throws -> DataKey {
        try DataKey(
            version: 1, bytes: MAC.hkdf(key, salt: id.bytes, info: "roost/1/tenant-file").withUnsafeBytes { Array($0) })
    }

    fileprivate static func place(_ id: ID, _ number: Int) -> AssociatedData {
        var row = id.bytes
        row.append(bigEndian: Int64(number))
        return AssociatedData(tenant: [], table: "tenant_file", column: "piece", row: row)
    }

    static func name(of key: SymmetricKey) -> String {
        Hex.encode(withUnsafeBytes(of: Keyring.id(of: key).bigEndian, Array.init))
    }
}

/// Writes under a temporary name, and renames the file when it is complete and on the disk. If it is abandoned, no file
/// is left.
final class TransferWriter {
    private let path: String
    private let id: ID
    private let key: DataKey
    private var file: UnsafeMutablePointer<FILE>?
    private var number = 0

    private var part: String { path + ".part" }

    init(_ path: String, key: SymmetricKey, id: ID) throws {
        guard access(path, F_OK) != 0 else { throw TransferProblem.fileIsThere(path) }
        self.path = path
        self.id = id
        self.key = try TransferFile.key(key, id)
        unlink(path + ".part")
        let descriptor = open(path + ".part", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw TransferProblem.cantWrite(path) }
        file = fdopen(descriptor, "w")
        try write(Array("\(TransferFile.title) \(id) \(TransferFile.name(of: key))\n".utf8))
    }

    deinit {
        guard let file else { return }
        fclose(file)
        unlink(part)
    }

    func put(_ part: TransferFile.Part, _ bytes: [UInt8]) throws {
        let sealed = try key.seal([part.rawValue] + bytes, TransferFile.place(id, number))
        number += 1
        var size: [UInt8] = []
        size.append(bigEndian: UInt32(sealed.count))
        try write(size)
        try write(sealed)
    }

    func finish() throws {
        guard let file, fflush(file) == 0, fsync(fileno(file)) == 0, rename(part, path) == 0 else {
            throw TransferProblem.cantWrite(path)
        }
        fclose(file)
        self.file = nil
        let folder = open(
            path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }

    private func write(_ bytes: [UInt8]) throws {
        guard let file, fwrite(bytes, 1, bytes.count, file) == bytes.count else {
            throw TransferProblem.cantWrite(path)
        }
    }
}

final class TransferReader {
    typealias Piece = (part: TransferFile.Part, bytes: ArraySlice<UInt8>)

    let id: ID
    private let key: DataKey
    private let file: UnsafeMutablePointer<FILE>
    private var number = 0
    private var isOver = false
    /// A piece that was read but not returned yet.
    private var held: Piece?

    init(_ path: String, key: SymmetricKey) throws {
        guard let file = fopen(path, "r") else { throw TransferProblem.cantRead(path) }
        var line = [CChar](repeating: 0, count: 200)
        let words =
            fgets(&line, Int32(line.count), file) == nil
            ? []
            : String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(
                separator: " ")
        guard words.count == 3, words[0] == TransferFile.title, let id = ID(words[1]) else {
            fclose(file)
            throw TransferProblem.noTransfer(path)
        }
        self.file = file
        self.id = id
        self.key = try TransferFile.key(key, id)
        let given = TransferFile.name(of: key)
        guard words[2] == given else { throw TransferProblem.otherKey(file: String(words[2]), given: given) }
    }

    deinit { fclose(file) }

    /// Returns nil after the last piece; a file without a last piece is refused.
    func next() throws -> Piece? {
        if let piece = held {
            held = nil
            return piece
        }
        let head = read(4)
        if head.isEmpty, isOver { return nil }
        guard !isOver else { throw TransferProblem.altered }
        guard head.count == 4 else { throw TransferProblem.cutShort }
        let size = head.reduce(0) { $0 << 8 | Int($1) }
        guard size <= TransferFile.longest else { throw TransferProblem.altered }
        let sealed = read(size)
        guard sealed.count == size else { throw TransferProblem.cutShort }
        guard let plain = try? key.open(sealed, TransferFile.place(id, number)),
            let part = plain.first.flatMap(TransferFile.Part.init(rawValue:))
        else { throw TransferProblem.altered }
        number += 1
        isOver = part == .end
        return (part, plain.dropFirst())
    }

    /// Returns the next piece if it contains rows.
    func nextRows() throws -> ArraySlice<UInt8>? {
        guard let piece = try next() else { return nil }
        guard piece.part == .rows else {
            held = piece
            return nil
        }
        return piece.bytes
    }

    private func read(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let got = fread(&bytes, 1, count, file)
        return got == count ? bytes : Array(bytes.prefix(got))
    }
}
