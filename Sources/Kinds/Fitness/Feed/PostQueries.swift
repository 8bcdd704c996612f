import Console
import Postgres

/// All SQL on posts and likes. Row-level security adds the tenant to every statement.
enum PostQueries {
    static func add(_ post: Post, to goal: ID, tenant: ID, now: Timestamp) -> SQL {
        """
        insert into fitness_posts (tenant_id, id, goal_id, act, role, user_id, text, percent, wanted_id, sponsor_id, tracker, activity, metres,
            seconds, done_at, posted_at)
        values (\(tenant), \(ID.make(at: now)), \(goal), \(post.act), \(post.role), \(post.user), \(post.text), \(post.percent),
            \(post.wanted), \(post.sponsor), \(post.tracked?.source.rawValue), \(post.tracked?.kind.rawValue), \(post.tracked?.metres),
            \(post.tracked?.seconds), \(post.doneAt), \(now))
        """
    }

    /// Adds an activity to what the feed has from trackers for that day, in UTC, if there is something. The sums stay within what is stored.
    static func gather(_ post: Post, to goal: ID, by user: ID?, now: Timestamp) -> SQL {
        """
        update fitness_posts set activities = coalesce(fitness_posts.activities, 1) + 1,
            activity = case when fitness_posts.activity = \(post.tracked?.kind.rawValue)::text then fitness_posts.activity else 'other' end,
            metres = case when coalesce(fitness_posts.metres, \(post.tracked?.metres)::bigint) is not null
                then least(10000000, coalesce(fitness_posts.metres, 0) + coalesce(\(post.tracked?.metres)::bigint, 0)) end,
            seconds = least(604800, coalesce(fitness_posts.seconds, 0) + coalesce(\(post.tracked?.seconds)::bigint, 0)),
            done_at = greatest(fitness_posts.done_at, \(post.doneAt))
        where fitness_posts.id = (
            select posts.id from fitness_posts as posts
            where posts.goal_id = \(goal) and posts.user_id = \(user) and posts.act = \(post.act) and posts.tracker is not null
                and posts.posted_at > \(now.adding(seconds: -9 * 86_400))
                and (posts.done_at at time zone 'UTC')::date = (\(post.doneAt)::timestamptz at time zone 'UTC')::date
            order by posts.posted_at desc, posts.id desc limit 1)
        """
    }

    /// `zone`: of the local time `posted`.
    private static func columns(_ zone: String) -> SQL {
        """
        posts.id, posts.goal_id, posts.act, posts.role, people.id as user_id, coalesce(people.name, '') as author, posts.text, posts.percent,
            posts.posted_at, posts.posted_at at time zone \(zone) as posted, wanted.key as wanted, posts.tracker, posts.activity,
            posts.metres, posts.seconds, posts.activities, posts.done_at, posts.done_at at time zone \(zone) as done,
            exists (select from fitness_likes as mine where mine.post_id = posts.id and mine.user_id = current_person()) as is_liked,
            (select count(*) from fitness_likes as likes where likes.post_id = posts.id) as likes
        """
    }

    private static func joins(_ naming: Naming) -> SQL {
        """
        left join \(naming.people) as people on \(naming.isParty("posts"))
        left join catalogue_entries as wanted on wanted.id = posts.wanted_id
        """
    }

    /// The newest first, those before a mark.
    static func ofGoal(
        _ goal: ID, before mark: PostMark?, limit: Int, zone: String, naming: Naming = .everybody
    ) -> SQL {
        """
        select \(columns(zone)), (\(EntryNames.all("posts.wanted_id"))) as wanted_names
        from fitness_posts as posts \(joins(naming))
        where posts.goal_id = \(goal) and \(behind(mark)) order by posts.posted_at desc, posts.id desc limit \(limit)
        """
    }

    /// Of all goals that the user who calls has set or was asked to back; those before a mark. Of each goal no more than a page is looked
    /// at, so that a sponsor of five hundred recipients costs five hundred looks into an index.
    static func seen(before mark: PostMark?, limit: Int) -> SQL {
        """
        with newest as (
            select found.id, found.posted_at from fitness_seen() as goals
            cross join lateral (
                select posts.id, posts.posted_at from fitness_posts as posts
                where posts.goal_id = goals.goal_id and \(behind(mark))
                order by posts.posted_at desc, posts.id desc limit \(limit)
            ) as found
            order by found.posted_at desc, found.id desc limit \(limit)
        )
        select \(columns("UTC")) from newest join fitness_posts as posts on posts.id = newest.id \(joins(.known))
        order by posts.posted_at desc, posts.id desc
        """
    }

    private static func behind(_ mark: PostMark?) -> SQL {
        mark.map { "(posts.posted_at, posts.id) < (\($0.at), \($0.id))" } ?? "true"
    }

    /// How often the user has posted that act to the goal by hand, within a day and within ten minutes, and when the oldest of each was.
    static func counts(of act: String, by user: ID, in goal: ID, now: Timestamp) -> SQL {
        """
        select count(*) as n, min(posts.posted_at) as oldest,
            count(*) filter (where posts.posted_at > \(now.adding(seconds: -600))) as lately,
            min(posts.posted_at) filter (where posts.posted_at > \(now.adding(seconds: -600))) as oldest_lately
        from fitness_posts as posts
        where posts.goal_id = \(goal) and posts.user_id = \(user) and posts.act = \(act) and posts.tracker is null
            and posts.posted_at > \(now.adding(seconds: -86_400))
        """
    }

    /// True if the feed has said within a day that the plan changed.
    static func plannedLately(_ goal: ID, now: Timestamp) -> SQL {
        """
        select posts.id from fitness_posts as posts
        where posts.goal_id = \(goal) and posts.act = 'plan' and posts.posted_at > \(now.adding(seconds: -86_400)) limit 1
        """
    }

    static func isThere(_ post: ID, of goal: ID) -> SQL {
        "select posts.id from fitness_posts as posts where posts.id = \(post) and posts.goal_id = \(goal)"
    }

    static func like(_ post: ID, by user: ID, tenant: ID, now: Timestamp) -> SQL {
        """
        insert into fitness_likes (tenant_id, post_id, user_id, liked_at) values (\(tenant), \(post), \(user), \(now))
        on conflict (tenant_id, post_id, user_id) do nothing
        """
    }

    static func unlike(_ post: ID, by user: ID) -> SQL {
        "delete from fitness_likes where fitness_likes.post_id = \(post) and fitness_likes.user_id = \(user)"
    }
}

/// The post before which the next page of a feed begins. It stays valid when that post is deleted.
typealias PostMark = (at: Timestamp, id: ID)
