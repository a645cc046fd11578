-- How far the books were found sound: all transfers with an id below `before`. Ids are UUIDv7, so they go by time.
create table if not exists ledger_checkpoint (
  id int primary key,
  before uuid not null,
  checked_at timestamptz not null,
  full_check_at timestamptz not null,
  transfers bigint not null,
  system_total bigint not null,
  constraint ledger_checkpoint_one check (id = 1)
);

-- The balances of each account that the transfers below the checkpoint leave and the transfers above it find: one, or a
-- few when concurrent transfers lie on both sides.
create table if not exists ledger_checkpoint_balance (
  account_id uuid not null,
  balance bigint not null,
  times bigint not null,
  primary key (account_id, balance)
);
