-- A name that was heard is written as it sounds: Sophia for Sofía, Cristofer for Christopher. Such names come before those that only
-- share letters. What it costs: the usual search does not ask for it, and it needs no index of its own.

-- A regular expression of the ways to write a word that sound alike, from the beginning of a word. pg_trgm reads it from the same index.
-- Only of Latin letters; NULL for other words, whose letters are told apart by `fold_text` alone.
create function sounding_pattern(word text) returns text language plpgsql immutable strict parallel safe
as $$
declare
    sounds text := word;
    pattern text := ' ';
    sound text;
begin
    if word !~ '^[a-z''-]+$' then return null; end if;
    -- Capitals are sounds: F f, ph · T t, th · K c, k, ck, q · C ch, kh · X sh, sch, tch · S s, z · V v, w · I i, y, j, ee, ie · U u, oo, ou.
    sounds := replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(sounds, 'sch', 'X'), 'tch', 'X'),
        'sh', 'X'), 'ch', 'C'), 'kh', 'C'), 'ph', 'F'), 'th', 'T'), 'ck', 'K'), 'oo', 'U'), 'ou', 'U'), 'ee', 'I');
    sounds := regexp_replace(translate(replace(sounds, 'ie', 'I'), 'ftckqszvwiyju''-', 'FTKKKSSVVIIIU'), '(.)\1+', '\1', 'g');
    foreach sound in array string_to_array(sounds, null) loop
        pattern := pattern || case sound
            when 'F' then '(ff?|ph)' when 'T' then '(tt?|th)' when 'K' then '(k|cc?|ch|ck|kk|qu?)' when 'C' then '(ch?|kh?)'
            when 'X' then '(sc?h|t?ch|s)' when 'S' then '(ss?|zz?|c)' when 'V' then '(vv?|w)' when 'I' then '(i|y|j|ee|ie|ii)'
            when 'U' then '(u|oo|ou)' when 'h' then 'h?' else sound || sound || '?' end;
    end loop;
    return pattern;
end $$;

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;

create or replace function find_users_near(words text[], most bigint) returns setof uuid
language plpgsql stable security definer set search_path = roost, public, pg_temp set plan_cache_mode = force_custom_plan rows 20
as $$
declare
    tenant uuid := current_tenant();
    folded text[] := array(select fold_text(word.text) from unnest(words) as word (text));
    sounding text[] := array(select sounding_pattern(word.text) from unnest(folded) as word (text));
begin
    if array_position(sounding, null) is null then
        return query
            select near.id from (
                select users.id, (select min(word_similarity(word.text, coalesce(users.found_as, users.search_text)))
                    from unnest(folded) as word (text)) as nearness
                from users
                where users.tenant_id = tenant and users.status <> 'deleted'
                    and (' ' || coalesce(users.found_as, users.search_text) || ' ') ~ sounding[1]
                    and (cardinality(sounding) < 2 or (' ' || coalesce(users.found_as, users.search_text) || ' ') ~ sounding[2])
                    and (cardinality(sounding) < 3 or (' ' || coalesce(users.found_as, users.search_text) || ' ') ~ sounding[3])
                limit 2000
            ) as near
            order by near.nearness desc, near.id limit most;
        if found then return; end if;
    end if;
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
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
