/// Why a password could not be hashed, or a stored hash could not be read. A wrong password is no error: `verify`
/// returns false.
package enum PasswordHashError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The stored text is not an Argon2id PHC string of version 19 (0x13).
    case unreadable
    /// The stored text requires more memory, passes or lanes than Roost allows, or less than Argon2's minimum.
    case outsideCaps
    /// More than `PasswordHash.longestPassword` bytes.
    case passwordTooLong
    /// libargon2 could not get its memory.
    case outOfMemory
    /// Any other return code of libargon2, by its number in argon2.h.
    case library(Int32)

    package var description: String {
        switch self {
        case .unreadable:
            "a stored password hash is not $argon2id$v=19$…: restore the row from a backup, or have the password reset"
        case .outsideCaps:
            "a stored password hash asks for more than m=262144,t=10,p=16: find out who wrote it, "
                + "then reset the password"
        case .passwordTooLong:
            "a password of more than \(PasswordHash.longestPassword) bytes: check it with PasswordRules first"
        case .outOfMemory:
            "no memory for a password hash (64 MiB each, one a core): give the process more, or fewer cores"
        case .library(let code):
            "libargon2 refused with \(code): see argon2.h, and check that libargon2 is 20171227 or later"
        }
    }
}
