-- OpenID Connect Core (15.1) asks of a provider that it signs ID tokens by RS256 as well, and some clients know nothing else. An app is
-- registered for one of the two; access tokens stay with ES256.
alter table account_apps add column id_token_algorithm text not null default 'ES256' check (id_token_algorithm in ('ES256', 'RS256'));

-- Of RS256 the public key is a SubjectPublicKeyInfo and the private key PKCS #1, both in DER.
alter table account_keys add column algorithm text not null default 'ES256' check (algorithm in ('ES256', 'RS256'));
alter table account_keys drop constraint account_keys_public_key_check;
alter table account_keys add constraint account_keys_public_key_check
    check (length(public_key) = 64 and algorithm = 'ES256' or length(public_key) between 290 and 1024 and algorithm = 'RS256');

-- The function is the gate's.
do $$ begin execute format('grant roost_gate to %I', current_user); end $$;

create or replace function tenants_with_due_account_keys(since timestamptz, retired timestamptz) returns setof uuid
language sql stable security definer set search_path = roost, pg_temp
as $$
    select distinct account_apps.tenant_id from account_apps
    cross join lateral (values ('ES256'), (account_apps.id_token_algorithm)) as wanted (algorithm)
    where not exists (select from account_keys
        where account_keys.tenant_id = account_apps.tenant_id and account_keys.algorithm = wanted.algorithm
            and account_keys.signs_from > since)
    union
    select earlier.tenant_id from account_keys as earlier
    join account_keys as later on later.tenant_id = earlier.tenant_id and later.algorithm = earlier.algorithm
        and later.signs_from > earlier.signs_from and later.signs_from < retired
$$;

do $$
begin
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
