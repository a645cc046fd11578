-- Balance histories go by time, and the search for a witness of a missing payment by when it was recorded.
-- An earlier attempt that was interrupted leaves an invalid index behind, so each is dropped first.

drop index concurrently if exists transfer_by_user_time;
create index concurrently transfer_by_user_time on transfer (user_id, created_at);

drop index concurrently if exists payment_receipt_settled;
create index concurrently payment_receipt_settled on payment_receipt (network, recorded_at desc)
  where settled_at is not null;
