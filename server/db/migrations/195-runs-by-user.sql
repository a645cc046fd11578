-- The list of all kinds of runs. An earlier attempt that was interrupted leaves an invalid index behind, so it is dropped
-- first.

drop index concurrently if exists paid_run_of_user;
create index concurrently paid_run_of_user on paid_run (user_id, created_at desc, id desc, kind)
  where hidden_at is null;
