-- Who else claims the same group, teacher or room is read by time as well: of the day's claims most are at other hours, and each was read
-- for every lesson that was written: half of the time that looking for clashes took.
create index timetable_claims_time on timetable_claims (tenant_id, object_id, term_id, weekday, starts, ends);
-- The new one begins as it does.
drop index timetable_claims_object;
