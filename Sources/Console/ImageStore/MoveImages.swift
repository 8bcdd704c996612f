import HTML
import Postgres
import Templates
import Web

/// Moves a tenant's pictures to the place where they belong: into the store, or back into the database. A picture is
/// always complete in one of the two, and stays visible while it is moved.
package struct MoveImages: Job {
    package static let kind = "images.move"
    package static let label = Strings.jobs_images

    /// After this time other jobs get their turn; the longest picture takes as long again, and both are less than a
    /// job's time limit.
    private static let sliceSeconds: UInt64 = 10

    package let tenant: ID

    package init(tenant: ID) { self.tenant = tenant }

    package init(_ payload: Query) throws {
        guard let tenant = payload["tenant"].flatMap({ ID($0) }) else { throw JobProblem.noPayload }
        self.tenant = tenant
    }

    package var payload: [(String, String)] { [("tenant", tenant.description)] }

    /// Queues the job if there are pictures to move and no such job waits. Retries a dead job, which failed while the
    /// store was not available.
    package static func addIfNeeded(in tx: borrowing TenantTransaction, _ services: Services) throws {
        guard try isNeeded(in: tx, services), try tx.first(ImageQueries.moveAgain)?.bool("waits") != true else {
            return
        }
        try Jobs.add(MoveImages(tenant: tx.tenant), in: tx, by: .system(), services)
    }

    private static func isNeeded(in tx: borrowing TenantTransaction, _ services: Services) throws -> Bool {
        guard let store = services.imageStore else { return false }
        return try tx.first(ImageQueries.next(after: nil, away: store.home)) != nil
    }

    package func run(_ job: ID, _ services: Services) async throws {
        guard let store = services.imageStore else { return }
        let end = monotonicNanoseconds() + Self.sliceSeconds * 1_000_000_000
        var last: ID?
        var problem: ObjectStore.Problem?
        while monotonicNanoseconds() < end, let next = try await next(after: last, store, services) {
            last = next.id
            do {
                switch next.place {
                case .row(let bytes, let type): try await leave(next.id, bytes, type, store, services)
                case .store(let image): try await comeBack(next.id, image, store, services)
                }
            } catch let one as ObjectStore.Problem {
                // A picture that is missing or damaged does not block the others.
                guard one == .missing || one == .altered else { throw one }
                services.logger.error(
                    "an image can't be moved",
                    metadata: ["tenant": "\(tenant)", "image": "\(next.id)", "cause": "\(one)"])
                problem = one
            }
        }
        if let problem { throw problem }
    }

    /// Queues the next slice, if there is one.
    package func finish(in tx: borrowing TenantTransaction, _ services: Services) throws {
        if try Self.isNeeded(in: tx, services) { try Jobs.add(self, in: tx, by: .system(), services) }
    }

    // MARK: One picture

    private struct Next: Sendable {
        enum Place: Sendable {
            case row([UInt8], type: String)
            case store(OutsideImage)
        }

        var id: ID
        var place: Place
    }

    private func next(after last: ID?, _ store: ImageStore, _ services: Services) async throws -> Next? {
        try await inTenant(services) { tx in
            guard let row = try tx.first(ImageQueries.next(after: last, away: store.home)) else { return nil }
            let place: Next.Place =
                if let image = try OutsideImage(row, of: tx.tenant) { .store(image) } else {
                    .row(try row.bytes("content"), type: try row.text("media_type"))
                }
            return Next(id: try row.id("id"), place: place)
        }
    }

    private func leave(_ id: ID, _ bytes: [UInt8], _ type: String, _ store: ImageStore, _ services: Services)
        async throws
    {
        let begun = Timestamp.now
        let object = ID.make(at: begun)
        let name = ImageStore.name(object, of: tenant)
        try await store.objects.put(name, bytes, type: type)
        let isNamed = try await inTenant(services) { tx in
            try tx.execute(ImageQueries.leave(id, as: object, begun: begun)) == 1
        }
        // The row was deleted meanwhile, or another process has moved the picture.
        if !isNamed { try await store.objects.delete(name) }
    }

    private func comeBack(_ id: ID, _ image: OutsideImage, _ store: ImageStore, _ services: Services) async throws {
        let bytes = Array(try await store.bytes(of: image).readableBytesView)
        let isBack = try await inTenant(services) { tx in try tx.execute(ImageQueries.comeBack(id, bytes)) == 1 }
        if isBack { try await store.objects.delete(image.name) }
    }

    private func inTenant<T: Sendable>(
        _ services: Services, _ body: @escaping @Sendable (borrowing TenantTransaction) throws -> T
    ) async throws -> T {
        try await services.database.perform(.background) { connection in
            try connection.inTenant(tenant) { tx in try body(tx) }
        }
    }
}
