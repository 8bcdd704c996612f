import Console
import HTML
import Postgres
import Templates

/// The tenant's waiting, running and dead jobs.
package enum JobList: DeclaredList {
    package static let list = ListDeclaration(
        "jobs", title: Strings.jobs_title, icon: "clock", from: "jobs", key: "jobs.id",
        select: """
            jobs.id, jobs.kind, jobs.attempts::bigint as attempts, jobs.error, jobs.failed_at is not null as is_failed,
            jobs.claimed_until > clock_timestamp() as is_running, jobs.run_at, jobs.created_at
            """,
        head: .head("created", Strings.jobs_job, sort: "jobs.created_at"),
        columns: [
            ListColumn("state", Strings.jobs_state) { row, _ in
                let isRunning = try row.boolOrNil("is_running") ?? false
                return .badge(try (row.bool("is_failed") ? JobState.failed : isRunning ? .running : .waiting).badge)
            },
            ListColumn(
                "attempts", Strings.jobs_attempts, isNumber: true, saysLabel: true, sort: "jobs.attempts",
                fallsFirst: true
            ) { row, actor in
                .text(NumberStyle(actor.language).integer(try row.int("attempts")))
            },
            ListColumn("error", Strings.jobs_error) { row, actor in
                .text(JobWords.error(try row.text("error"), actor.language))
            },
        ],
        filters: [
            ListFilter("state", Strings.jobs_state) { actor in
                JobState.allCases.map { ($0.rawValue, $0.badge.text.resolve(in: actor.language)) }
            } condition: { value, _ in
                JobState(rawValue: value)?.condition
            },
            .time("jobs.created_at"),
        ],
        sort: "-created", acts: Strings.jobs_acts, empty: (Strings.jobs_empty, Strings.jobs_empty_advice),
        file: [
            .uuid("id", Strings.list_column_id, "jobs.id"), .text("kind", Strings.jobs_job, "jobs.kind"),
            .text(
                "state", Strings.jobs_state,
                """
                case when jobs.failed_at is not null then 'failed' when jobs.claimed_until > clock_timestamp() then 'running'
                    else 'waiting' end
                """),
            .integer("attempts", Strings.jobs_attempts, "jobs.attempts::bigint"),
            .text("error", Strings.jobs_error, "jobs.error"),
            .time("created", Strings.key_created, "jobs.created_at"),
        ]
    ) { row, actor, base in
        let (id, kind) = (try row.id("id"), JobWords.name(try row.text("kind"), actor.language))
        let age = Int(max(0, actor.now.seconds - (try row.time("created_at")).seconds))
        let again = ListAct(
            action: "\(base)/\(id)/retry", label: LocalText(Strings.jobs_retry),
            fullLabel: Strings.jobs_retry_one(job: kind))
        let discard = ListAct(
            action: "\(base)/\(id)/discard", label: LocalText(Strings.jobs_discard),
            fullLabel: Strings.jobs_discard_one(job: kind),
            isDanger: true)
        let isRunning = try row.boolOrNil("is_running") ?? false
        return ListRow(
            name: kind, link: nil, detail: DurationStyle(actor.language).ago(seconds: age),
            acts: isRunning ? [] : [again, discard])
    }
}

enum JobState: String, CaseIterable {
    case waiting, running, failed

    var badge: StatusBadge {
        switch self {
        case .waiting: StatusBadge(LocalText(Strings.jobs_waiting), tone: .off)
        case .running: StatusBadge(LocalText(Strings.jobs_running), tone: .good)
        case .failed: StatusBadge(LocalText(Strings.jobs_failed), tone: .bad)
        }
    }

    var condition: SQL {
        switch self {
        case .waiting:
            "jobs.failed_at is null and (jobs.claimed_until is null or jobs.claimed_until <= clock_timestamp())"
        case .running: "jobs.failed_at is null and jobs.claimed_until > clock_timestamp()"
        case .failed: "jobs.failed_at is not null"
        }
    }
}

enum JobWords {
    static func error(_ stored: String, _ language: Language) -> String {
        stored == JobWorker.lost ? Strings.jobs_lost(times: JobWorker.mostLost).resolve(in: language) : stored
    }

    static func name(_ kind: String, _ language: Language) -> String {
        Declarations.current.job(kind).map { LocalText($0.label).resolve(in: language) } ?? kind
    }
}
