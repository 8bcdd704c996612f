-- When a report was last read by its link, so that a teacher sees whether the parents have it. Reports that are read by
-- one link again and again change one row, every few seconds at most.

alter table gradebook_report_links add column opened_at timestamptz;
grant update (opened_at) on gradebook_report_links to roost_app;
