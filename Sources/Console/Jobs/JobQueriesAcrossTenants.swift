import Postgres

/// All SQL on jobs.
package enum JobQueriesAcrossTenants {
    package static func add(_ id: ID, tenant: ID, kind: String, payload: [UInt8]) -> SQL {
        """
        insert into jobs (tenant_id, id, kind, payload, run_at)
        values (\(tenant), \(id), \(kind), \(payload), clock_timestamp())
        """
    }

    static func add(_ jobs: [(id: ID, payload: [UInt8])], tenant: ID, kind: String) -> SQL {
        """
        insert into jobs (tenant_id, id, kind, payload, run_at)
        select \(tenant), new.id, \(kind), new.payload, clock_timestamp()
        from unnest(\(jobs.map(\.id)), \(Bind.byteStrings(jobs.map(\.payload)))) as new (id, payload)
        """
    }

    /// Notifies the workers of every process when the transaction commits.
    package static let wake: SQL = "select pg_notify('roost_jobs', '')"

    /// Claims a job of a tenant that is not busy, preferring tenants that were not served recently.
    package static func claim(_ kinds: [String], seconds: Int, served: [ID], busy: [ID]) -> SQL {
        """
        select job.tenant_id, job.id, job.kind, job.payload, job.attempts::bigint as attempts, job.lost::bigint as lost
        from claim_job(\(kinds), \(seconds), \(served), \(busy)) as job
        """
    }

    /// For a job that runs longer than its lease.
    package static func renew(_ id: ID, seconds: Int) -> SQL {
        """
        update jobs set claimed_until = clock_timestamp() + make_interval(secs => \(seconds)::int)
        where jobs.id = \(id) and jobs.claimed_until is not null
        """
    }

    /// It came further: of workers that were lost before nothing is left to be counted.
    package static func progress(_ id: ID) -> SQL {
        "update jobs set lost = 0 where jobs.id = \(id) and jobs.lost > 0"
    }

    /// Its worker was told to end: it is somebody else's at once, and nobody was lost with it.
    package static func handOver(_ id: ID, attempt: Int) -> SQL {
        """
        update jobs set run_at = clock_timestamp(), claimed_until = null, attempts = jobs.attempts - 1
        where jobs.id = \(id) and jobs.attempts = \(attempt)
        """
    }

    /// Deletes one row, unless another worker has taken the job over meanwhile.
    package static func finish(_ id: ID, attempt: Int) -> SQL {
        "delete from jobs where jobs.id = \(id) and jobs.attempts = \(attempt)"
    }

    package static func postpone(_ id: ID, attempt: Int, seconds: Int, error: String) -> SQL {
        """
        update jobs set run_at = clock_timestamp() + make_interval(secs => \(seconds)), claimed_until = null, error = \(error)
        where jobs.id = \(id) and jobs.attempts = \(attempt)
        """
    }

    /// Returns kind and payload, unless a worker runs the job or it is gone.
    package static func waiting(_ id: ID) -> SQL {
        """
        select jobs.kind, jobs.payload from jobs
        where jobs.id = \(id) and (jobs.claimed_until is null or jobs.claimed_until < clock_timestamp()) for update
        """
    }

    /// Returns the kind, unless a worker runs the job or it is gone.
    package static func retry(_ id: ID) -> SQL {
        """
        update jobs set run_at = clock_timestamp(), claimed_until = null, failed_at = null, attempts = 0, lost = 0
        where jobs.id = \(id) and (jobs.claimed_until is null or jobs.claimed_until < clock_timestamp()) returning jobs.kind
        """
    }

    package static func discard(_ id: ID) -> SQL { "delete from jobs where jobs.id = \(id)" }

    package static func giveUp(_ id: ID, attempt: Int, error: String) -> SQL {
        """
        update jobs set failed_at = clock_timestamp(), claimed_until = null, error = \(error)
        where jobs.id = \(id) and jobs.attempts = \(attempt)
        """
    }
}
