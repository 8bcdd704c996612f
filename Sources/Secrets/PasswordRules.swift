/// Which new passwords are accepted: long enough, not too long, not a common one, not made of one's own words. No
/// rules on composition, no expiry (as NIST SP 800-63B advises).
///
/// The rules apply only to passwords being set. At sign-in, an old password that breaks a newer rule must still work.
package struct PasswordRules: Sendable {
    /// Pages have a translated sentence for each case.
    package enum Refusal: Error, Sendable, Equatable {
        case tooShort(minimum: Int)
        case tooLong(maximum: Int)
        case breached
        case containsOwnWord
    }

    package var minimum: Int
    package var maximum: Int
    package var common: CommonPasswords

    package static let admins = PasswordRules(minimum: 12, maximum: 256, common: .builtIn)
    package static let users = PasswordRules(minimum: 8, maximum: 256, common: .builtIn)

    package init(minimum: Int, maximum: Int, common: CommonPasswords) {
        self.minimum = minimum
        self.maximum = maximum
        self.common = common
    }

    /// Returns all reasons for refusal; if there are none, the password is accepted. `ownWords` are the person's
    /// e-mail and name, the tenant's name and the product's, as they are stored.
    package func refusals(of password: String, ownWords: [String]) -> [Refusal] {
        // The maximum counts scalars, so it limits the bytes too (four each) before any loop reads them.
        guard password.unicodeScalars.count <= maximum else { return [.tooLong(maximum: maximum)] }
        var refusals: [Refusal] = []
        // The minimum counts what a person sees as characters: a family emoji is seven scalars but one character.
        if password.count < minimum {
            refusals.append(.tooShort(minimum: minimum))
        } else if common.contains(password) {
            refusals.append(.breached)
        }
        if contains(password, ownWords) { refusals.append(.containsOwnWord) }
        return refusals
    }

    private func contains(_ password: String, _ ownWords: [String]) -> Bool {
        let spellings = Spelling.all(of: password)
        return ownWords.flatMap(Self.parts).contains { part in
            zip(spellings, Spelling.all(of: part)).contains { $0.contains($1) }
        }
    }

    /// "Ana-María Roy" gives "maría" and "anamaríaroy"; "ana@school.example" gives "school" and "example" and so on.
    /// Words of three letters are part of too many others to be refused by themselves.
    private static func parts(of words: String) -> [String] {
        let parts = words.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        return (parts + [parts.joined()]).filter { $0.count >= 4 }
    }
}
