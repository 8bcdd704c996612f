-- Finding users as people say and type their names: without accents, ё as е, Arabic letters and digits as Persian ones, half spaces
-- or none. What it costs on a large table: nothing here reads or rewrites users. 0101 fills the column in pieces and builds the index
-- beside the running console.

-- One text for all ways to write it. Immutable, so that an index can be made of what it returns; texts of plain ASCII, which are most
-- e-mails and many names, take none of the long way.
create function fold_text(raw text) returns text language sql immutable strict parallel safe
as $$
    select case when octet_length(raw) = length(raw) then lower(raw collate "C") else
        (select case when bare.text ~ '[ıøłđðςßæœþ‘’ʼ`´\u0620-\u06ff]' then
            replace(replace(replace(replace(translate(bare.text,
                'ıøłđðς‘’ʼ`´يىېےكڪةۀەھہۂۃ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'iolddσ''''''''''ییییککههههههه01234567890123456789'),
                'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
            else bare.text end
        -- Without marks (accents, vowel signs), stretched letters, soft hyphens and characters that only join or direct others.
        from (select regexp_replace(lower(normalize(raw, nfkd) collate "und-x-icu"),
            '[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g')
            as text offset 0) as bare)
    end
$$;

-- What a user is found by. Empty (NULL) where `search_text` says the same, as it does for half of all users: those rows need not be
-- written again.
alter table users add column found_as text;

create function keep_found_as() returns trigger language plpgsql set search_path = roost, pg_temp
as $$
declare
    folded text := fold_text(new.name || ' ' || new.email);
begin
    new.found_as := nullif(folded, lower(new.name || ' ' || new.email));
    return new;
end $$;
create trigger users_found_as before insert on users for each row
    when (octet_length(new.name) <> length(new.name) or octet_length(new.email) <> length(new.email))
    execute function keep_found_as();
create trigger users_found_as_again before update of name, email on users for each row
    when (old.name <> new.name or old.email <> new.email) execute function keep_found_as();

-- Addresses that users had before: who calls names the one that they remember.
create table former_emails (
    tenant_id uuid not null,
    user_id uuid not null,
    -- Folded.
    email text not null check (length(email) between 3 and 300),
    until timestamptz not null,
    primary key (tenant_id, user_id, email),
    foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index former_emails_email on former_emails (tenant_id, email);
create trigger former_emails_people before insert on former_emails for each statement execute function refuse_people();

create function keep_former_email() returns trigger language plpgsql set search_path = roost, pg_temp
as $$
begin
    -- An erasure empties the row: nothing of it may stay here.
    if new.email like '%@erased.invalid' then
        delete from former_emails where former_emails.user_id = new.id;
    else
        insert into former_emails (tenant_id, user_id, email, until)
            values (new.tenant_id, new.id, fold_text(old.email), clock_timestamp())
            on conflict (tenant_id, user_id, email) do update set until = excluded.until;
    end if;
    return null;
end $$;
create trigger users_former_email after update of email on users for each row
    when (lower(old.email) <> lower(new.email)) execute function keep_former_email();

alter table former_emails enable row level security, force row level security;
create policy former_emails_wall on former_emails using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
grant select, insert, update, delete on former_emails to roost_app;

-- What LIKE looks for in a folded text with a space before and after it. A word may stand anywhere in it, one of two letters only
-- where a word begins (alone: or ends), one of a single letter where a word begins: shorter than a trigram, they would be looked for
-- in every row.
create function search_patterns(words text[]) returns text[] language plpgsql immutable strict parallel safe
set search_path = roost, pg_temp
as $$
declare
    word text;
    patterns text[] := '{}';
begin
    -- The longest first: the index is asked for those.
    foreach word in array array(
        select folded.word from (select fold_text(given.word) as word, given.number from unnest(words) with ordinality as given (word, number))
            as folded
        order by length(folded.word) desc, folded.number)
    loop
        if length(word) = 2 and cardinality(words) = 1 then
            patterns := array['%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || ' %'];
        end if;
        patterns := patterns || (case when length(word) < 3 then '% ' else '%' end
            || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%');
    end loop;
    return patterns;
end $$;

-- As find_users, which older processes still call: ids of users whose text has every one of the words, in any order. Three of them,
-- the longest, ask the index; the others are looked for in what those found. Each call is planned for its own words.
create function find_users_by_words(words text[], most bigint) returns setof uuid
language plpgsql stable security definer set search_path = roost, public, pg_temp set plan_cache_mode = force_custom_plan rows 100
as $$
declare
    tenant uuid := current_tenant();
    patterns text[] := search_patterns(words);
begin
    if cardinality(words) = 1 then
        return query
            select users.id from users
            where users.tenant_id = tenant and (' ' || coalesce(users.found_as, users.search_text) || ' ') like any (patterns)
            limit most;
    elsif cardinality(words) = 2 then
        -- A third pattern, though it be one of these, would make the index look for it again.
        return query
            select users.id from users
            where users.tenant_id = tenant
                and (' ' || coalesce(users.found_as, users.search_text) || ' ') like patterns[1]
                and (' ' || coalesce(users.found_as, users.search_text) || ' ') like patterns[2]
            limit most;
    else
        return query
            select users.id from users
            where users.tenant_id = tenant
                and (' ' || coalesce(users.found_as, users.search_text) || ' ') like patterns[1]
                and (' ' || coalesce(users.found_as, users.search_text) || ' ') like patterns[2]
                and (' ' || coalesce(users.found_as, users.search_text) || ' ') like patterns[3]
                and (' ' || coalesce(users.found_as, users.search_text) || ' ') like all (patterns)
            limit most;
    end if;
end $$;

-- As find_users_by_words, of words (no patterns) that are spelt nearly so: a letter wrong, missing, doubled or swapped. The nearest
-- come first. Words of one or two letters are near to too much, so the caller leaves them out.
create function find_users_near(words text[], most bigint) returns setof uuid
language plpgsql stable security definer set search_path = roost, public, pg_temp set plan_cache_mode = force_custom_plan rows 20
as $$
declare
    tenant uuid := current_tenant();
    folded text[] := array(select fold_text(word.text) from unnest(words) as word (text));
begin
    -- Here and not at the function, where only a superuser may name an extension's setting.
    perform set_config('pg_trgm.word_similarity_threshold', '0.35', true);
    return query
        select near.id from (
            select users.id, (select min(word_similarity(word.text, coalesce(users.found_as, users.search_text)))
                from unnest(folded) as word (text)) as nearness
            from users
            where users.tenant_id = tenant and users.status <> 'deleted'
                and (' ' || coalesce(users.found_as, users.search_text) || ' ') %> folded[1]
                and (cardinality(folded) < 2 or (' ' || coalesce(users.found_as, users.search_text) || ' ') %> folded[2])
                and (cardinality(folded) < 3 or (' ' || coalesce(users.found_as, users.search_text) || ' ') %> folded[3])
            limit 2000
        ) as near
        order by near.nearness desc, near.id limit most;
end $$;

do $$
begin
    execute format('grant roost_gate to %I', current_user);
    grant create on schema roost to roost_gate;
    alter function find_users_by_words(text[], bigint) owner to roost_gate;
    alter function find_users_near(text[], bigint) owner to roost_gate;
    revoke execute on function find_users_by_words(text[], bigint) from public;
    revoke execute on function find_users_near(text[], bigint) from public;
    grant execute on function find_users_by_words(text[], bigint) to roost_app;
    grant execute on function find_users_near(text[], bigint) to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
