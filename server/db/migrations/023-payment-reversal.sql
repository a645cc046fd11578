-- A credited payment that vanished before it was final is REVERSED: its credit is taken back, its order is unpaid again.
-- Should it land after all, it is credited again, under a key of its own.
alter table payment_receipt add column if not exists transfer_id uuid references transfer (id);
alter table payment_receipt add column if not exists reversals int not null default 0;
alter table payment_receipt add column if not exists reversed_at timestamptz;
update payment_receipt set transfer_id = transfer.id from transfer
  where payment_receipt.state = 'CREDITED' and payment_receipt.transfer_id is null and transfer.kind = 'topup'
    and transfer.idempotency_key = 'topup:' || payment_receipt.network || ':' || payment_receipt.currency || ':'
      || payment_receipt.signature;
alter table payment_receipt drop constraint if exists payment_receipt_state;
alter table payment_receipt add constraint payment_receipt_state check (case state
    when 'CREDITED' then payment_id is not null and credited_lamports > 0
    when 'REVERSED' then payment_id is not null and credited_lamports > 0 and reversed_at is not null
    when 'UNMATCHED' then credited_lamports is null and reason is not null
    when 'REFUNDED' then credited_lamports is null and refund_signature is not null
    else false end);
create index if not exists payment_receipt_by_order on payment_receipt (payment_id);
create index if not exists payment_receipt_reversed on payment_receipt (recorded_at) where state = 'REVERSED';

alter table payment_order add column if not exists reversed_at timestamptz;
alter table payment_order add column if not exists reversed_signature text;
