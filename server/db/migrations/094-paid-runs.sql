-- One pair of tables for the runs of every paid tool and their events.
--
-- The old tables are renamed before their rows are copied. A server of an older version that is still running then fails
-- on them and rolls its charge back, so it cannot write a row that the copy misses. 095 drops the old tables.

create table if not exists paid_run (
  id uuid primary key,
  -- Name of the paid tool, and of its jobs.
  kind text not null,
  user_id uuid not null,
  status text not null default 'queued',
  -- The charge. A refund refers to the same one.
  transfer_id uuid not null,
  -- A group has at most one unfinished run. Example: a research topic.
  group_id uuid,
  -- Written and read by the tool alone.
  input jsonb not null,
  progress jsonb,
  counts jsonb,
  -- The result as text, always written and read whole. Once a running run has one, its charge is earned.
  body text,
  failure text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Removed from the history by its owner.
  hidden_at timestamptz,
  constraint paid_run_transfer unique (transfer_id),
  constraint paid_run_status check (status in ('queued', 'running', 'done', 'failed', 'cancelled')),
  constraint paid_run_body check (status <> 'done' or body is not null or hidden_at is not null)
);

create index if not exists paid_run_by_user on paid_run (user_id, kind, created_at desc, id desc)
  where hidden_at is null;
create index if not exists paid_run_by_group on paid_run (group_id, created_at desc, id desc)
  where group_id is not null;
create unique index if not exists paid_run_group_running on paid_run (group_id)
  where status in ('queued', 'running');
create index if not exists paid_run_running on paid_run (user_id) where status in ('queued', 'running');
create index if not exists paid_run_unpaid on paid_run (user_id, finished_at)
  where status in ('failed', 'cancelled');
create index if not exists paid_run_removed on paid_run (hidden_at) where body is not null;

-- Numbered from 1 without gaps within a run.
create table if not exists run_event (
  run_id uuid not null references paid_run (id) on delete cascade,
  seq int not null,
  event jsonb not null,
  created_at timestamptz not null default now(),
  primary key (run_id, seq)
);

create index if not exists run_event_by_age on run_event (created_at)
  where (event ->> 'type') not in ('done', 'failed', 'cancelled');

alter table if exists analysis_report rename to analysis_report_moved;
alter table if exists analysis_event rename to analysis_event_moved;
alter table if exists research rename to research_moved;
alter table if exists research_event rename to research_event_moved;

insert into paid_run
  (id, kind, user_id, status, transfer_id, input, progress, counts, body, failure, created_at, finished_at, hidden_at)
select id, 'analysis', user_id, status, transfer_id,
  jsonb_build_object('kind', kind, 'addresses', addresses, 'minHits', min_hits),
  progress, counts, body, failure, created_at, finished_at, hidden_at
from analysis_report_moved
on conflict (id) do nothing;

insert into paid_run
  (id, kind, user_id, status, transfer_id, group_id, input, progress, counts, body, failure, created_at, finished_at,
   hidden_at)
select id, 'research', user_id, status, transfer_id, topic_id,
  jsonb_build_object('query', query, 'followUpTo', follow_up_to),
  jsonb_build_object('stage', stage, 'isDemo', is_demo, 'sources', coalesce(sources, '[]'::jsonb)),
  counts, body, failure, created_at, finished_at, hidden_at
from research_moved
on conflict (id) do nothing;

insert into run_event (run_id, seq, event, created_at)
select report_id, seq, event, created_at from analysis_event_moved
on conflict (run_id, seq) do nothing;

insert into run_event (run_id, seq, event, created_at)
select research_id, seq, event, created_at from research_event_moved
on conflict (run_id, seq) do nothing;

update job set payload = jsonb_build_object('runId', coalesce(payload ->> 'reportId', payload ->> 'researchId'))
where kind in ('analysis', 'research') and status in ('ready', 'running') and payload ->> 'runId' is null;
