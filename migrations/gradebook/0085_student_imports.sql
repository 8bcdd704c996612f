-- An import of the register is taken back as a whole: who was added by it and has no grade, mark or link yet is deleted with the places in
-- classes that the file gave. Whatever refers to a place in a class keeps it.
grant delete on gradebook_students, gradebook_enrolments to roost_app;
