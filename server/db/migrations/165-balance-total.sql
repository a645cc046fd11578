-- What a user had moved before the hour `until`: running totals, so that any span of time is the difference of two rows.
-- A reader adds the rows of the hours that have ended since the last row; see server/modules/ledger/balance-totals.ts.
create table if not exists balance_total (
  user_id uuid not null,
  until timestamptz not null,
  credited bigint not null,
  spent bigint not null,
  refunded bigint not null,
  granted bigint not null,
  primary key (user_id, until)
);
create index if not exists balance_total_by_age on balance_total (until);
