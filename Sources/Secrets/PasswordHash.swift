import CArgon2
import Crypto

/// An Argon2id hash (v1.3, RFC 9106) as it is stored: `$argon2id$v=19$m=65536,t=3,p=4$salt$tag`.
///
/// Hashing and checking use 64 MiB and about 0.2 s of a core: run them in a `WorkGate`, never on the cooperative
/// pool.
package struct PasswordHash: Sendable, Equatable {
    package let parameters: Argon2Parameters
    private let salt: [UInt8]
    private let tag: [UInt8]

    /// In bytes: 256 characters of four bytes each. `PasswordRules` refuses more with a reason that a page can show.
    package static let longestPassword = 1_024

    /// Checked if no account has the e-mail, so that unknown and known ones take the same time. No password is known
    /// to give a tag of zeros, and none will be found: that is a preimage of 256 bits.
    package static let dummy = PasswordHash(
        parameters: .current,
        salt: Array(repeating: 0, count: Argon2Parameters.current.saltLength),
        tag: Array(repeating: 0, count: Argon2Parameters.current.tagLength))

    private init(parameters: Argon2Parameters, salt: [UInt8], tag: [UInt8]) {
        self.parameters = parameters
        self.salt = salt
        self.tag = tag
    }

    package init(
        of password: String, parameters: Argon2Parameters = .current, using random: inout some RandomNumberGenerator
    ) throws(PasswordHashError) {
        guard parameters.isWithinCaps else { throw .outsideCaps }
        guard password.utf8.count <= Self.longestPassword else { throw .passwordTooLong }
        let salt = randomBytes(parameters.saltLength, using: &random)
        let tag = try Self.tag(of: password, salt: salt, parameters)
        self.init(parameters: parameters, salt: salt, tag: tag)
    }

    /// Reads the text that `phc` returned. Checks the caps, so every hash that exists may be checked.
    package init(phc: String) throws(PasswordHashError) {
        // We parse it ourselves: libargon2 reads the parameters and uses them before our code could refuse them.
        guard phc.utf8.count <= 256 else { throw .unreadable }
        let parts = phc.utf8.split(separator: UInt8(ascii: "$"), omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0].isEmpty, parts[1].elementsEqual("argon2id".utf8),
            parts[2].elementsEqual("v=19".utf8)
        else { throw .unreadable }
        let costs = parts[3].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard costs.count == 3, let memory = Self.number(costs[0], named: "m"),
            let passes = Self.number(costs[1], named: "t"), let lanes = Self.number(costs[2], named: "p"),
            let salt = Base64.unpadded.decode(parts[4]), let tag = Base64.unpadded.decode(parts[5])
        else { throw .unreadable }
        let parameters = Argon2Parameters(
            memory: memory, passes: passes, lanes: lanes, saltLength: salt.count, tagLength: tag.count)
        guard parameters.isWithinCaps else { throw .outsideCaps }
        self.init(parameters: parameters, salt: salt, tag: tag)
    }

    /// The text for storage.
    package var phc: String {
        "$argon2id$v=19$m=\(parameters.memory),t=\(parameters.passes),p=\(parameters.lanes)"
            + "$\(Base64.unpadded.encode(salt))$\(Base64.unpadded.encode(tag))"
    }

    package func verify(_ password: String) throws(PasswordHashError) -> Bool {
        // The limit reveals nothing about the account: it applies to unknown e-mails too.
        guard password.utf8.count <= Self.longestPassword else { return false }
        return constantTimeEqual(try Self.tag(of: password, salt: salt, parameters), tag)
    }

    /// True if the parameters have been raised since: hash again at the next sign-in, when the password is available.
    package var needsRehash: Bool { parameters.isWeaker(than: .current) }

    /// Reads `m=65536` and the like: no sign, no leading zero, no number that is too large.
    private static func number(_ field: some Collection<UInt8>, named name: Unicode.Scalar) -> UInt32? {
        guard field.starts(with: [UInt8(ascii: name), UInt8(ascii: "=")]) else { return nil }
        let digits = field.dropFirst(2)
        guard !digits.isEmpty, digits.count <= 9, digits.first != UInt8(ascii: "0"),
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return digits.reduce(0) { $0 * 10 + UInt32($1 - UInt8(ascii: "0")) }
    }

    private static func tag(
        of password: String, salt: [UInt8], _ parameters: Argon2Parameters
    ) throws(PasswordHashError) -> [UInt8] {
        // A copy of our own, which libargon2 clears (it clears its working memory by itself). The String's own bytes
        // belong to the caller.
        var password = Array(password.utf8)
        var salt = salt
        var tag = [UInt8](repeating: 0, count: parameters.tagLength)
        let code = password.withUnsafeMutableBufferPointer { password in
            salt.withUnsafeMutableBufferPointer { salt in
                tag.withUnsafeMutableBufferPointer { tag in
                    var context = argon2_context()
                    context.out = tag.baseAddress
                    context.outlen = UInt32(tag.count)
                    context.pwd = password.baseAddress
                    context.pwdlen = UInt32(password.count)
                    context.salt = salt.baseAddress
                    context.saltlen = UInt32(salt.count)
                    context.t_cost = parameters.passes
                    context.m_cost = parameters.memory
                    context.lanes = parameters.lanes
                    // One thread computes all lanes: the tag is the same, and one hash then takes one core, not four.
                    context.threads = 1
                    context.version = ARGON2_VERSION_13.rawValue
                    context.flags = 1 << 0  // ARGON2_FLAG_CLEAR_PASSWORD, a macro with a cast.
                    return argon2id_ctx(&context)
                }
            }
        }
        wipe(&password)
        switch code {
        case ARGON2_OK.rawValue: return tag
        case ARGON2_MEMORY_ALLOCATION_ERROR.rawValue: throw .outOfMemory
        default: throw .library(code)
        }
    }
}

/// The description hides the hash: an attacker who reads a hash in a log can try to crack it.
extension PasswordHash: CustomStringConvertible {
    package var description: String { "PasswordHash(argon2id)" }
}
