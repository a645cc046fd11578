-- Prices that users want to hear about. A row that has fired is done.

create table if not exists price_alert (
  id uuid primary key,
  user_id uuid not null,
  -- The address of wrapped SOL is SOL itself, in US dollars. All other prices are in SOL.
  mint text not null,
  symbol text,
  -- above or below.
  direction text not null,
  price double precision not null,
  created_at timestamptz not null default now(),
  fired_at timestamptz,
  fired_price double precision
);
create index if not exists price_alert_of_user
  on price_alert (user_id, fired_at desc nulls first, created_at desc, id);
create index if not exists price_alert_waiting on price_alert (mint) where fired_at is null;
create index if not exists price_alert_fired on price_alert (fired_at) where fired_at is not null;

-- When the price of a mint is looked at next, once for all users.
create table if not exists price_watch (
  mint text primary key,
  -- The newest transaction that was looked at; null before the first look.
  newest_signature text,
  next_at timestamptz not null default now()
);
create index if not exists price_watch_due on price_watch (next_at);
