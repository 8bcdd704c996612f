import Console
import Postgres

/// All SQL on users' answers. Row-level security adds the tenant to every statement.
enum AnswerQueries {
    /// A questionnaire by its key, with the version that is named, or else the one that holds; `content` is
    /// NULL when that one is not published.
    static func requested(_ key: String, version: Int?) -> SQL {
        """
        select entry.id, entry.retired_at is not null as is_retired, live.number as live_number, asked.number, asked.content
        from \(CatalogueQueries.all)
        left join catalogue_versions as asked on asked.entry_id = entry.id and asked.published_from <= now()
            and asked.number = coalesce(\(version), live.number)
        where entry.catalogue = \(Questionnaires.catalogue.path) and entry.key = \(key)
        """
    }

    /// The last submission of a user, if there is one.
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

    /// Everything that the same user ever answered to the same questionnaire, the newest first.
    static func history(of id: ID, zone: String) -> SQL {
        """
        select given.id, given.version, given.answers::text as answers, given.given_at at time zone \(zone) as given, asked.content
        from submissions as this
        join submissions as given on given.user_id = this.user_id and given.entry_id = this.entry_id
        join catalogue_versions as asked on asked.entry_id = given.entry_id and asked.number = given.version
        where this.id = \(id) order by given.given_at desc, given.id desc limit 50
        """
    }

    /// For the list's filter, as they are called now.
    static let questionnaires: SQL = """
        select entry.key as value, coalesce(nullif(live.name, ''), draft.name, coming.name, entry.key) as words
        from \(CatalogueQueries.all) where entry.catalogue = \(Questionnaires.catalogue.path) order by entry.position, entry.key limit 500
        """

    // MARK: In numbers

    /// By question: how many answered it.
    static func answered(_ entry: ID) -> SQL {
        """
        select answer.key, count(*) as n
        from submissions as given cross join lateral jsonb_object_keys(given.answers) as answer (key)
        where given.entry_id = \(entry) and given.replaced_at is null group by answer.key
        """
    }

    static func givers(_ entry: ID) -> SQL {
        "select count(*) as n from submissions as given where given.entry_id = \(entry) and given.replaced_at is null"
    }

    /// By question and answer: how many gave it. Of several that somebody gave, each counts.
    static func counts(_ entry: ID, of questions: [String]) -> SQL {
        """
        select answer.key, one.value #>> '{}' as value, count(*) as n
        from submissions as given
        cross join lateral jsonb_each(given.answers) as answer (key, value)
        cross join lateral jsonb_array_elements(
            case jsonb_typeof(answer.value) when 'array' then answer.value else jsonb_build_array(answer.value) end) as one (value)
        where given.entry_id = \(entry) and given.replaced_at is null and answer.key = any(\(questions))
        group by answer.key, one.value #>> '{}' order by count(*) desc limit 5000
        """
    }
}
