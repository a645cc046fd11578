-- Jobs live in pg-boss's tables now. This sets the waiting jobs of paid runs aside; server/jobs/install-jobs.ts enqueues
-- them there and drops `job_moved`.
--
-- The old table is renamed before its rows are copied. A server of an older version that is still running then fails on it
-- and rolls its charge back, so it cannot enqueue a job that nobody runs. 097 drops the old table.

create table if not exists job_moved (
  id uuid primary key,
  kind text not null,
  payload jsonb not null,
  due_at timestamptz not null,
  attempts int not null,
  max_attempts int not null
);

alter table if exists job rename to job_former;

insert into job_moved (id, kind, payload, due_at, attempts, max_attempts)
select id, kind, payload, due_at, attempts, max_attempts from job_former
where status in ('ready', 'running') and payload ->> 'runId' is not null
on conflict (id) do nothing;
