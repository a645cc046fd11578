-- A turn that goes on with an answer is replayed from where it began, not from the answer's own beginning.
alter table chat_turn add column if not exists from_seq int not null default 0;
