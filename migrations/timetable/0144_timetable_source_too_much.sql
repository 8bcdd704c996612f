-- Another reason why a source gave no import: its server sent more than a timetable holds.
alter table timetable_sources
    drop constraint timetable_sources_problem_check,
    add constraint timetable_sources_problem_check
        check (problem in ('', 'unreachable', 'empty', 'room', 'person', 'too_much'));
