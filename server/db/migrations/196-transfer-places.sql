-- Passes over the transfers before a page by the index alone, and serves what the index without the id did. An earlier
-- attempt that was interrupted leaves an invalid index behind, so it is dropped first.

drop index concurrently if exists transfer_of_user;
create index concurrently transfer_of_user on transfer (user_id, created_at desc, id desc);
drop index concurrently if exists transfer_by_user_time;
