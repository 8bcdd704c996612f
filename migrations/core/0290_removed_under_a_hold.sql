-- What its user has deleted while a legal hold keeps the row is there for the keepers of the hold alone, and goes with the hold.
alter table user_devices add column removed_at timestamptz;
alter table user_files add column removed_at timestamptz;
grant update (removed_at) on user_files to roost_app;
-- Two texts can be one push token: see deploy/decisions/push-tokens.md. This is the rule for those that are stored already.
create function stored_push_token(platform text, token text) returns text
language sql immutable set search_path = roost, pg_temp
as $$
    select case when platform in ('ios', 'macos') and bytes.text ~ '^([0-9A-Fa-f]{2})+$' then lower(bytes.text)
        else regexp_replace(token, '^\s+|\s+$', '', 'g') end
    from (select regexp_replace(regexp_replace(token, '\s', '', 'g'), '^<(.*)>$', '\1') as text) as bytes
$$;

do $$
declare
    tenant record;
begin
    alter table tenants no force row level security;
    alter table user_devices no force row level security;
    alter table privacy_holds no force row level security;
    for tenant in select tenants.id from tenants where tenants.holds_people loop
        perform set_config('roost.tenant', tenant.id::text, true);
        -- Devices of before that were removed under a hold have lost their session; those that an app registered have one.
        update user_devices set removed_at = now()
        where user_devices.tenant_id = tenant.id and user_devices.created_at is not null and user_devices.session_id is null
            and exists (select from privacy_holds
                where privacy_holds.tenant_id = user_devices.tenant_id and privacy_holds.user_id = user_devices.user_id);
        -- Of devices with the same token, the one that was seen last keeps it.
        update user_devices set push_token = ''
        where user_devices.tenant_id = tenant.id and user_devices.push_token <> ''
            and exists (select from user_devices as later where later.tenant_id = tenant.id and later.push_token <> ''
                and stored_push_token(later.platform, later.push_token)
                    = stored_push_token(user_devices.platform, user_devices.push_token)
                and (later.seen_at, later.user_id, later.id) > (user_devices.seen_at, user_devices.user_id, user_devices.id));
        update user_devices set push_token = stored_push_token(user_devices.platform, user_devices.push_token)
        where user_devices.tenant_id = tenant.id
            and user_devices.push_token <> stored_push_token(user_devices.platform, user_devices.push_token);
    end loop;
    alter table tenants force row level security;
    alter table user_devices force row level security;
    alter table privacy_holds force row level security;
end $$;

drop function stored_push_token(text, text);
