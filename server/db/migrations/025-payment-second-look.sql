-- Unmatched payments that were looked at again for an order and do not pay it, as things stood then: not read again
-- from the chain, by any server, until one of these changes.
create table if not exists payment_second_look (
  payment_id uuid not null references payment_order (id) on delete cascade,
  receipt_id uuid not null references payment_receipt (id) on delete cascade,
  payer_linked boolean not null,
  reversed_at timestamptz,
  primary key (payment_id, receipt_id)
);
create index if not exists payment_second_look_receipt on payment_second_look (receipt_id);
