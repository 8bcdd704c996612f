-- The last move that put a session on its day, with where the session was before: so a move can be undone. Before, the way back was another
-- move, which can't bring back what moved by fewer days than others. No table of its own: what is known of a move goes with its sessions.
alter table fitness_sessions
    add column move_id uuid,
    add column moved_at timestamptz,
    add column moved_from date,
    add column moved_place integer,
    -- How many sessions that move put on other days.
    add column moved_with integer,
    add constraint fitness_sessions_moved check (
        num_nulls(move_id, moved_at, moved_from, moved_place, moved_with) in (0, 5) and moved_place >= 0 and moved_with > 0) not valid;
grant update (move_id, moved_at, moved_from, moved_place, moved_with) on fitness_sessions to roost_app;
