-- Wallets that users watch, and the trades that were found meanwhile.

create table if not exists watched_wallet (
  user_id uuid not null,
  address text not null,
  note text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, address)
);
create index if not exists watched_wallet_by_address on watched_wallet (address);

-- What is known of a watched address, once for all users.
create table if not exists wallet_watch (
  address text primary key,
  -- The newest transaction that was looked at; null before the first look.
  newest_signature text,
  looked_at timestamptz,
  next_at timestamptz not null default now()
);
create index if not exists wallet_watch_due on wallet_watch (next_at);

create table if not exists watched_trade (
  address text not null references wallet_watch (address) on delete cascade,
  signature text not null,
  mint text not null,
  -- BUY or SELL.
  kind text not null,
  -- Of the token; null if it has none.
  symbol text,
  -- Amounts are in raw units. What was paid or received is null if it is unknown.
  tokens numeric(20) not null,
  decimals int not null,
  quote_mint text,
  quote_amount numeric(20),
  quote_decimals int,
  slot bigint not null,
  traded_at timestamptz not null,
  found_at timestamptz not null default now(),
  primary key (address, signature, mint)
);
create index if not exists watched_trade_newest
  on watched_trade (address, traded_at desc, slot desc, signature, mint);
