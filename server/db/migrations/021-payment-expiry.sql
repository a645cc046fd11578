-- What is open, by the time at which it expires.
create index if not exists payment_order_expiry on payment_order (expires_at) where status = 'PENDING';
