-- A page of a chat asks for the versions beside its messages, the newest answer below one of them, and what each cost.
-- An earlier attempt that was interrupted leaves an invalid index behind, so each is dropped first.

drop index concurrently if exists chat_message_by_parent;
create index concurrently chat_message_by_parent on chat_message (chat_id, parent_id);

drop index concurrently if exists chat_turn_charged;
create index concurrently chat_turn_charged on chat_turn (message_id) where points > 0;
