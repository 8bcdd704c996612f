-- Language and time zone of a user follow what their devices say, until somebody has chosen them: the user, or an admin, a key or an
-- import that changes them.
alter table users
    add column language_chosen boolean not null default false,
    add column zone_chosen boolean not null default false;

-- Users forget devices of their own, and admins those of a user, unless a hold keeps what there is of them. Another user's device is
-- behind the wall of users.
drop policy user_devices_erasure on user_devices;
create policy user_devices_erasure on user_devices as restrictive for delete to roost_app
    using (not exists (select from privacy_holds
        where privacy_holds.tenant_id = user_devices.tenant_id and privacy_holds.user_id = user_devices.user_id));
