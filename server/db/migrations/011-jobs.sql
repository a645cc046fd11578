-- Background work. `due_at` is when a ready job may run and when a running one's lease ends, so one index finds both.

create table if not exists job (
  id uuid primary key,
  kind text not null,
  payload jsonb not null,
  dedupe_key text,
  status text not null default 'ready',
  due_at timestamptz not null default now(),
  attempts int not null default 0,
  max_attempts int not null,
  lease uuid,
  last_error text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint job_status check (status in ('ready', 'running', 'done', 'dead')),
  constraint job_dedupe_once unique (kind, dedupe_key)
);

create index if not exists job_due on job (due_at) where status in ('ready', 'running');

create index if not exists job_finished on job (finished_at) where status in ('done', 'dead');
