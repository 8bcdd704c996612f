-- The server signs in as roost_app itself: RESET ROLE then leads nowhere else (SECURITY.md, pitfall 21). Without a password it
-- can sign in only where pg_hba.conf asks for none.
do $$
begin
    if not (select pg_roles.rolcanlogin from pg_roles where pg_roles.rolname = 'roost_app') then
        alter role roost_app login;
    end if;
exception when insufficient_privilege then
    raise notice 'roost_app was made by somebody else and may not sign in: `roost serve` needs a login that is a member of it alone';
end $$;

-- What /readyz writes to, so that it answers for writes and not for reads alone.
create table write_probe (
    id boolean primary key default true check (id),
    at timestamptz not null
);
insert into write_probe (at) values (clock_timestamp());
grant select, update on write_probe to roost_app;
