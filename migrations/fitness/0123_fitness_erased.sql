-- Who was erased gets no rows any more: see migrations/core/0115_nothing_for_the_erased.sql.
do $$
declare
    name text;
begin
    foreach name in array array['fitness_group_members', 'fitness_goals', 'fitness_backings', 'fitness_sessions', 'fitness_weights',
        'fitness_posts', 'fitness_likes'] loop
        execute format('create trigger %1$s_erased after insert on %1$I referencing new table as added for each statement
            execute function refuse_erased(''user_id'')', name);
    end loop;
end $$;
