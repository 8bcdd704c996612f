-- What a newcomer meets: larger text, and a tour that one can send away.
alter table admins drop constraint admins_theme_check;
alter table admins add constraint admins_theme_check check (theme in ('auto', 'light', 'dark', 'contrast', 'large'));

-- Since when an admin doesn't want the tour of this tenant any more.
alter table memberships add column tour_ended_at timestamptz;
