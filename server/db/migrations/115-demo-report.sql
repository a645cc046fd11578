-- One finished report of the demo market, which every account of a localnet may read without a charge. Its wallets and
-- series are in the tables of 101 under the same id.

create table if not exists demo_report (
  id uuid primary key,
  mint text not null unique,
  -- It is made again when the engine would make another one.
  engine_version text not null,
  counts jsonb,
  -- Null until it is made.
  body text,
  made_at timestamptz not null default now()
);

-- Accounts that have removed it from their history.
create table if not exists demo_report_removed (
  report_id uuid not null references demo_report (id) on delete cascade,
  user_id uuid not null,
  primary key (report_id, user_id)
);
