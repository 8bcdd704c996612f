import Console
import Core
import HTML
import Postgres
import Templates
import Web

/// Goals that were proposed in some days, and how far they have come by now: proposed, accepted, done, rewarded.
struct GoalReport: Report {
    static let head = ReportHead(path: "reports/fitness-goals", title: Strings.fitness_report, needs: .seeFitness)

    enum By: String, CaseIterable, Sendable {
        case type, state, group, month

        var label: StringKey {
            switch self {
            case .type: Strings.fitness_type
            case .state: Strings.fitness_state
            case .group: Strings.fitness_group
            case .month: Strings.finance_month
            }
        }
    }

    let period: ReportPeriod
    let choices: [Choice]
    private let by: By
    private let language: Language
    /// The figures of all goals of the period, as the funnel has them.
    private let whole: [Int]

    init(_ query: Query, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws {
        period = try ReportPeriod(query, days: 365, in: tx, by: actor)
        whole = period.isGood ? try tx.first(ReportQueries.funnel(period))?.ints("values") ?? [] : []
        by = query["by"].flatMap { By(rawValue: $0) } ?? .type
        language = actor.language
        choices = [
            Choice(
                "by", Strings.finance_by, all: nil,
                By.allCases.map { ($0.rawValue, LocalText($0.label).resolve(in: actor.language)) }, chosen: by.rawValue,
                actor.language)
        ]
    }

    var about: [LocalText] {
        [
            LocalText(Strings.fitness_report_about), LocalText(Strings.fitness_completion_about),
            LocalText(Strings.fitness_money_outside),
        ]
    }
    var heading: StringKey { by.label }
    var unit: ReportUnit? { by == .month ? .month : nil }
    var columns: [ReportColumn] {
        [
            ReportColumn("proposed", Strings.fitness_stage_proposed),
            ReportColumn("accepted", Strings.fitness_stage_accepted), ReportColumn("done", Strings.fitness_stage_done),
            ReportColumn("rewarded", Strings.fitness_stage_rewarded),
            ReportColumn("completion", Strings.fitness_completion), ReportColumn("hours", Strings.fitness_hours),
            ReportColumn("due", Strings.fitness_due),
        ]
    }
    var lines: SQL { by == .month ? along(.month) : ReportQueries.lines(by, period, language) }
    var series: [(label: StringKey, tone: Chart.Tone)] {
        [
            (Strings.fitness_stage_proposed, .main), (Strings.fitness_stage_accepted, .other),
            (Strings.fitness_stage_done, .faults),
        ]
    }
    func along(_ unit: ReportUnit) -> SQL { ReportQueries.along(unit, period) }
    func summary(_ sums: [Int]) -> LocalText {
        Strings.fitness_report_summary(proposed: sums[0], accepted: sums[1], done: sums[2])
    }

    func words(_ label: String, _ language: Language) -> String {
        guard by == .state else { return label }
        return GoalState(rawValue: label).map { LocalText($0.label).resolve(in: language) } ?? label
    }

    /// Shares and hours don't add up: the last line has those of all goals. Neither do the lines of groups: a goal whose sponsors are in two
    /// of them is in both.
    func tables(_ lines: [ReportLine], _ language: Language) -> [ReportTable] {
        guard var table = self.table(lines, language) else { return [] }
        for place in table.total.indices where whole.indices.contains(place) {
            if place == 4 || place == 5 {
                table.total[place].text = NumberStyle(language).integer(whole[place])
            } else if by == .group {
                table.total[place].text = ""
            }
        }
        return [table]
    }
}

/// What sponsors did in some days: asked, accepted, rejected, and what they promised and owe.
struct SponsorReport: Report {
    static let head = ReportHead(
        path: "reports/fitness-sponsors", title: Strings.fitness_sponsor_report, needs: .seeFitness)

    enum By: String, CaseIterable, Sendable {
        case group, sponsor, currency

        var label: StringKey {
            switch self {
            case .group: Strings.fitness_group
            case .sponsor: Strings.fitness_sponsor
            case .currency: Strings.fitness_report_currency
            }
        }
    }

    let period: ReportPeriod
    let choices: [Choice]
    private let by: By
    private let none: String
    private let language: Language

