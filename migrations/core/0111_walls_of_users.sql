-- The second wall, inside the tenant's, for the tables that came after it: see 0091_calls_of_users.sql.
create policy former_emails_person on former_emails as restrictive to roost_app
    using (case when (select current_person()) is null then true else user_id = (select current_person()) end);
create policy privacy_requests_person on privacy_requests as restrictive to roost_app
    using (case when (select current_person()) is null then true else user_id = (select current_person()) end);
-- What is held back, and the archives that wait for their links, are no matter of a call.
create policy privacy_archives_person on privacy_archives as restrictive to roost_app using ((select current_person()) is null);
create policy privacy_holds_person on privacy_holds as restrictive to roost_app using ((select current_person()) is null);
