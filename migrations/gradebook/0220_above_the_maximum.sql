-- What an assignment does with more points than are possible: it takes them, takes them and marks the cell, or refuses
-- them. Extra credit was never marked, and stays so.

alter table gradebook_assignments add column above_maximum text not null default 'warned'
    check (above_maximum in ('allowed', 'warned', 'refused'));

-- No grade changes, so no phone needs to read its classes again.
alter table gradebook_assignments no force row level security;
alter table gradebook_assignments disable trigger gradebook_assignments_touch;
update gradebook_assignments set above_maximum = 'allowed' where gradebook_assignments.is_extra;
alter table gradebook_assignments enable trigger gradebook_assignments_touch;
alter table gradebook_assignments force row level security;

grant update (above_maximum) on gradebook_assignments to roost_app;
