-- True if the words name that person: by the address, by the whole name, or by two words of it, in any order. Written as everybody
-- writes: letters without marks, of any case. Particles of names name nobody: “Clientes de la zona norte” is not about María de la Cruz.
create function names_person(words text, person text, email text) returns boolean
language sql immutable parallel safe set search_path = roost, pg_temp
as $$
    select coalesce(email <> '' and position(fold_text(email) in fold_text(words)) > 0, false)
        or coalesce((
            select count(*) > 0 and count(*) filter (where part = any (said.parts)) >= least(count(*), 2)
            from unnest(regexp_split_to_array(fold_text(person), '[^[:alnum:]]+')) as part,
                (select regexp_split_to_array(fold_text(words), '[^[:alnum:]]+') as parts) as said
            where length(part) > 1 and part <> all (array['de', 'del', 'la', 'las', 'los', 'el', 'al', 'da', 'das', 'do', 'dos', 'di',
                'du', 'des', 'le', 'van', 'von', 'der', 'den', 'ter', 'zu', 'zur', 'bin', 'bint', 'ben', 'ibn', 'abu', 'and', 'und'])
            group by said.parts
        ), false)
$$;
revoke execute on function names_person(text, text, text) from public;
grant execute on function names_person(text, text, text) to roost_app;

-- A view is called otherwise when it was called like somebody who is erased.
grant update (name) on saved_views to roost_app;
