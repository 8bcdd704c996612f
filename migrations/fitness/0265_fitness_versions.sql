-- The version of a planned session and of a piece of advice on food: the forms of the console carry it, so that two admins never overwrite each
-- other without being told. It grows with every change, ticks and moves included, so it also tells what nobody has touched since it was added.
alter table fitness_sessions add column version integer not null default 1 check (version > 0);
alter table fitness_foods add column version integer not null default 1 check (version > 0);
grant update (version) on fitness_sessions, fitness_foods to roost_app;
