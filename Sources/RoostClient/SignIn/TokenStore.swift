import Foundation

/// Where the tokens are between two runs of the app: `KeychainTokenStore` on Apple's systems, `FileTokenStore` elsewhere.
///
/// A refresh token works once, and the session ends when it comes twice. So no two processes use one store: an extension of an app
/// signs in for itself.
public protocol TokenStore: Sendable {
    /// nil: nobody is signed in.
    func load() throws -> Tokens?
    /// In place of what is there; when it returns, they are there after a kill.
    func save(_ tokens: Tokens) throws
    func remove() throws
}

/// For tests and previews: forgotten with the process.
public final class MemoryTokenStore: TokenStore, @unchecked Sendable {
    private let lock = NSLock()
    private var tokens: Tokens?

    public init() {}

    public func load() -> Tokens? { lock.withLock { tokens } }
    public func save(_ tokens: Tokens) { lock.withLock { self.tokens = tokens } }
    public func remove() { lock.withLock { tokens = nil } }
}

/// In a file that its owner alone may read.
public struct FileTokenStore: TokenStore {
    private let file: URL

    public init(_ file: URL) { self.file = file }

    public func load() throws -> Tokens? {
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        let data = try Data(contentsOf: file)
        // What is no pair of tokens is no sign-in: the person signs in again.
        return try? JSONDecoder().decode(Tokens.self, from: data)
    }

    public func save(_ tokens: Tokens) throws {
        try DurableFile.makeFolder(file.deletingLastPathComponent())
        try DurableFile.replace(file, with: try JSONEncoder().encode(tokens))
    }

    public func remove() throws { try DurableFile.remove(file) }
}
