import Console
import Postgres

/// All SQL on submissions. Row-level security adds the tenant to every statement.
enum AnswerQueries {
    /// A questionnaire by its key, with the named version, or else the live one; `content` is NULL if that version is
    /// not published.
    static func requested(_ key: String, version: Int?) -> SQL {
        """
        select entry.id, entry.retired_at is not null as is_retired, live.number as live_number, asked.number, asked.content
        from \(CatalogueQueries.all)
        left join catalogue_versions as asked on asked.entry_id = entry.id and asked.published_from <= now()
            and asked.number = coalesce(\(version), live.number)
        where entry.catalogue = \(Questionnaires.catalogue.path) and entry.key = \(key)
        """
    }

    /// The last submission of a user to a questionnaire, if there is one.
    static func last(of user: ID, _ entry: ID) -> SQL {
        """
        select submissions.id, submissions.version, submissions.answers::text as answers from submissions
        where submissions.user_id = \(user) and submissions.entry_id = \(entry) and submissions.replaced_at is null
        """
    }

    static func replace(_ id: ID, now: Timestamp) -> SQL {
        "update submissions set replaced_at = \(now) where submissions.id = \(id)"
    }

    static func add(_ id: ID, tenant: ID, user: ID, entry: ID, version: Int, _ answers: FormAnswers, now: Timestamp)
        -> SQL
    {
        """
        insert into submissions (tenant_id, id, user_id, entry_id, version, answers, given_at)
        values (\(tenant), \(id), \(user), \(entry), \(version), \(String(decoding: answers.json.bytes, as: UTF8.self))::jsonb, \(now))
        """
    }

    /// How many submissions of the user were stored within a day, counted up to `most`. One questionnaire after another,
    /// so that the index gives the day alone: who submits for years is not read from the beginning each time.
    static func countOfDay(of user: ID, now: Timestamp, most: Int) -> SQL {
        """
        select count(*) as n from (
            select from catalogue_entries as entry cross join lateral (
                select from submissions
                where submissions.user_id = \(user) and submissions.entry_id = entry.id
                    and submissions.given_at > \(now.adding(seconds: -86_400))
                limit \(most)) as given
            where entry.catalogue = \(Questionnaires.catalogue.path)
            limit \(most)) as counted
        """
    }

    /// The last submission to each questionnaire.
    static func all(of user: ID, zone: String) -> SQL {
        """
        select given.id, given.version, given.answers::text as answers, given.given_at, given.given_at at time zone \(zone) as given,
            entry.key, asked.content
        from submissions as given
        join catalogue_entries as entry on entry.id = given.entry_id
        join catalogue_versions as asked on asked.entry_id = given.entry_id and asked.number = given.version
        where given.user_id = \(user) and given.replaced_at is null order by entry.position, entry.key
        """
    }

    static func last(of user: ID) -> SQL {
        """
        select given.given_at as at, asked.content as what from submissions as given
        join catalogue_versions as asked on asked.entry_id = given.entry_id and asked.number = given.version
        where given.user_id = \(user) and given.replaced_at is null order by given.given_at desc limit \(AppEvents.most)
        """
    }

    static func one(_ id: ID, zone: String) -> SQL {
        """
        select given.user_id, given.entry_id, given.version, given.answers::text as answers, given.given_at at time zone \(zone) as given,
            given.replaced_at at time zone \(zone) as replaced, users.name, users.email, entry.key, asked.content
        from submissions as given
        join users on users.id = given.user_id
        join catalogue_entries as entry on entry.id = given.entry_id
        join catalogue_versions as asked on asked.entry_id = given.entry_id and asked.number = given.version
        where given.id = \(id)
        """
    }

    /// All submissions of the same user to the same questionnaire, the newest first.
    static func history(of id: ID, zone: String) -> SQL {
        """
        select given.id, given.version, given.answers::text as answers, given.given_at at time zone \(zone) as given, asked.content
        from submissions as this
        join submissions as given on given.user_id = this.user_id and given.entry_id = this.entry_id
        join catalogue_versions as asked on asked.entry_id = given.entry_id and asked.number = given.version
        where this.id = \(id) order by given.given_at desc, given.id desc limit 50
        """
    }

    /// The choices of the list's filter, under their present names.
    static let questionnaires: SQL = """
        select entry.key as value, coalesce(nullif(live.name, ''), draft.name, coming.name, entry.key) as words
        from \(CatalogueQueries.all) where entry.catalogue = \(Questionnaires.catalogue.path) order by entry.position, entry.key limit 500
        """

    // MARK: In numbers, which triggers keep (migrations/core/0117_answer_counts.sql)

    /// By question and answer: how many gave it. Of several that somebody gave, each counts; days by their month. An empty answer: how
    /// many answered the question; an empty question as well: how many answered anything. Numbers are left out.
    static func counts(_ entry: ID) -> SQL {
        """
        select answer_counts.question, answer_counts.value, sum(answer_counts.n)::bigint as n from answer_counts
        where answer_counts.entry_id = \(entry) and left(answer_counts.value, 1) <> '#'
        group by answer_counts.question, answer_counts.value having sum(answer_counts.n) > 0
        order by answer_counts.question, 3 desc, answer_counts.value
        """
    }

    /// The numbers given to each question: all distinct ones if there are at most `values`; otherwise the count in each
    /// range, by the number at which the range begins.
    static func numbers(_ entry: ID, of questions: [String], values: Int, ranges: Int) -> SQL {
        """
        with given as (
            select answer_counts.question as key, substr(answer_counts.value, 2)::numeric as number, sum(answer_counts.n)::bigint as n
            from answer_counts
            where answer_counts.entry_id = \(entry) and answer_counts.question = any(\(questions)) and left(answer_counts.value, 1) = '#'
            group by answer_counts.question, answer_counts.value having sum(answer_counts.n) > 0
        ), bounds as (
            select given.key, count(*) > \(values) as is_many, max(given.number) as greatest,
                trunc(min(given.number)) - case when min(given.number) < 0 then 1 else 0 end as first
            from given group by given.key
        ), steps as (
            select bounds.key, bounds.is_many, bounds.greatest, bounds.first,
                div(trunc(bounds.greatest) - bounds.first, \(ranges)::numeric) + 1 as width
            from bounds
        )
        select counted.key, counted.is_many, counted.first::text as first, counted.width::text as width,
            counted.greatest::text as greatest, counted.number::text as number, counted.n
        from (
            select steps.key, steps.is_many, steps.first, steps.width, steps.greatest,
                case when steps.is_many then steps.first + steps.width * floor((given.number - steps.first) / steps.width)
                    else given.number end as number, sum(given.n)::bigint as n
            from given join steps on steps.key = given.key group by 1, 2, 3, 4, 5, 6
        ) as counted order by counted.key, counted.number
        """
    }

    /// Makes one row of those that add up.
    static let merge: SQL = "select merge_answer_counts()"
}
