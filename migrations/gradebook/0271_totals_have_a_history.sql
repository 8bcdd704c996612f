-- A total that was set by hand has a history of its own, which each teacher of the class reads, and says who has set it. Null for totals
-- that were never set, and for those of earlier versions, whose events are the student's and tell of other classes too.
alter table gradebook_enrolments add column override_id uuid, add column overridden_by text, add column overridden_by_id uuid,
    add column overridden_at timestamptz;
grant update (override_id, overridden_by, overridden_by_id, overridden_at) on gradebook_enrolments to roost_app;
