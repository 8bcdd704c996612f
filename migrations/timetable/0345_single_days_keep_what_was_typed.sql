-- A day that is moved without an hour follows the hour of its lesson, as it follows the room and the teachers that nobody typed; and
-- it lasts as long as the lesson does. Days that were moved before keep the hour that was written for them.
alter table timetable_exceptions
    drop constraint timetable_exceptions_move,
    add constraint timetable_exceptions_move check ((kind = 'moved') = (new_day is not null)
        and (kind = 'moved' or starts is null) and (ends is null or starts is not null and ends > starts)
        and starts between 0 and 1439 and ends <= 1440);
