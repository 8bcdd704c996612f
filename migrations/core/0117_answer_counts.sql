-- How many gave which answer to which question, kept by triggers: a questionnaire's answers in numbers are as quick with a million
-- submissions as with a hundred. Counted is what can be the same for many: choices, yes and no, months and numbers, by what the question
-- was in the version that was answered; never a text or a file. What it costs on a large table: submissions are read once, while
-- writes to them wait.

create table answer_counts (
    tenant_id uuid not null,
    id uuid not null default gen_random_uuid(),
    entry_id uuid not null,
    -- Both empty: a user's last submission. An empty value: the question was answered. A number is written after a '#'.
    question text not null,
    value text not null,
    -- Rows of one value add up: a submission appends, so that two never wait for each other. `merge_answer_counts` makes them one again.
    n bigint not null,
    primary key (tenant_id, id),
    foreign key (tenant_id, entry_id) references catalogue_entries (tenant_id, id)
);
create index answer_counts_sums on answer_counts (tenant_id, entry_id, question, value) include (n);
alter table answer_counts enable row level security, force row level security;
create policy answer_counts_wall on answer_counts using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy answer_counts_gate on answer_counts to roost_gate using (true) with check (true);
grant select, insert on answer_counts to roost_app;
grant select, insert, delete on answer_counts to roost_gate;

-- By the key of a version's questions: what kind each is.
create function question_kinds(content jsonb) returns jsonb language sql immutable set search_path = roost, pg_temp
as $$
    select coalesce(jsonb_object_agg(field.value, content ->> (left(field.key, -3) || 'kind')), '{}')
    from jsonb_each_text(content) as field where field.key ~ '^fields\.[0-9]+\.key$'
$$;

create function counted_answers(kinds jsonb, answers jsonb) returns table (question text, value text)
language sql immutable set search_path = roost, pg_temp
as $$
    select '', ''
    union all select answer.key, '' from jsonb_object_keys(answers) as answer (key)
    union all
    select answer.key, case kinds ->> answer.key
            when 'number' then '#' || trim_scale((one.value #>> '{}')::numeric)::text
            when 'day' then left(one.value #>> '{}', 7)
            else left(one.value #>> '{}', 200) end
    from jsonb_each(answers) as answer (key, value)
    cross join lateral jsonb_array_elements(
        case jsonb_typeof(answer.value) when 'array' then answer.value else jsonb_build_array(answer.value) end) as one (value)
    where case kinds ->> answer.key
        when 'number' then jsonb_typeof(one.value) = 'number' and abs((one.value #>> '{}')::numeric) < 1e15
        else kinds ->> answer.key in ('choice', 'several', 'yes', 'day') end
$$;

create function count_new_answers() returns trigger language plpgsql set search_path = roost, pg_temp
as $$
begin
    insert into answer_counts (tenant_id, entry_id, question, value, n)
    select version.tenant_id, version.entry_id, counted.question, counted.value, count(*)
    from (select distinct added.tenant_id, added.entry_id, added.version from added) as given
    join catalogue_versions as version
        on version.tenant_id = given.tenant_id and version.entry_id = given.entry_id and version.number = given.version
    cross join lateral question_kinds(version.content::jsonb) as kinds
    join added on added.tenant_id = given.tenant_id and added.entry_id = given.entry_id and added.version = given.version
        and added.replaced_at is null
    cross join lateral counted_answers(kinds, added.answers) as counted
    group by 1, 2, 3, 4;
    return null;
end $$;

create function uncount_answers() returns trigger language plpgsql set search_path = roost, pg_temp
as $$
begin
    insert into answer_counts (tenant_id, entry_id, question, value, n)
    select old.tenant_id, old.entry_id, counted.question, counted.value, -count(*)
    from catalogue_versions as version
    cross join lateral counted_answers(question_kinds(version.content::jsonb), old.answers) as counted
    where version.tenant_id = old.tenant_id and version.entry_id = old.entry_id and version.number = old.version
    group by 3, 4;
    return null;
end $$;

create trigger submissions_count_new after insert on submissions referencing new table as added
    for each statement execute function count_new_answers();
create trigger submissions_count_replaced after update of replaced_at on submissions for each row
    when (old.replaced_at is null and new.replaced_at is not null) execute function uncount_answers();
create trigger submissions_count_gone after delete on submissions for each row
    when (old.replaced_at is null) execute function uncount_answers();

-- The tables are locked for this transaction, and nobody sees them without their wall.
alter table submissions no force row level security;
alter table catalogue_versions no force row level security;
alter table answer_counts no force row level security;
insert into answer_counts (tenant_id, entry_id, question, value, n)
select version.tenant_id, version.entry_id, counted.question, counted.value, count(*)
from catalogue_versions as version
cross join lateral question_kinds(version.content::jsonb) as kinds
join submissions on submissions.tenant_id = version.tenant_id and submissions.entry_id = version.entry_id
    and submissions.version = version.number and submissions.replaced_at is null
cross join lateral counted_answers(kinds, submissions.answers) as counted
where version.published_from is not null
group by 1, 2, 3, 4;
alter table submissions force row level security;
alter table catalogue_versions force row level security;
alter table answer_counts force row level security;

-- Makes the rows of each value one, in the tenants where they have become more than twice as many. Returns how many went. What is
-- counted meanwhile is another row, which stays.
create function merge_answer_counts() returns bigint
language plpgsql security definer set search_path = roost, pg_temp
as $$
declare
    gone bigint;
begin
    -- One at a time: two would each take what the other has just made.
    if not pg_try_advisory_xact_lock(491496043382) then return 0; end if;
    with scattered as (
        select answer_counts.tenant_id from answer_counts group by 1
        having count(*) > 1000 + 2 * count(distinct (answer_counts.entry_id, answer_counts.question, answer_counts.value))
    ), taken as (
        delete from answer_counts using scattered where answer_counts.tenant_id = scattered.tenant_id
        returning answer_counts.tenant_id, answer_counts.entry_id, answer_counts.question, answer_counts.value, answer_counts.n
    ), merged as (
        insert into answer_counts (tenant_id, entry_id, question, value, n)
        select taken.tenant_id, taken.entry_id, taken.question, taken.value, sum(taken.n)
        from taken group by 1, 2, 3, 4 having sum(taken.n) <> 0
        returning 1
    )
    select (select count(*) from taken) - (select count(*) from merged) into gone;
    return gone;
end $$;

do $$
begin
    execute format('grant roost_gate to %I', current_user);
    grant create on schema roost to roost_gate;
    alter function merge_answer_counts() owner to roost_gate;
    revoke execute on function merge_answer_counts() from public;
    grant execute on function merge_answer_counts() to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
