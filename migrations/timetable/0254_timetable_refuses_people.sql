-- A workspace that holds no people has no rows in any table of a kind that does.
do $$ begin perform refuse_people_in_tables_of('timetable'); end $$;