    init(_ query: Query, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws {
        period = try ReportPeriod(query, days: 90, in: tx, by: actor)
        by = query["by"].flatMap { By(rawValue: $0) } ?? .group
        none = LocalText(Strings.fitness_group_none).resolve(in: actor.language)
        language = actor.language
        choices = [
            Choice(
                "by", Strings.finance_by, all: nil,
                By.allCases.map { ($0.rawValue, LocalText($0.label).resolve(in: actor.language)) }, chosen: by.rawValue,
                actor.language)
        ]
        // Its lines are people, so it is a reading as the list of sponsors is.
        if by == .sponsor, period.isGood {
            let count = try tx.first(ReportQueries.sponsorCount(period))?.int("n") ?? 0
            services.readings.note(
                actor, filter: [("list", SponsorList.list.path)] + query.items.map { ($0.name, $0.value) },
                rows: min(count, ReportQueries.mostSponsors))
        }
    }

    var about: [LocalText] {
        [
            LocalText(Strings.fitness_sponsor_report_about), LocalText(Strings.fitness_sponsor_report_periods),
            by == .currency ? LocalText(Strings.fitness_report_sums_about) : nil,
            LocalText(Strings.fitness_money_outside),
        ].compactMap { $0 }
    }
    var heading: StringKey { by.label }
    var unit: ReportUnit? { nil }
    private var rewards: [ReportColumn] {
        [
            ReportColumn("promised", Strings.fitness_reward_promised), ReportColumn("due", Strings.fitness_due),
            ReportColumn("given", Strings.fitness_reward_given),
            ReportColumn("disputed", Strings.fitness_reward_disputed),
        ]
    }
    var columns: [ReportColumn] {
        if by == .currency { return rewards }
        return [
            ReportColumn("asked", Strings.fitness_asked), ReportColumn("accepted", Strings.fitness_stage_accepted),
            ReportColumn("rejected", Strings.fitness_state_rejected),
        ] + rewards
    }
    var lines: SQL {
        switch by {
        case .group: ReportQueries.sponsors(period, none: none, language)
        case .sponsor: ReportQueries.sponsors(each: period)
        case .currency: ReportQueries.sums(period)
        }
    }
    var series: [(label: StringKey, tone: Chart.Tone)] {
        [(Strings.fitness_stage_accepted, .main), (Strings.fitness_state_rejected, .other)]
    }
    func along(_ unit: ReportUnit) -> SQL { ReportQueries.answers(along: unit, period) }
    func summary(_ sums: [Int]) -> LocalText { Strings.fitness_sponsor_summary(accepted: sums[0], rejected: sums[1]) }
    func words(_ label: String, _ language: Language) -> String { label }

    /// Sums are written as money of the line's currency, and those of several currencies don't add up.
    func tables(_ lines: [ReportLine], _ language: Language) -> [ReportTable] {
        guard var table = self.table(lines, language) else { return [] }
        guard by == .currency else { return [table] }
        for (place, line) in lines.enumerated() {
            for (at, value) in line.values.enumerated() {
                table.rows[place].cells[at].text = Money(value, Currency(stored: line.label)).words(language)
            }
        }
        table.total = []
        return [table]
    }
}

/// All SQL of the reports. Row-level security adds the tenant to every statement.
enum ReportQueries {
    /// The goals of the period, each with how far it has come.
    private static func goals(_ period: ReportPeriod) -> SQL {
        """
        select goals.id, goals.entry_id, goals.state, goals.proposed_at, goals.accepted_at, goals.accepted_at is not null as is_accepted,
            goals.state = 'done' as is_done, coalesce(rewards.given, false) as is_rewarded, coalesce(rewards.due, 0) as due
        from fitness_goals as goals
        left join lateral (
            select bool_or(backings.reward_state = 'given') and not bool_or(backings.reward_state = 'disputed') as given,
                count(*) filter (where backings.reward_state = 'due') as due
            from fitness_backings as backings where backings.goal_id = goals.id and backings.reward_state <> 'none'
        ) as rewards on true
        where \(period.holds("goals.proposed_at"))
        """
    }

    /// Completion in percent of those that were accepted and are over; hours to acceptance, the median.
    private static let values: SQL = """
        array[count(*), count(*) filter (where goals.is_accepted), count(*) filter (where goals.is_done),
            count(*) filter (where goals.is_done and goals.is_rewarded),
            coalesce(round(100.0 * count(*) filter (where goals.is_done)
                / nullif(count(*) filter (where goals.is_accepted and goals.state <> 'in_progress'), 0)), 0)::bigint,
            coalesce(round(extract(epoch from percentile_cont(0.5) within group (order by goals.accepted_at - goals.proposed_at)) / 3600),
                0)::bigint,
            coalesce(sum(goals.due), 0)::bigint]
        """

