-- What the operator's model used for a turn, over all of its calls. Null: no call of it reported its tokens.
alter table chat_turn add column if not exists model text;
alter table chat_turn add column if not exists prompt_tokens int;
alter table chat_turn add column if not exists completion_tokens int;
