-- A request for approval of a refund says which payment it is about and how much it asks for: lists show it, and no page about a
-- payment has to open sealed forms. No stored row has any of it, so there is nothing to validate.
alter table approvals
    add column payment_id uuid,
    add column amount bigint,
    add column currency text,
    add constraint approvals_sum check ((payment_id is null) = (amount is null) and (amount is null) = (currency is null)) not valid;

-- The same, for the added rows of which the second argument is true: with one argument, for all.
create or replace function refuse_erased() returns trigger language plpgsql set search_path = roost, pg_temp
as $$
declare
    is_erased boolean;
begin
    execute format('select bool_or(person.erased_at is not null) from (select users.erased_at from users
        where (users.tenant_id, users.id) in (select added.tenant_id, added.%I from added where %s) for key share) as person',
        tg_argv[0], coalesce(tg_argv[1], 'true'))
        into is_erased;
    if is_erased then raise exception 'this user was erased' using errcode = 'RT095'; end if;
    return null;
end $$;

-- Payments stay after an erasure, and money may be due back: a refund above an admin's limits is asked for like any other.
drop trigger approvals_erased on approvals;
create trigger approvals_erased after insert on approvals referencing new table as added for each statement
    execute function refuse_erased('object_id', 'added.payment_id is null');

-- Why it was asked for is in an admin's own words, and no erasure comes any more to take them: such requests of all tenants go a week
-- after their end, when whoever asked has read what became of them. How many they were.
create function forget_requests_about_erased() returns bigint
language plpgsql security definer set search_path = roost, pg_temp
as $$
declare
    forgotten bigint;
begin
    delete from approvals using users
    where users.tenant_id = approvals.tenant_id and users.id = approvals.object_id and users.erased_at is not null
        and approvals.payment_id is not null
        and coalesce(approvals.decided_at, approvals.expires_at) < clock_timestamp() - interval '7 days';
    get diagnostics forgotten = row_count;
    return forgotten;
end $$;

do $$
begin
    execute format('grant roost_gate to %I', current_user);
    create policy approvals_gate on approvals to roost_gate using (payment_id is not null) with check (false);
    grant select, delete on approvals to roost_gate;
    grant create on schema roost to roost_gate;
    alter function forget_requests_about_erased() owner to roost_gate;
    revoke execute on function forget_requests_about_erased() from public;
    grant execute on function forget_requests_about_erased() to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;

-- Words of a name or of a text, as everybody writes them: letters without marks, of any case. Particles of names name nobody.
create function name_parts(words text) returns text[]
language sql immutable parallel safe set search_path = roost, pg_temp
as $$
    select coalesce(array_agg(distinct part), '{}') from unnest(regexp_split_to_array(fold_text(words), '[^[:alnum:]]+')) as part
    where length(part) > 1 and part <> all (array['de', 'del', 'la', 'las', 'los', 'el', 'al', 'da', 'das', 'do', 'dos', 'di',
        'du', 'des', 'le', 'van', 'von', 'der', 'den', 'ter', 'zu', 'zur', 'bin', 'bint', 'ben', 'ibn', 'abu', 'and', 'und'])
$$;

-- A word without the ending of its case, where it is Russian: Петрова, Петровой and Петров are one name. Folded words have no й.
create function name_stem(word text) returns text
language sql immutable parallel safe set search_path = roost, pg_temp
as $$
    select case when word ~ '^[а-я]{4,}$' then regexp_replace(word, '^(.{3,}?)[аеиоуыэюяь]+(м|х|ми|го|му)?$', '\1') else word end
$$;

-- Whether a word is that part of a name, in any case. A name may itself end like a case: Максим and Максима.
create function is_name_part(part text, word text) returns boolean
language sql immutable parallel safe set search_path = roost, pg_temp
as $$
    select part = word or part ~ '^[а-я]{4,}$' and (name_stem(part) = name_stem(word)
        or starts_with(word, part) and substr(word, length(part) + 1) ~ '^[аеиоуыэюя]+(м|х|ми|го|му)?$')
$$;

-- As before (0140), and in all cases of Russian names.
create or replace function names_person(words text, person text, email text) returns boolean
language sql immutable parallel safe set search_path = roost, pg_temp
as $$
    select coalesce(email <> '' and position(fold_text(email) in fold_text(words)) > 0, false)
        or coalesce((
            select count(*) > 0 and count(*) filter (where exists (
                select from unnest(name_parts(words)) as word where is_name_part(part, word))) >= least(count(*), 2)
            from unnest(name_parts(person)) as part
        ), false)
$$;

-- Whether the words have one word of that user's name which no other user of the tenant has: it names them as well as two would.
create function names_alone(words text, person text, who uuid) returns boolean
language sql stable set search_path = roost, pg_temp
as $$
    select exists (select from unnest(name_parts(person)) as part
        where length(name_stem(part)) > 2 and exists (select from unnest(name_parts(words)) as word where is_name_part(part, word))
            and not exists (select from find_users_by_words(array[name_stem(part)], 2) as other (id) where other.id <> who))
$$;
revoke execute on function name_parts(text), name_stem(text), is_name_part(text, text), names_alone(text, text, uuid) from public;
grant execute on function name_parts(text), name_stem(text), is_name_part(text, text), names_alone(text, text, uuid) to roost_app;
