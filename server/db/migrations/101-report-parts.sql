-- A CA report in parts, so that a page of wallets, one wallet or one series is read without the rest. The body of its
-- run keeps what remains.

create table if not exists ca_report (
  -- The run's id.
  id uuid primary key,
  made_at timestamptz not null default now()
);

create table if not exists ca_report_wallet (
  report_id uuid not null references ca_report (id) on delete cascade,
  -- Ranked wallets first, then the excluded ones.
  place int not null,
  address text not null,
  is_ranked boolean not null,
  -- Names of its labels between blanks.
  labels text not null,
  -- What the table shows and sorts by.
  facts jsonb not null,
  -- The whole wallet, byte for byte as in the export.
  body text not null,
  primary key (report_id, place)
);
create index if not exists ca_report_wallet_by_address
  on ca_report_wallet (report_id, address);

create table if not exists ca_report_series (
  report_id uuid not null references ca_report (id) on delete cascade,
  interval_s int not null,
  buckets int not null,
  body text not null,
  primary key (report_id, interval_s)
);
