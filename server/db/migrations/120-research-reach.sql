-- Feeds and pages that people add to their own research. The service limits their number for each user.
create table if not exists research_source (
  id uuid primary key,
  user_id uuid not null,
  name text not null,
  url text not null,
  created_at timestamptz not null default now(),
  constraint research_source_once unique (user_id, url)
);

-- Topics that refresh themselves: off while every_hours is null.
alter table research_topic add column if not exists every_hours int;
alter table research_topic add column if not exists next_at timestamptz;
-- How many POINTS the schedule may spend in all, and how many it has spent.
alter table research_topic add column if not exists points_limit int;
alter table research_topic add column if not exists points_spent int not null default 0;
-- Why the schedule stopped, for people.
alter table research_topic add column if not exists stopped_because text;

create index if not exists research_topic_due
  on research_topic (next_at) where hidden_at is null and every_hours is not null;
