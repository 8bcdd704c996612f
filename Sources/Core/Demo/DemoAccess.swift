/// How the admins of a demo sign in: one password and one authenticator entry serve for all of them, made for this installation.
package struct DemoAccess: Sendable {
    /// PHC text.
    package var passwordHash: String
    package var totpSecret: [UInt8]

    package init(passwordHash: String, totpSecret: [UInt8]) {
        self.passwordHash = passwordHash
        self.totpSecret = totpSecret
    }
}
