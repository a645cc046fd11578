-- Deposits too small to matter are counted here, by treasury address and day, instead of each having a receipt. They are
-- added when the scan's cursor passes them, in the same transaction, so each is counted once and only when it is final.
create table if not exists payment_dust (
  network text not null,
  address text not null,
  day date not null,
  deposits bigint not null,
  lamports bigint not null,
  first_slot bigint not null,
  last_slot bigint not null,
  primary key (network, address, day),
  constraint payment_dust_amount check (deposits > 0 and lamports >= deposits and first_slot <= last_slot)
);

-- Signatures counted in the cursor's own slot. Nodes may list the transactions of one slot in different orders.
alter table payment_scan add column if not exists dust_at_cursor text[] not null default '{}';
