-- Paid analyses and what they found. The body is kept as text: a report is written once, byte for byte, and only read
-- whole. Addresses are a JSON array, one for a CA analysis and several for a wallet finder.

create table if not exists analysis_report (
  id uuid primary key,
  user_id uuid not null,
  kind text not null,
  status text not null default 'queued',
  addresses jsonb not null,
  min_hits int,
  -- The charge; a refund names the same one.
  transfer_id uuid not null unique,
  progress jsonb,
  counts jsonb,
  body text,
  failure text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Taken out of the history by its owner.
  hidden_at timestamptz,
  constraint analysis_report_kind check (kind in ('CA_ANALYSIS', 'WALLET_FINDER')),
  constraint analysis_report_status
    check (status in ('queued', 'running', 'done', 'failed', 'cancelled')),
  constraint analysis_report_body check ((status = 'done') = (body is not null))
);

create index if not exists analysis_report_by_user
  on analysis_report (user_id, created_at desc, id desc) where hidden_at is null;

-- What a reader of the live progress is told, numbered from 1 without gaps within a report.
create table if not exists analysis_event (
  report_id uuid not null references analysis_report (id) on delete cascade,
  seq int not null,
  event jsonb not null,
  created_at timestamptz not null default now(),
  primary key (report_id, seq)
);
