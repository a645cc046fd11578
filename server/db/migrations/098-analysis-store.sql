-- What the chain was read for once is kept, for all users. Only finalized transactions are kept, so no row changes.

create table if not exists analysis_token (
  mint text primary key,
  -- Size of its facts and histories.
  bytes bigint not null default 0,
  used_at timestamptz not null default now()
);
create index if not exists analysis_token_by_use on analysis_token (used_at);

-- Facts of some transactions of the token, compressed. A transaction is in one segment of a token, rarely in more.
create table if not exists analysis_segment (
  id uuid primary key,
  mint text not null references analysis_token (mint) on delete cascade,
  transactions int not null,
  body bytea not null
);
create index if not exists analysis_segment_by_mint on analysis_segment (mint, id);

-- How far the history of an address is known: without a gap from the newest to the oldest signature.
create table if not exists analysis_history (
  mint text not null references analysis_token (mint) on delete cascade,
  address text not null,
  newest_signature text not null,
  oldest_signature text not null,
  oldest_slot bigint not null,
  -- The oldest is the first transaction of the address.
  reaches_start boolean not null,
  newest_page int not null,
  oldest_page int not null,
  primary key (mint, address)
);

-- Signatures with their slots, newest first. Pages with higher numbers are newer.
create table if not exists analysis_history_page (
  mint text not null,
  address text not null,
  page int not null,
  entries bytea not null,
  primary key (mint, address, page),
  foreign key (mint, address) references analysis_history (mint, address) on delete cascade
);

-- Who sent a wallet its first SOL. Null columns: it has too long a history, or its first transactions show none.
create table if not exists analysis_funder (
  wallet text primary key,
  funder text,
  signature text,
  slot bigint,
  time_s bigint,
  looked_at timestamptz not null default now()
);
create index if not exists analysis_funder_by_age on analysis_funder (looked_at);
