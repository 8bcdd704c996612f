-- The language of a report for the parents is limited in length, like every other stored language: which languages there
-- are is known to the program alone, so a further one needs no migration.

alter table gradebook_report_links drop constraint gradebook_report_links_language_check;
alter table gradebook_report_links
    add constraint gradebook_report_links_language_check check (length(language) between 2 and 12);
