import Console
import HTML
import Postgres
import Templates
import Web

/// Retries a job at once, with all its attempts again.
struct RetryJob: Changing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("job") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let kind = try tx.first(JobQueriesAcrossTenants.retry(id))?.text("kind") else { throw Refusal.notFound }
        _ = try tx.rows(JobQueriesAcrossTenants.wake)
        return Change(
            AuditEvent(.jobRetried, on: .job, id, name: kind),
            next: .to(actor.link(to: JobList.list), flash: Strings.jobs_was_retried))
    }
}

/// Deletes a job without running it.
struct DiscardJob: Changing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("job") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let row = try tx.first(JobQueriesAcrossTenants.waiting(id)) else { throw Refusal.notFound }
        let kind = try row.text("kind")
        let job = Jobs.open(kind, try row.bytes("payload"), tenant: tx.tenant, id: id, services)
        try tx.execute(JobQueriesAcrossTenants.discard(id))
        try job?.abandoned(in: tx, services)
        return Change(
            AuditEvent(.jobDiscarded, on: .job, id, name: kind),
            next: .to(actor.link(to: JobList.list), flash: Strings.jobs_was_discarded))
    }
}
