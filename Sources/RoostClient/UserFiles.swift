import Foundation

/// The folder of each user: cached responses, queues and synced tables, each opened once.
actor UserFiles {
    private let settings: ClientSettings
    private let sender: CallSender
    private let environment: ClientEnvironment
    private var caches: [UUID: AnswerCache] = [:]
    private var queues: [UUID: [String: OfflineQueue]] = [:]
    private var tables: [UUID: [String: SyncedTable]] = [:]

    init(_ settings: ClientSettings, _ sender: CallSender, _ environment: ClientEnvironment) {
        (self.settings, self.sender, self.environment) = (settings, sender, environment)
    }

    /// A user who ended the session from another device wants no data to stay readable on this one.
    static func removeAnswers(of user: UUID, _ settings: ClientSettings) {
        try? FileManager.default.removeItem(at: answers(of: user, settings))
    }

    private static func answers(of user: UUID, _ settings: ClientSettings) -> URL {
        folder(of: user, settings).appendingPathComponent("answers")
    }

    private func folder(of user: UUID) -> URL { Self.folder(of: user, settings) }

    /// The folder's name has a hash of the issuer: two installations may give the same id to different users.
    private static func folder(of user: UUID, _ settings: ClientSettings) -> URL {
        let issuer = Base64URL.encode(Array(SHA256.hash(Array(settings.issuer.utf8)).prefix(9)))
        return settings.folder.appendingPathComponent("\(issuer)-\(user.inPath)")
    }

    func cache(of user: UUID) -> AnswerCache {
        if let cache = caches[user] { return cache }
        let cache = AnswerCache(
            Self.answers(of: user, settings), most: settings.cacheBytes, now: environment.now)
        caches[user] = cache
        return cache
    }

    func queue(_ name: String, of user: UUID, limits: QueueLimits) throws -> OfflineQueue {
        if let queue = queues[user]?[name] { return queue }
        let queue = try OfflineQueue(
            folder(of: user).appendingPathComponent("\(name.inPath).queue"), of: user, limits: limits, sender)
        queues[user, default: [:]][name] = queue
        return queue
    }

    func table(_ name: String, of user: UUID, over exchange: any SyncExchange) throws -> SyncedTable {
        if let table = tables[user]?[name] { return table }
        let table = try SyncedTable(
            folder(of: user).appendingPathComponent("\(name.inPath).table"), over: exchange)
        tables[user, default: [:]][name] = table
        return table
    }

    /// Removes the cached responses, or everything.
    func close(_ user: UUID, removing: Bool) async {
        await cache(of: user).removeAll()
        caches[user] = nil
        guard removing else { return }
        for queue in queues[user, default: [:]].values { await queue.close() }
        for table in tables[user, default: [:]].values { await table.close() }
        queues[user] = nil
        tables[user] = nil
        try? FileManager.default.removeItem(at: folder(of: user))
    }
}