    static func lines(_ by: GoalReport.By, _ period: ReportPeriod, _ language: Language) -> SQL {
        switch by {
        case .state:
            "select goals.state as label, \(values) as values from (\(goals(period))) as goals group by 1 order by 1"
        case .group:
            """
            select coalesce(groups.name, '—') as label, \(values) as values
            from (\(goals(period))) as goals
            left join lateral (
                select distinct on (members.group_id) members.group_id from fitness_backings as backings
                join fitness_group_members as members on members.user_id = backings.user_id
                where backings.goal_id = goals.id
            ) as grouped on true
            left join lateral (\(EntryNames.now("grouped.group_id", in: language))) as groups on true
            group by 1 order by 1
            """
        case .type, .month:
            """
            select coalesce(types.name, entry.key) as label, \(values) as values
            from (\(goals(period))) as goals join catalogue_entries as entry on entry.id = goals.entry_id
            left join lateral (\(EntryNames.now("entry.id", in: language))) as types on true
            group by 1 order by 1
            """
        }
    }

    static func along(_ unit: ReportUnit, _ period: ReportPeriod) -> SQL {
        """
        with \(period.spans(unit)), counted as (
            select \(ReportPeriod.number(of: "goals.proposed_at")) as number, \(values) as values
            from (\(goals(period))) as goals group by 1
        )
        select spans.label, coalesce(counted.values, array[0, 0, 0, 0, 0, 0, 0]::bigint[]) as values
        from spans left join counted on counted.number = spans.number order by spans.number
        """
    }

    /// Of sponsors one by one, the table has those who accepted most.
    static let mostSponsors = 500

    /// What was asked of sponsors and what they owe, of goals that were proposed within the period.
    private static let counts: SQL = """
        array[count(*), count(*) filter (where backings.answer = 'accepted'), count(*) filter (where backings.answer = 'rejected'),
            count(*) filter (where backings.reward_state = 'promised'), count(*) filter (where backings.reward_state = 'due'),
            count(*) filter (where backings.reward_state = 'given'), count(*) filter (where backings.reward_state = 'disputed')]
        """

    static func sponsorCount(_ period: ReportPeriod) -> SQL {
        """
        select count(distinct backings.user_id) as n
        from fitness_goals as goals join fitness_backings as backings on backings.goal_id = goals.id
        where \(period.holds("goals.proposed_at"))
        """
    }

    static func sponsors(each period: ReportPeriod) -> SQL {
        """
        select coalesce(nullif(users.name, ''), users.email) as label, counted.values from (
            select backings.user_id, \(counts) as values
            from fitness_goals as goals join fitness_backings as backings on backings.goal_id = goals.id
            where \(period.holds("goals.proposed_at")) group by 1
            order by count(*) filter (where backings.answer = 'accepted') desc, count(*) desc, 1 limit \(mostSponsors)
        ) as counted
        join users on users.id = counted.user_id
        order by counted.values[2] desc, counted.values[1] desc, users.name, users.id
        """
    }

    /// The sums of rewards by currency, in minor units.
    static func sums(_ period: ReportPeriod) -> SQL {
        """
        select goals.reward_currency as label,
            array[coalesce(sum(goals.reward_minor) filter (where backings.reward_state = 'promised'), 0)::bigint,
                coalesce(sum(goals.reward_minor) filter (where backings.reward_state = 'due'), 0)::bigint,
                coalesce(sum(goals.reward_minor) filter (where backings.reward_state = 'given'), 0)::bigint,
                coalesce(sum(goals.reward_minor) filter (where backings.reward_state = 'disputed'), 0)::bigint] as values
        from fitness_goals as goals join fitness_backings as backings on backings.goal_id = goals.id
        where \(period.holds("goals.proposed_at")) and goals.reward_currency is not null and backings.reward_state <> 'none'
        group by 1 order by 1
        """
    }

    static func sponsors(_ period: ReportPeriod, none: String, _ language: Language) -> SQL {
        """
        select coalesce(groups.name, \(none)) as label, \(counts) as values
        from fitness_goals as goals join fitness_backings as backings on backings.goal_id = goals.id
        left join fitness_group_members as members on members.user_id = backings.user_id
        left join lateral (\(EntryNames.now("members.group_id", in: language))) as groups on true
        where \(period.holds("goals.proposed_at")) group by 1 order by 1
        """
    }

    static func answers(along unit: ReportUnit, _ period: ReportPeriod) -> SQL {
        """
        with \(period.spans(unit)), counted as (
            select \(ReportPeriod.number(of: "backings.answered_at")) as number,
                count(*) filter (where backings.answer = 'accepted') as accepted,
                count(*) filter (where backings.answer = 'rejected') as rejected
            from fitness_backings as backings where \(period.holds("backings.answered_at")) group by 1
        )
        select spans.label, array[coalesce(counted.accepted, 0), coalesce(counted.rejected, 0)] as values
        from spans left join counted on counted.number = spans.number order by spans.number
        """
    }

    /// One row: how many goals came to each stage.
    static func funnel(_ period: ReportPeriod) -> SQL { "select \(values) as values from (\(goals(period))) as goals" }
}
