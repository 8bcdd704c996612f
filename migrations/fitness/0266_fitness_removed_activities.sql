-- An activity that its user or an admin has removed: it counts for nothing and is shown nowhere. Its row stays, without what was measured, since
-- its source sends it again and it would be new.
alter table fitness_activities add column removed_at timestamptz,
    add constraint fitness_activities_removed check (removed_at is null or session_id is null and metres is null) not valid;
grant update (removed_at, metres, kilocalories, beats) on fitness_activities to roost_app;

-- What trackers record for a goal without a session is one entry of its feed a day: how many activities the entry gathers. NULL: no such entry.
-- What users post stays as it was; this entry grows.
alter table fitness_posts add column activities integer constraint fitness_posts_activities check (activities > 0);
grant update (activities, activity, metres, seconds, done_at) on fitness_posts to roost_app;
