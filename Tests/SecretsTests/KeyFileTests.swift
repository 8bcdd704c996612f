import Crypto
import Glibc
import Testing

@testable import Secrets

@Suite final class KeyFileTests {
    private let folder: String
    private var path: String { folder + "/key" }

    init() throws {
        var template = Array("/tmp/roost-keys-XXXXXX".utf8CString)
        folder = String(cString: try #require(mkdtemp(&template)))
    }

    deinit {
        unlink(folder + "/key")
        unlink(folder + "/link")
        rmdir(folder)
    }

    @Test func `a made key file has mode 0600, reads back, and is never overwritten`() throws {
        var random = SeededRandom(1)
        try KeyFile.create(path, using: &random)
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        let keys = try KeyFile.read(path)
        var same = SeededRandom(1)
        #expect(keys == [SymmetricKey(data: randomBytes(32, using: &same))])
        #expect(throws: KeyFileError.exists(path)) { try KeyFile.create(path, using: &random) }
        #expect(try KeyFile.read(path) == keys)
        symlink(path, folder + "/link")
        #expect(try KeyFile.read(folder + "/link") == keys)
        #expect(try Keyring(keyFile: path).ids == Keyring(current: keys[0]).ids)
    }

    @Test func `keys are replaced at once, with the mode they had, and never through a link`() throws {
        let (old, new) = (SymmetricKey(size: .bits256), SymmetricKey(size: .bits256))
        #expect(throws: KeyFileError.missing(path)) { try KeyFile.replace(path, with: [new]) }
        try write(old.withUnsafeBytes { Base64.padded.encode(Array($0)) }, mode: 0o400)
        try KeyFile.replace(path, with: [new, old])
        #expect(try KeyFile.read(path) == [new, old])
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o400)
        #expect(access(path + ".new", F_OK) != 0)
        symlink(path, folder + "/link")
        #expect(throws: KeyFileError.notReplaceable(folder + "/link")) {
            try KeyFile.replace(folder + "/link", with: [old])
        }
        #expect(try KeyFile.read(path) == [new, old])
    }

    @Test
    func `a keyring takes up a changed file, by itself when it meets an unknown key, and keeps its keys when it can't`()
        throws
    {
        var random = SeededRandom(5)
        let (old, new) = (SymmetricKey(size: .bits256), SymmetricKey(size: .bits256))
        let place = AssociatedData(tenant: [1], table: "t", column: "c", row: [2])
        try write(old.withUnsafeBytes { Base64.padded.encode(Array($0)) })
        let ring = try Keyring(keyFile: path)
        #expect(try ring.reloadIfChanged() == false)
        let key = DataKey.make(version: 1, using: &random)
        try KeyFile.replace(path, with: [new, old])
        #expect(try ring.unwrap(Keyring(current: new).wrap(key, place, using: &random), place).key == key.key)
        #expect(ring.ids == [Keyring.id(of: new), Keyring.id(of: old)])

        try write("nothing of the kind")
        #expect(throws: KeyFileError.self) { try ring.reloadIfChanged() }
        #expect(ring.ids.count == 2)
        unlink(path)
        #expect(throws: KeyFileError.missing(path)) { try ring.reloadIfChanged() }
        try write(new.withUnsafeBytes { Base64.padded.encode(Array($0)) })
        #expect(try ring.reloadIfChanged())
        #expect(ring.ids == [Keyring.id(of: new)])
    }

    @Test(arguments: [0o640, 0o604, 0o660, 0o644, 0o620, 0o601] as [mode_t])
    func `a file that others can get at is refused, with what to do`(mode: mode_t) throws {
        try write(Base64.padded.encode([UInt8](repeating: 7, count: 32)), mode: mode)
        let error = try #require(throws: KeyFileError.self) { try KeyFile.read(path) }
        #expect(error == .tooOpen(path, mode: mode))
        #expect(error.description.contains("chmod 600"))
    }

    @Test(arguments: [0o600, 0o400] as [mode_t]) func `a file of one's own is read`(mode: mode_t) throws {
        try write("  " + Base64.padded.encode([UInt8](repeating: 7, count: 32)) + "\r\n\n", mode: mode)
        #expect(try KeyFile.read(path) == [SymmetricKey(data: [UInt8](repeating: 7, count: 32))])
    }

    @Test func `two lines are the current and the earlier key`() throws {
        let keys = [UInt8(1), 2].map { [UInt8](repeating: $0, count: 32) }
        try write(keys.map { Base64.padded.encode($0) + "\n" }.joined())
        #expect(try KeyFile.read(path) == keys.map { SymmetricKey(data: $0) })
    }

    @Test func `missing, empty, short, garbled, huge and no file at all are told apart`() throws {
        #expect(throws: KeyFileError.missing(path)) { try KeyFile.read(path) }
        #expect(throws: KeyFileError.notAFile(folder)) { try KeyFile.read(folder) }
        #expect(throws: KeyFileError.notAFile("/dev/zero")) { try KeyFile.read("/dev/zero") }
        try write("\n \n")
        #expect(throws: KeyFileError.empty(path)) { try KeyFile.read(path) }
        try write(Base64.padded.encode([UInt8](repeating: 7, count: 31)))
        #expect(throws: KeyFileError.wrongLength(path, line: 1, bytes: 31)) { try KeyFile.read(path) }
        try write("\n" + Base64.padded.encode([UInt8](repeating: 7, count: 33)))
        #expect(throws: KeyFileError.wrongLength(path, line: 2, bytes: 33)) { try KeyFile.read(path) }
        try write("not a key!")
        #expect(throws: KeyFileError.notBase64(path, line: 1)) { try KeyFile.read(path) }
        try write(String(repeating: "A", count: 5_000))
        #expect(throws: KeyFileError.tooLarge(path)) { try KeyFile.read(path) }
    }

    @Test func `a pipe does not hold the start-up`() {
        mkfifo(path, 0o600)
        #expect(throws: KeyFileError.notAFile(path)) { try KeyFile.read(path) }
    }

    private func write(_ text: String, mode: mode_t = 0o600) throws {
        unlink(path)
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        try #require(file >= 0)
        #expect(Glibc.write(file, text, text.utf8.count) == text.utf8.count)
        fchmod(file, mode)
        close(file)
    }
}
