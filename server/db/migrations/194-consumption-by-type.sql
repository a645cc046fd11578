-- A page of one type. An earlier attempt that was interrupted leaves an invalid index behind, so it is dropped first.

drop index concurrently if exists consumption_by_user_type;
create index concurrently consumption_by_user_type
  on consumption (user_id, type, created_at desc, transfer_id desc);
