-- The wall between users (0091) around the tables that came beside it, and what a user may delete by themselves.

create policy former_emails_person on former_emails as restrictive to roost_app
    using (case when (select current_person()) is null then true else user_id = (select current_person()) end);
create policy privacy_requests_person on privacy_requests as restrictive to roost_app
    using (case when (select current_person()) is null then true else user_id = (select current_person()) end);
-- No call shows it; what asks whether a hold is set has to see it in any transaction.
create policy privacy_holds_person on privacy_holds as restrictive to roost_app
    using (case when (select current_person()) is null then true else user_id = (select current_person()) end);
-- An archive is opened by its link alone.
create policy privacy_archives_person on privacy_archives as restrictive to roost_app using ((select current_person()) is null);

-- A user takes a device of their own out of the account; for everybody else it is as 0097 has it.
drop policy user_devices_erasure on user_devices;
create policy user_devices_erasure on user_devices as restrictive for delete to roost_app
    using (may_erase(user_id) or past_retention('user_devices', seen_at, user_id) or user_id = (select current_person()));
