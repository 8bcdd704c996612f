import Glibc
import Secrets

/// Secrets come from files, the environment or standard input; never from arguments, which every user of the machine
/// can see.
enum SecretSource {
    /// The first line of the file, or of standard input for `-`.
    static func file(_ path: String) throws -> String {
        guard let file = fopen(path == "-" ? "/dev/stdin" : path, "r") else {
            throw Failure("can't read \(path): \(String(cString: strerror(errno)))")
        }
        defer { fclose(file) }
        var buffer = [CChar](repeating: 0, count: 4096)
        guard fgets(&buffer, Int32(buffer.count), file) != nil else { throw Failure("\(path) is empty") }
        let bytes = buffer.prefix { $0 != 0 && $0 != 10 && $0 != 13 }.map { UInt8(bitPattern: $0) }
        guard !bytes.isEmpty else { throw Failure("the first line of \(path) is empty") }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the whole text of a small file: certificates, up to 64 KiB.
    static func whole(_ path: String) throws -> String {
        guard let file = fopen(path, "r") else {
            throw Failure("can't read \(path): \(String(cString: strerror(errno)))")
        }
        defer { fclose(file) }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = fread(&buffer, 1, buffer.count, file)
        guard count > 0 else { throw Failure("\(path) is empty") }
        return String(decoding: buffer[..<count], as: UTF8.self)
    }

    /// Writes a new file that only its owner can read. An existing file is not overwritten.
    static func write(_ secret: String, to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw Failure(
                errno == EEXIST
                    ? "\(path) is there already, and may hold a key that something uses; move it away, or name another file; nothing was changed"
                    : "can't write \(path): \(String(cString: strerror(errno))); nothing was changed")
        }
        let bytes = Array((secret + "\n").utf8)
        let isWhole = Glibc.write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
        guard close(descriptor) == 0, isWhole else {
            unlink(path)
            throw Failure("can't write \(path); nothing was changed")
        }
    }

    static func environment(_ name: String) throws -> String {
        guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else {
            throw Failure("the environment has no \(name)")
        }
        return value
    }

    /// Checks the password by the console's rules, and hashes it.
    static func passwordHash(_ password: String, ownWords: [String]) throws -> String {
        if let refusal = PasswordRules.admins.refusals(of: password, ownWords: ownWords + ["roost"]).first {
            switch refusal {
            case .tooShort(let minimum): throw Failure("the password is too short: at least \(minimum) characters")
            case .tooLong(let maximum): throw Failure("the password is too long: at most \(maximum) characters")
            case .breached: throw Failure("the password is on a list of common passwords; choose another")
            case .containsOwnWord:
                throw Failure("the password contains the admin's name, e-mail or “roost”; choose another")
            }
        }
        var random = SystemRandomNumberGenerator()
        return try PasswordHash(of: password, using: &random).phc
    }

    static func totpSecret(_ text: String) throws -> [UInt8] {
        guard let secret = Base32.decode(text), secret.count >= 16, TOTP(secret: secret) != nil else {
            throw Failure(
                "the TOTP secret must be base32 of at least 16 bytes, like `head -c20 /dev/urandom | base32` prints")
        }
        return secret
    }
}
