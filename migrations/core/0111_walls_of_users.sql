-- The second wall, inside the tenant's, for the tables that came after it: see 0091_calls_of_users.sql.
create policy former_emails_person on former_emails as restrictive to roost_app
    using (case when (select current_person()) is null then true else user_id = (select current_person()) end);
create policy privacy_requests_person on privacy_requests as restrictive to roost_app
    using (case when (select current_person()) is null then true else user_id = (select current_person()) end);
create policy privacy_holds_person on privacy_holds as restrictive to roost_app
    using (case when (select current_person()) is null then true else user_id = (select current_person()) end);
-- Archives that wait for their links are no matter of a call.
create policy privacy_archives_person on privacy_archives as restrictive to roost_app using ((select current_person()) is null);

-- Users forget devices of their own, unless a hold keeps what there is of them.
drop policy user_devices_erasure on user_devices;
create policy user_devices_erasure on user_devices as restrictive for delete to roost_app
    using (may_erase(user_id) or past_retention('user_devices', seen_at, user_id)
        or user_id = current_person() and not exists (select from privacy_holds
            where privacy_holds.tenant_id = user_devices.tenant_id and privacy_holds.user_id = user_devices.user_id));
