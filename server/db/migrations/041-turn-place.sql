-- A turn that goes on with an answer is replayed from where it began, not from the answer's own beginning.
alter table chat_turn add column if not exists from_seq int not null default 0;
-- What an answer cost is read with its chat.
create index if not exists chat_turn_cost on chat_turn (chat_id) where points > 0;
