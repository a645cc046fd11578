-- Unmatched payments are looked up by who paid them when an order of that wallet is watched.
create index if not exists payment_receipt_unmatched_payer on payment_receipt (payer, slot) where state = 'UNMATCHED';
