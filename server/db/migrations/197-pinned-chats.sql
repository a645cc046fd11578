-- A user keeps a few chats above the others. The index holds only those.

alter table chat add column if not exists pinned_at timestamptz;

drop index concurrently if exists chat_pinned;
create index concurrently chat_pinned on chat (user_id, pinned_at desc, id desc) where pinned_at is not null;
