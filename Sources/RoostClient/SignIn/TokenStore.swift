import Foundation

/// Stores the tokens between two runs of the app: `KeychainTokenStore` on Apple's systems, `FileTokenStore` elsewhere.
///
/// A refresh token works once, and a second use ends the session. So two processes must not share a store: an app
/// extension signs in for itself.
public protocol TokenStore: Sendable {
    /// nil: nobody is signed in.
    func load() throws -> Tokens?
    /// Replaces the stored tokens; when it returns, the new ones survive a kill.
    func save(_ tokens: Tokens) throws
    func remove() throws
}

/// Stores tokens in memory only, for tests and previews.
public final class MemoryTokenStore: TokenStore, @unchecked Sendable {
    private let lock = NSLock()
    private var tokens: Tokens?

    public init() {}

    public func load() -> Tokens? { lock.withLock { tokens } }
    public func save(_ tokens: Tokens) { lock.withLock { self.tokens = tokens } }
    public func remove() { lock.withLock { tokens = nil } }
}

/// Stores tokens in a file that only its owner may read.
public struct FileTokenStore: TokenStore {
    private let file: URL

    public init(_ file: URL) { self.file = file }

    public func load() throws -> Tokens? {
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        let data = try Data(contentsOf: file)
        // A file that contains no pair of tokens counts as signed out.
        return try? JSONDecoder().decode(Tokens.self, from: data)
    }

    public func save(_ tokens: Tokens) throws {
        try DurableFile.makeFolder(file.deletingLastPathComponent())
        try DurableFile.replace(file, with: try JSONEncoder().encode(tokens))
    }

    public func remove() throws { try DurableFile.remove(file) }
}
