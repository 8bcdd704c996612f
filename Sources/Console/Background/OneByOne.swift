import Logging
import Postgres

/// Background work over many tenants, or many rows of them. If one fails, its error is logged, and the others are done
/// all the same.
extension Logger {
    /// Returns nil if it failed. If the connection is lost, nothing else would succeed, so the error is thrown.
    @discardableResult
    package func oneByOne<Value>(
        _ failed: Logger.Message, of tenant: ID, on connection: Connection, _ more: Logger.Metadata = [:],
        _ work: () throws -> Value
    ) throws -> Value? {
        do {
            return try work()
        } catch  where connection.isClean {
            say(failed, tenant, error, more)
            return nil
        }
    }

    /// The same for work that takes connections of its own.
    @discardableResult
    package func oneByOne<Value: Sendable>(
        _ failed: Logger.Message, of tenant: ID, _ more: Logger.Metadata = [:],
        _ work: () async throws -> Value
    ) async -> Value? {
        do {
            return try await work()
        } catch {
            say(failed, tenant, error, more)
            return nil
        }
    }

    private func say(_ failed: Logger.Message, _ tenant: ID, _ error: any Error, _ more: Logger.Metadata) {
        self.error(
            failed, metadata: ["tenant": "\(tenant)", "cause": "\(error)"].merging(more) { first, _ in first })
    }
}
