/// Why a master key file could not be read or created. The process stays sealed, and says so.
package enum KeyFileError: Error, Sendable, Equatable, CustomStringConvertible {
    case missing(String)
    /// The errno of open(2), fstat(2), read(2) or write(2).
    case unreadable(String, errno: Int32)
    /// A directory, a pipe, a device.
    case notAFile(String)
    /// Another user of the machine may read or write it: the mode's lower nine bits.
    case tooOpen(String, mode: UInt32)
    /// Larger than any key file.
    case tooLarge(String)
    case empty(String)
    case notBase64(String, line: Int)
    case wrongLength(String, line: Int, bytes: Int)
    /// The file is a link, as mounted secrets are.
    case notReplaceable(String)
    /// A key file is never overwritten: the values that its keys sealed would be lost.
    case exists(String)

    package var description: String {
        switch self {
        case .missing(let path):
            "no key file at \(path): give the path of the one this database was written with, or restore it from where "
                + "you keep it; without it what is encrypted stays encrypted"
        case .unreadable(let path, let errno):
            "the key file \(path) can't be read or written (errno \(errno)): see that this user owns it, with mode 0600"
        case .notAFile(let path): "\(path) is no regular file: give the path of a key file"
        case .tooOpen(let path, let mode):
            "the key file \(path) has mode 0\(String(mode, radix: 8)), so others can get at it: chmod 600, and if "
                + "others had access to this machine, replace the key"
        case .tooLarge(let path): "\(path) is too large for a key file: give the path of a key file"
        case .empty(let path): "the key file \(path) is empty: restore it from where you keep it"
        case .notBase64(let path, let line):
            "line \(line) of the key file \(path) is not base64: a key is made by `openssl rand -base64 32`"
        case .wrongLength(let path, let line, let bytes):
            "line \(line) of the key file \(path) holds \(bytes) bytes instead of 32: a key is made by "
                + "`openssl rand -base64 32`"
        case .notReplaceable(let path):
            "\(path) is a link, so its keys are kept elsewhere: put the new key on its own line there by hand, the "
                + "current one first"
        case .exists(let path): "\(path) exists and is not overwritten: move it away if you mean to make a new key"
        }
    }
}
